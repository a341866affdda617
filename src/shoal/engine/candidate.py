"""One level vector seen on the data: its classes, and which of them are suppressed."""

from dataclasses import dataclass
from functools import cached_property

from numba import int64

from shoal.engine.arrays import Bools, Codes, Counts, Keys
from shoal.engine.encoded import EncodedTable
from shoal.engine.grouping import Grouping
from shoal.engine.kernel import kernel


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
        encoded, layout = self.encoded, self.encoded.layout
        codes = encoded.columns[column].codes[self.levels[column]]
        shift, mask = layout.shift[column], layout.mask[column]
        words = encoded.keys[:, layout.word[column]]
        return _sums(words, shift, mask, codes, values, encoded.counts, self.suppressed_tuples)


@kernel
def _sums(
    words: Keys,
    shift: int,
    mask: int,
    codes: Codes,
    values: Counts,
    counts: Counts,
    suppressed: Bools,
) -> tuple[int, int]:
    """One pass over the tuples; whole numbers, so any order gives the same."""
    everything, left_out = int64(0), int64(0)
    for at in range(words.size):
        part = counts[at] * values[codes[int64((words[at] >> shift) & mask)]]
        everything += part
        if suppressed[at]:
            left_out += part
    return everything, left_out
