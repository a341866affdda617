"""The effect of steps: what is still rare, what is blank, and how much detail is left."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import polars as pl

from shoal.data.table import exact_column
from shoal.methods.combinations.coded import Crowd
from shoal.methods.subcombinations import UnsafeCombinations, smallest_bins


@dataclass(frozen=True)
class Effect:
    """What a person sees after a step.

    Attributes:
        unsafe_records: Records that have a rare combination.
        unsafe_combinations: Rare combinations of records by the number of their columns; those that
            contain a smaller rare one are not counted.
        unsafe_columns: In how many of them each column takes part.
        blank_cells: Cells of each column that were blanked.
        different_values: Different values that each column still shows.
        smallest_bin: The fewest records, or people, that match a record in all columns; a blank
            cell matches every value.
        detail: Bits of detail (paper 003, Table 6).
    """

    unsafe_records: int
    unsafe_combinations: Mapping[int, int]
    unsafe_columns: Mapping[str, int]
    blank_cells: Mapping[str, int]
    different_values: Mapping[str, int]
    smallest_bin: int
    detail: int

    def plain(self) -> dict[str, Any]:
        """The effect as JSON can hold it."""
        found = asdict(self)
        sizes = {str(size): count for size, count in self.unsafe_combinations.items()}
        return {**found, "unsafe_combinations": sizes}


def effect_of(
    frame: pl.DataFrame,
    before: pl.DataFrame,
    unsafe: Sequence[UnsafeCombinations],
    crowd: Crowd | None = None,
) -> Effect:
    """The effect of what was done to a table.

    Args:
        frame: The table as it is now, as texts; null is blank or missing.
        before: The table before the first step, nothing blanked.
        unsafe: The rare combinations of `frame`.
        crowd: The people who are counted instead of records.
    """
    sizes: Counter[int] = Counter()
    columns: Counter[str] = Counter()
    rare = np.zeros(frame.height, np.bool_)
    for found in unsafe:
        rare[found.outliers] = True
        sizes.update(np.bitwise_count(found.masks).tolist())
        for at, name in enumerate(found.columns):
            columns[name] += int(np.count_nonzero(found.masks >> at & 1))
    bins = smallest_bins(frame, crowd)
    return Effect(
        unsafe_records=int(rare.sum()),
        unsafe_combinations=dict(sorted(sizes.items())),
        unsafe_columns={name: columns[name] for name in frame.columns},
        blank_cells={
            name: exact_column(frame, name).null_count() - exact_column(before, name).null_count()
            for name in frame.columns
        },
        different_values={name: exact_column(frame, name).n_unique() for name in frame.columns},
        smallest_bin=int(bins.min(initial=frame.height)),
        detail=sum(
            frame.height * (exact_column(frame, name).n_unique() - 1).bit_length()
            for name in frame.columns
        ),
    )


def shown_bits(frame: pl.DataFrame) -> int:
    """The bits of detail of cells that show a value: cells · ⌈log₂ different values⌉ per column.

    "When outliers are dropped, the values of those bins are no longer included" (paper 003), so
    blank cells are left out.
    """
    known = (exact_column(frame, name).drop_nulls() for name in frame.columns)
    return sum(len(column) * max(0, column.n_unique() - 1).bit_length() for column in known)
