"""The cells of a column before and after, as small numbers.

A row stands for one record, or for several that are alike. Where it is known which record became
which, both sides have the same rows; a record that is not in the output has a row all the same,
with nothing in it.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Counts
from shoal.utility.grouping import group_rows

SUPPRESSED = -1  # the code of a cell that shows nothing
UNKNOWN = -1  # the code of an input value that is not known


@dataclass(frozen=True, eq=False)
class Side:
    """One column of one table.

    Attributes:
        labels: The different texts; a missing value is null.
        codes: The label of each row, or `SUPPRESSED`.
    """

    labels: pl.Series
    codes: Codes

    @classmethod
    def of(cls, texts: pl.Series) -> "Side":
        """The side with these texts, one per row."""
        coded = texts.cast(pl.Categorical)
        physical = coded.to_physical().cast(pl.Int64).fill_null(-1).to_numpy()
        known, codes = group_rows([physical + 1], [int(physical.max(initial=-1)) + 2])[:2]
        return cls(texts.gather(known).cast(pl.String).rename("label"), codes)

    @property
    def missing(self) -> int:
        """The code of the missing value; `SUPPRESSED - 1` where there is none."""
        nulls = self.labels.is_null().arg_true()
        return int(nulls[0]) if len(nulls) else SUPPRESSED - 1

    def records(self, counts: Counts) -> Counts:
        """The records of each label, and last those of suppressed cells.

        Args:
            counts: The records of each row.
        """
        shown = np.where(self.codes == SUPPRESSED, len(self.labels), self.codes)
        sums = np.bincount(shown, counts, len(self.labels) + 1)
        return sums.astype(np.int64)


Pair = tuple[Side, Side]  # a column before and after


@dataclass(frozen=True, eq=False)
class Entries:
    """What became what, and how often: the different pairs of a column.

    Attributes:
        before: The input value of each entry, or `UNKNOWN`.
        after: Its label in the output, or `SUPPRESSED`.
        records: How many records have this pair of value and label.
        of_row: The entry of each row of the output.
        paired: Whether it is known which input value became which label.
    """

    before: Codes
    after: Codes
    records: Counts
    of_row: Codes
    paired: bool = True

    @classmethod
    def pairs(cls, before: Side, after: Side, counts: Counts) -> "Entries":
        """The pairs of a column whose rows are the same on both sides."""
        sizes = [len(before.labels), len(after.labels) + 1]
        first, of_row, _ = group_rows([before.codes, after.codes + 1], sizes)
        records = np.bincount(of_row, counts, len(first)).astype(np.int64)
        return cls(before.codes[first], after.codes[first], records, of_row)

    @classmethod
    def alone(cls, after: Side, counts: Counts) -> "Entries":
        """The labels of a column whose input values are not known."""
        first, of_row, _ = group_rows([after.codes + 1], [len(after.labels) + 1])
        records = np.bincount(of_row, counts, len(first)).astype(np.int64)
        unknown = np.full(len(first), UNKNOWN, np.int32)
        return cls(unknown, after.codes[first], records, of_row, paired=False)
