"""How often each value of a column occurs in each class, counted from records one by one."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from shoal.verify.case.sensitive import Sensitive, Whole
from shoal.verify.values.dictionary import Codes

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Tally:
    """The values of one column, class by class; only values that occur have an entry.

    Attributes:
        number: How many classes there are.
        classes: The class of each entry, ascending.
        values: The value of each entry.
        counts: How many records (or people) of the class have the value.
        table: How many of the whole table have each value: what classes are compared with.
        column: The column itself: its order and its hierarchy.
    """

    number: int
    classes: Whole
    values: Whole
    counts: Whole
    table: Whole
    column: Sensitive

    @cached_property
    def totals(self) -> Whole:
        """How many records (or people) each class has, added up over its values."""
        return self.sum_by_class(self.counts)

    @cached_property
    def different(self) -> Whole:
        """How many different values each class has."""
        return np.bincount(self.classes, minlength=self.number)

    @cached_property
    def only_known(self) -> "Tally":
        """The tally without missing values, since they make no class diverse."""
        there = self.values != self.column.data.missing
        classes, values, counts = (part[there] for part in (self.classes, self.values, self.counts))
        return replace(self, classes=classes, values=values, counts=counts)

    @property
    def table_total(self) -> int:
        """How many records (or people) the table has, added up over its values."""
        return int(self.table.sum())

    def sum_by_class(self, per_entry: Whole) -> Whole:
        """Whole numbers per entry, added up per class without rounding."""
        sums = np.zeros(self.number, dtype=per_entry.dtype)
        np.add.at(sums, self.classes, per_entry)
        return sums

    def against_release(self) -> "Tally":
        """The same classes, compared with what all of them show together."""
        released = np.bincount(self.values, self.counts, len(self.table))
        return replace(self, table=released.astype(np.int64))


def tally(
    column: Sensitive, number: int, classes: Whole, values: Codes, people: Whole | None = None
) -> Tally:
    """Count the values of records in their classes; somebody with many records counts once.

    Args:
        column: The column.
        number: How many classes there are.
        classes: The class of each record.
        values: The value of each record.
        people: Whose record each record is, where people are counted.
    """
    pairs = classes * column.size + values
    if people is not None:
        order = np.lexsort((people, pairs))
        pairs, people = pairs[order], people[order]
        again = (np.diff(pairs, prepend=-1) == 0) & (np.diff(people, prepend=-1) == 0)
        pairs = pairs[~again]
    present, counts = _count_numbers(pairs, number * column.size)
    return Tally(
        number, present // column.size, present % column.size, counts, column.table, column
    )


def _count_numbers(numbers: Whole, size: int) -> tuple[Whole, Whole]:
    """The numbers that occur, ascending, and how often each does."""
    if size > 4 * (len(numbers) + 1024):
        return np.unique(numbers, return_counts=True)
    counts = np.bincount(numbers, minlength=size)
    present = np.flatnonzero(counts)
    return present, counts[present]
