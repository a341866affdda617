"""Sub-combination analysis (Sweeney 1998, paper 003), by mining what is unsafe.

Every combination of columns must leave each record in a bin of at least `bin_size` records, where a
blank cell matches every value. Instead of going through all combinations stage by stage, only the
minimal unsafe ones are found, and each record loses the cheapest set of cells that meets them all.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Counts
from shoal.errors import NoReleaseError
from shoal.methods.combinations.coded import BLANK, blanked, coded, weights_of


@dataclass(frozen=True, eq=False)
class UnsafeCombinations:
    """The minimal unsafe combinations of each record.

    Attributes:
        columns: The columns that were looked at.
        starts: Where the combinations of each record begin, and the end of the last.
        masks: A combination as a number: bit j is set if it contains column j.
    """

    columns: tuple[str, ...]
    starts: Counts
    masks: Counts

    def of(self, record: int) -> list[tuple[str, ...]]:
        """The minimal unsafe combinations of one record."""
        masks = self.masks[self.starts[record] : self.starts[record + 1]].tolist()
        return [self._names(mask) for mask in masks]

    @property
    def outliers(self) -> Counts:
        """The records that have an unsafe combination."""
        return np.flatnonzero(np.diff(self.starts))

    def _names(self, mask: int) -> tuple[str, ...]:
        return tuple(name for at, name in enumerate(self.columns) if mask >> at & 1)


def minimal_unsafe(
    frame: pl.DataFrame, bin_size: int, largest: int | None = None
) -> UnsafeCombinations:
    """The combinations with fewer than `bin_size` matching records that contain no smaller one.

    Args:
        frame: Texts; null is blank and matches everything.
        bin_size: The smallest number of records that is safe.
        largest: The largest number of columns to combine; all by default.
    """
    sizes = range(min(frame.width, frame.width if largest is None else largest) + 1)
    sets = [chosen for size in sizes for chosen in combinations(frame.columns, size)]
    return unsafe_among(frame, bin_size, sets)


def unsafe_among(
    frame: pl.DataFrame, bin_size: int, sets: Iterable[Sequence[str]]
) -> UnsafeCombinations:
    """The unsafe combinations of each record among given sets of columns, the minimal ones.

    µ-Argus looks at some pairs and triples only; this is where it says which.
    """
    codes, place = coded(frame), {name: at for at, name in enumerate(frame.columns)}
    complete = (codes != BLANK).astype(np.int64) @ (1 << np.arange(frame.width))
    found: list[list[int]] = [[] for _ in range(len(codes))]
    for chosen in sorted(sets, key=len):
        mask = sum(1 << place[name] for name in chosen)
        for record in np.flatnonzero(_bins(codes, [place[name] for name in chosen]) < bin_size):
            cells = mask & complete[record]  # blank cells match anyway: the others are unsafe
            if not any(known & cells == known for known in found[record]):
                found[record].append(cells)
    starts = np.cumsum([0, *map(len, found)])
    masks = np.array([mask for masks in found for mask in masks], np.int64)
    return UnsafeCombinations(tuple(frame.columns), starts, masks)


def suppressed(
    frame: pl.DataFrame,
    bin_size: int,
    weights: Mapping[str, float] | None = None,
    *,
    largest: int | None = None,
    restore: bool = False,
) -> pl.DataFrame:
    """The frame with cells blanked until every record's bin on all columns is large enough.

    Each record loses the cells of least weight that meet all its minimal unsafe combinations.

    Args:
        frame: Texts; null is blank and matches everything.
        bin_size: The smallest number of records that is safe.
        weights: What blanking a cell of each column costs; 1 by default.
        largest: Combine at most so many columns first; the rest is found record by record.
        restore: Give cells back afterwards, while every bin remains large enough.
    """
    if frame.height < bin_size:
        raise NoReleaseError(
            f"The table has {frame.height:,} records: no bin can hold {bin_size:,}. Lower the bin"
            " size, or add records."
        )
    return covered(frame, minimal_unsafe(frame, bin_size), weights)


def covered(
    frame: pl.DataFrame, unsafe: UnsafeCombinations, weights: Mapping[str, float] | None = None
) -> pl.DataFrame:
    """The frame with the cheapest cells of each record blanked that meet its unsafe combinations.

    This is the optimal form of µ-Argus where `unsafe` holds the combinations that it checks.
    """
    costs = weights_of(frame, weights)
    blank = coded(frame) == BLANK
    for record in unsafe.outliers:
        masks = unsafe.masks[unsafe.starts[record] : unsafe.starts[record + 1]]
        covers = [cover for cover in range(1 << frame.width) if np.all(masks & cover)]
        cells = [[cover >> at & 1 == 1 for at in range(frame.width)] for cover in covers]
        blank[record] |= min(cells, key=lambda cells: float(costs[cells].sum()))
    return blanked(frame, blank)


def smallest_bins(frame: pl.DataFrame) -> Counts:
    """How many records match each record on all columns, itself included.

    No combination of fewer columns has a smaller bin: what matches on all columns matches on some.
    """
    return _bins(coded(frame), range(frame.width))


def _bins(codes: Codes, columns: Iterable[int]) -> Counts:
    match = np.ones((len(codes), len(codes)), bool)
    for at in columns:
        column = codes[:, at]
        blank = column == BLANK
        match &= (column[:, None] == column) | blank[:, None] | blank
    return np.asarray(match.sum(axis=1), np.int64)
