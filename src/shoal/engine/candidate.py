"""One level vector seen on the data: its classes, and which of them are suppressed."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numba import int64

from shoal.engine.arrays import Bools, Codes, Counts, Keys
from shoal.engine.distinct import distinct
from shoal.engine.encoded import EncodedTable, Occurrences
from shoal.engine.grouping import Grouping
from shoal.engine.kernel import kernel


@dataclass(frozen=True, eq=False)
class Candidate:
    """A level vector with its classes; all that a quality model may see.

    Attributes:
        encoded: The table.
        grouping: The classes at these levels.
        suppressed: Which classes violate a promise and are left out.
        vetoed: Whether a promise forbids the candidate, whatever is suppressed.
    """

    encoded: EncodedTable
    grouping: Grouping
    suppressed: Bools
    vetoed: bool = False

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

    @cached_property
    def kept_sizes(self) -> Counts:
        """Records of each class that is released; classes without such records do not count."""
        sizes = self.grouping.sizes[~self.suppressed]
        return sizes[sizes > 0]

    def counts(self, column: int) -> Counts:
        """How many records have each generalized code of a column, suppressed ones included."""
        encoded = self.encoded.columns[column]
        codes, size = encoded.codes[self.levels[column]], encoded.sizes[self.levels[column]]
        return np.bincount(codes, self.encoded.marginals[column], size).astype(np.int64)

    def suppressed_counts(self, column: int) -> Counts:
        """How many suppressed records have each generalized code of a column."""
        size = self.encoded.columns[column].sizes[self.levels[column]]
        keys, sizes = self._suppressed_classes
        codes = self.encoded.layout.field(keys, column)
        return np.bincount(codes, sizes, size).astype(np.int64)

    @cached_property
    def _suppressed_classes(self) -> tuple[Keys, Counts]:
        return self.grouping.keys[self.suppressed], self.grouping.sizes[self.suppressed]

    def sums(self, column: int, values: Counts) -> tuple[int, int]:
        """A value per code, summed over all records and over the suppressed ones."""
        encoded, layout = self.encoded, self.encoded.layout
        codes = encoded.columns[column].codes[self.levels[column]]
        shift, mask = layout.shift[column], layout.mask[column]
        words = encoded.keys[:, layout.word[column]]
        return _sums(words, shift, mask, codes, values, encoded.counts, self.suppressed_tuples)

    def distinct_sums(self, occurrences: Occurrences) -> tuple[int, int]:
        """Different values of a column in a record's class, summed over all and suppressed."""
        units = self.grouping.sizes * distinct_values(occurrences, self.grouping)
        return int(units.sum()), int(units[self.suppressed].sum())


def distinct_values(occurrences: Occurrences, grouping: Grouping) -> Counts:
    """How many different values of a column each class has, the missing one included."""
    classes = grouping.class_of_tuple[occurrences.tuples].astype(np.uint64)
    pairs = (classes << np.uint64(32)) | occurrences.values.astype(np.uint64)
    found, records, _ = distinct(pairs.reshape(-1, 1), occurrences.counts)
    classes = (found[records > 0, 0] >> np.uint64(32)).astype(np.int64)
    return np.bincount(classes, minlength=len(grouping.sizes))


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
