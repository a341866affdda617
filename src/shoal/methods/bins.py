"""Bins: the records that look alike in a set of columns (paper 003, Tables 3a and 3b)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.engine.arrays import Bools, Codes, Counts
from shoal.engine.distinct import distinct
from shoal.engine.encoded import EncodedTable
from shoal.engine.lattice import Levels

WIDE = 1 << 62  # a key that could become larger is numbered anew first


@dataclass(frozen=True, eq=False)
class Bins:
    """The bins of some columns at some levels; raising a column only looks at the bins.

    Attributes:
        columns: Where the columns stand among the quasi-identifiers.
        codes: Per column: the code of each bin at the column's level.
        of_tuple: The bin of each distinct tuple.
    """

    columns: tuple[int, ...]
    codes: tuple[Codes, ...]
    of_tuple: Codes

    @classmethod
    def of(cls, encoded: EncodedTable, columns: Sequence[int], levels: Levels) -> "Bins":
        """The bins of a table in some columns; `levels` has a level for each quasi-identifier."""
        codes = tuple(encoded.codes(at, levels[at]) for at in columns)
        everyone = np.arange(len(encoded.counts), dtype=np.int32)
        return cls(tuple(columns), codes, everyone)._merge_equal()

    def raise_column(self, encoded: EncodedTable, column: int, level: int) -> "Bins":
        """The bins after a column rises to a level from the one below; the same without it."""
        if column not in self.columns:
            return self
        step = encoded.columns[column].step(level - 1, level)
        codes = tuple(
            step[codes] if at == column else codes
            for at, codes in zip(self.columns, self.codes, strict=True)
        )
        return replace(self, codes=codes)._merge_equal()

    def sizes(self, encoded: EncodedTable, kept: Bools) -> Counts:
        """How many records each bin has, or people where the study counts them.

        Args:
            encoded: The table.
            kept: Which of its tuples count.
        """
        bins, people = len(self.codes[0]), encoded.people
        if people is None:
            counts = np.where(kept, encoded.counts, 0)
            return np.bincount(self.of_tuple, counts, bins).astype(np.int64)
        there = kept[people.tuples]
        pairs = np.stack([self.of_tuple[people.tuples[there]], people.values[there]])
        return np.bincount(np.unique(pairs, axis=1)[0], minlength=bins).astype(np.int64)

    def _merge_equal(self) -> "Bins":
        """Bins with equal codes become one."""
        place = _number_rows(self.codes)
        first = np.zeros(int(place.max(initial=-1)) + 1, np.int64)
        first[place[::-1]] = np.arange(len(place))[::-1]
        return replace(
            self, codes=tuple(codes[first] for codes in self.codes), of_tuple=place[self.of_tuple]
        )


def _number_rows(columns: Sequence[Codes]) -> Codes:
    """A number for each entry, the same where all columns are equal; from 0 on without gaps."""
    keys = np.zeros(len(columns[0]), np.uint64)
    size = 1
    for codes in columns:
        width = int(codes.max(initial=0)) + 1
        if size * width > WIDE:
            keys = _dense_numbers(keys).astype(np.uint64)
            size = int(keys.max(initial=0)) + 1
        keys = keys * np.uint64(width) + codes.astype(np.uint64)
        size *= width
    return _dense_numbers(keys)


def _dense_numbers(keys: np.ndarray[tuple[int], np.dtype[np.uint64]]) -> Codes:
    """Equal keys as equal numbers, from 0 on without gaps."""
    return distinct(keys.reshape(-1, 1), np.ones(len(keys), np.int64))[2]


def bins_of(frame: pl.DataFrame) -> pl.DataFrame:
    """Each bin of a table of texts with its size, and the share of records up to it.

    The smallest come first, as Table 3a of paper 003 shows them; `share` is cumulative.

    Example:
        >>> bins_of(pl.DataFrame({"sex": ["f", "m", "m"]}))["bin_size"].to_list()
        [1, 2]
    """
    found = frame.group_by(by_name(frame.columns), maintain_order=True).agg(
        pl.len().alias("bin_size")
    )
    share = pl.col("bin_size").cum_sum() / frame.height
    return found.sort("bin_size", maintain_order=True).with_columns(share.alias("share"))
