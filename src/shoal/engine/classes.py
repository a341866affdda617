"""Equivalence classes: all that a promise may see."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from shoal.engine.arrays import Codes, Counts
from shoal.engine.encoded import EncodedTable, Occurrences
from shoal.engine.grouping import Grouping


@dataclass(frozen=True, eq=False)
class Histogram:
    """How often each value of a column occurs in each class, without the zeros.

    Attributes:
        classes: The class of each entry; entries are sorted by class, then value.
        values: The value code of each entry.
        counts: The number of records.
        reference: How often each value occurs in the whole table, before anything is suppressed.
        tree: Per level of the column's hierarchy, where it has one: the node of each value.
    """

    classes: Codes
    values: Codes
    counts: Counts
    reference: Counts
    tree: tuple[Codes, ...] = ()

    @property
    def values_in_table(self) -> int:
        """How many values the column has."""
        return len(self.reference)

    def dense(self, classes: int) -> Counts:
        """One row per class, one column per value."""
        table = np.zeros((classes, self.values_in_table), np.int64)
        table[self.classes, self.values] = self.counts
        return table


@dataclass(frozen=True, eq=False)
class EquivalenceClasses:
    """Classes of records that look alike.

    Attributes:
        sizes: The number of records, or of people where the study counts people, in each class.
        records: The number of records in each class.
        histograms: Values of the sensitive columns in each class.
    """

    sizes: Counts
    records: Counts
    histograms: Mapping[str, Histogram] = field(default_factory=dict)

    def histogram(self, column: str) -> Counts:
        """How often each value of a sensitive column occurs in each class, zeros included."""
        return self.histograms[column].dense(len(self.sizes))


def classes_of(encoded: EncodedTable, grouping: Grouping) -> EquivalenceClasses:
    """What promises may see of a grouping."""
    people = encoded.people
    return EquivalenceClasses(
        sizes=grouping.sizes if people is None else _people(people, grouping),
        records=grouping.sizes,
        histograms={
            name: histogram(occurrences, grouping)
            for name, occurrences in encoded.sensitive.items()
        },
    )


def histogram(occurrences: Occurrences, grouping: Grouping) -> Histogram:
    """Add up a column's occurrences per class, through sorted (class, value) pairs."""
    classes = grouping.class_of_tuple[occurrences.tuples].astype(np.int64)
    pairs = classes * len(occurrences.labels) + occurrences.values
    order = np.argsort(pairs, kind="stable")
    starts = np.flatnonzero(np.diff(pairs[order], prepend=-1))
    counts = np.add.reduceat(occurrences.counts[order], starts) if starts.size else starts
    classes, values = np.divmod(pairs[order][starts], len(occurrences.labels))
    return Histogram(
        classes.astype(np.int32),
        values.astype(np.int32),
        counts,
        occurrences.reference,
        occurrences.tree,
    )


def _people(people: Occurrences, grouping: Grouping) -> Counts:
    """Distinct persons per class: a person with many records counts once."""
    entries = histogram(people, grouping).classes
    return np.bincount(entries, minlength=len(grouping.sizes)).astype(np.int64)
