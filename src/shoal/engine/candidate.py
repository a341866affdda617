"""One level vector seen on the data: its classes, and which of them are suppressed."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

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

    def sums(self, column: int, values: Counts) -> tuple[int, int]:
        """A value per code, summed over all records and over the suppressed ones."""
        here = values[self.encoded.codes(column, self.levels[column])] * self.encoded.counts
        return int(here.sum()), int(here[self._suppressed_positions].sum())

    @cached_property
    def _suppressed_positions(self) -> NDArray[np.intp]:
        return np.flatnonzero(self.suppressed_tuples)
