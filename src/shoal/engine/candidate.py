"""One level vector seen on the data: its classes, and which of them are suppressed."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from shoal.engine.arrays import Bools, Counts
from shoal.engine.encoded import EncodedTable
from shoal.engine.grouping import Grouping


@dataclass(frozen=True, eq=False)
class Candidate:
    """A level vector with its classes; all that a quality model may see.

    Attributes:
        encoded: The table.
        grouping: The classes at these levels.
        suppressed: Which classes violate a promise and are left out.
    """

    encoded: EncodedTable
    grouping: Grouping
    suppressed: Bools

    @property
    def levels(self) -> tuple[int, ...]:
        """The level of each column."""
        return self.grouping.levels

    @cached_property
    def suppressed_records(self) -> int:
        """How many records are left out."""
        return int(self.grouping.sizes[self.suppressed].sum())

    @cached_property
    def suppressed_tuples(self) -> Bools:
        """Which distinct tuples are left out."""
        return self.suppressed[self.grouping.class_of_tuple]

    def marginal(self, column: int, *, suppressed: bool) -> Counts:
        """Records per code of a column at its level, among the suppressed or the kept records."""
        chosen = self.suppressed_tuples == suppressed
        level = self.levels[column]
        codes = self.encoded.codes(column, level)[chosen]
        counts = np.zeros(self.encoded.columns[column].sizes[level], np.int64)
        np.add.at(counts, codes, self.encoded.counts[chosen])  # integers: exact in any order
        return counts
