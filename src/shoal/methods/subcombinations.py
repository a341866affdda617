"""Sub-combination analysis (Sweeney 1998, paper 003), by mining what is unsafe.

Every combination of columns must leave each record in a bin of at least `bin_size` records, where a
blank cell matches every value. Instead of going through all combinations stage by stage, only the
minimal unsafe ones are found, and each record loses the cheapest set of cells that meets them all.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.engine.arrays import Bools, Codes, Counts, Floats
from shoal.methods.combinations.coded import (
    BLANK,
    Crowd,
    blank_cells,
    codes_of,
    entropies,
    read_codes,
    select,
    weights_of,
)
from shoal.methods.combinations.covering import cheapest_covers
from shoal.methods.combinations.matching import bins
from shoal.methods.combinations.minimal import (
    Mined,
    fits,
    heaviest_safe,
    mine_by_person,
    mine_combinations,
    minimal_masks,
)
from shoal.methods.combinations.nearest import join_nearest
from shoal.methods.combinations.restoring import restore_cells
from shoal.methods.few import refuse_few

SAFE = -1  # instead of a mask
TRIPLES = 3  # columns that are combined at most, first, if all combinations would be too many


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
        """The numbers of the records that have an unsafe combination."""
        return np.flatnonzero(np.diff(self.starts))

    def _names(self, mask: int) -> tuple[str, ...]:
        """The columns of a combination."""
        return tuple(name for at, name in enumerate(self.columns) if mask >> at & 1)


def minimal_unsafe(
    frame: pl.DataFrame, bin_size: int, largest: int | None = None, crowd: Crowd | None = None
) -> UnsafeCombinations:
    """The combinations with fewer than `bin_size` matching records that contain no smaller such.

    Args:
        frame: Texts; null is blank and matches everything.
        bin_size: The smallest number of records that is safe.
        largest: The largest number of columns to combine; all by default.
        crowd: The people who are counted instead of records.
    """
    most = frame.width if largest is None else min(largest, frame.width)
    found = minimal_masks(_mine(frame, bin_size, most, crowd))
    return UnsafeCombinations(tuple(frame.columns), *found)


def _mine(frame: pl.DataFrame, bin_size: int, largest: int, crowd: Crowd | None) -> Mined:
    """Which combinations are safe, counted in records or in people."""
    codes = read_codes(frame, crowd)
    if crowd is None:
        return mine_combinations(codes, bin_size, largest)
    return mine_by_person(codes, crowd.select(frame.columns), bin_size, largest)


def unsafe_among(
    frame: pl.DataFrame,
    bin_size: int,
    sets: Iterable[Sequence[str]],
    crowd: Crowd | None = None,
) -> UnsafeCombinations:
    """The unsafe combinations of each record, of the given sets of columns only.

    Combinations that contain another unsafe one of these are left out. µ-Argus looks at some pairs
    and triples only; `sets` says which.
    """
    place = {name: at for at, name in enumerate(frame.columns)}
    asked = [[place[name] for name in chosen] for chosen in sorted(sets, key=len)]
    found = _unsafe(read_codes(frame, crowd), bin_size, asked, select(crowd, frame.columns))
    return UnsafeCombinations(tuple(frame.columns), *_minimal_among(found))


def suppressed(
    frame: pl.DataFrame,
    bin_size: int,
    weights: Mapping[str, float] | None = None,
    *,
    largest: int | None = None,
    restore: bool = False,
    crowd: Crowd | None = None,
) -> pl.DataFrame:
    """The frame with cells blanked until every record's bin on all columns is large enough.

    Each record loses the cells of least weight that meet all its minimal unsafe combinations.
    Raises NoReleaseError if the table has fewer records than a bin needs.

    Args:
        frame: Texts; null is blank and matches everything.
        bin_size: The smallest number of records that is safe.
        weights: What blanking a cell of each column costs; 1 by default.
        largest: Combine at most so many columns first; the rest is found record by record. None
            combines all, or at most three if all would be too many.
        restore: Give cells back afterwards, while every bin remains large enough; not with a crowd.
        crowd: The people who are counted instead of records.
    """
    refuse_few(frame.height if crowd is None else crowd.size, bin_size, people=crowd is not None)
    costs, given = weights_of(frame, weights), read_codes(frame, crowd)
    blank = given.copy()
    if crowd is not None or (largest is None and fits(given)):
        found = _mine(frame, bin_size, frame.width, crowd)
        blank[~_cells(heaviest_safe(found, costs, entropies(given)), costs)] = BLANK
    else:
        unsafe = minimal_unsafe(frame, bin_size, TRIPLES if largest is None else largest)
        blank[_cells(cheapest_covers(unsafe.starts, unsafe.masks, costs), costs)] = BLANK
        blank = join_nearest(blank, bin_size, costs)
    if restore:
        blank = restore_cells(given, blank, bin_size, costs)
    return blank_cells(frame, blank == BLANK)


def cover_unsafe(
    frame: pl.DataFrame, unsafe: UnsafeCombinations, weights: Mapping[str, float] | None = None
) -> pl.DataFrame:
    """The frame with the cheapest cells of each record blanked that meet its unsafe combinations.

    µ-Argus does it with `suppression: by-record`; `unsafe` holds the combinations that it checks.
    """
    costs, codes = weights_of(frame, weights), codes_of(frame)
    cells = _cells(cheapest_covers(unsafe.starts, unsafe.masks, costs), costs)
    return blank_cells(frame, cells | (codes == BLANK))


def smallest_bins(frame: pl.DataFrame, crowd: Crowd | None = None) -> Counts:
    """How many records match each record on all columns, itself included.

    With a crowd, how many of its people. No combination of fewer columns has a smaller bin: what
    matches on all columns matches on some.
    """
    return bins(read_codes(frame, crowd), select(crowd, frame.columns))


def _cells(masks: Counts, costs: Floats) -> Bools:
    """Masks as one flag per record and column."""
    return (masks[:, None] >> np.arange(len(costs)) & 1).astype(np.bool_)


def _minimal_among(found: Counts) -> tuple[Counts, Counts]:
    """Where each record's unsafe combinations start (and the last end), and their masks.

    Combinations that contain another unsafe one are left out. `found` is what `_unsafe` returns,
    and changes.
    """
    for later in range(len(found)):
        for earlier in range(len(found)):
            if earlier != later:
                found[later][_contains_unsafe(found[earlier], found[later], earlier < later)] = SAFE
    starts = np.concatenate([[0], np.cumsum((found != SAFE).sum(axis=0))])
    return starts, found.T[found.T != SAFE]


def _unsafe(
    codes: Codes, bin_size: int, sets: Sequence[Sequence[int]], crowd: Crowd | None
) -> Counts:
    """One row per set: each record's shown cells in it as a mask, or SAFE.

    Blank cells match anyway, so it is the others that are unsafe.
    """
    shown = (codes != BLANK) @ (1 << np.arange(codes.shape[1], dtype=np.int64))
    found = np.full((len(sets), len(codes)), SAFE, np.int64)
    for at, chosen in enumerate(sets):
        unsafe = bins(codes, crowd, chosen) < bin_size
        mask = sum(1 << column for column in chosen)
        found[at, unsafe] = shown[unsafe] & mask
    return found


def _contains_unsafe(smaller: Counts, larger: Counts, first: bool) -> Bools:
    """One flag per record: whether its combination `larger` contains `smaller`, both unsafe.

    If both are equal, only if `smaller` comes first: so one of them stays.
    """
    inside: Bools = (smaller & larger == smaller) & (smaller != SAFE) & (larger != SAFE)
    inside &= (smaller != larger) | first
    return inside
