"""Equivalence classes: what a promise is given to judge."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.engine.encoded import EncodedTable, Occurrences
from shoal.engine.grouping import Grouping, group_keys
from shoal.engine.information import information_lost
from shoal.engine.sums import sum_by_number


@dataclass(frozen=True, eq=False)
class Histogram:
    """How often each value of a column occurs in each class, without the zeros.

    Attributes:
        classes: The class of each entry; entries are sorted by class, then value.
        values: The value code of each entry.
        counts: The number of records.
        reference: How often each value occurs in the whole table, before anything is suppressed.
        tree: Per level of the column's hierarchy, where it has one: the node of each value.
        missing: The code of the missing value; -1 where no value is missing.
    """

    classes: Codes
    values: Codes
    counts: Counts
    reference: Counts
    tree: tuple[Codes, ...] = ()
    missing: int = -1

    @property
    def known_values(self) -> "Histogram":
        """The histogram without the missing value, which is not a value a class can have."""
        if self.missing < 0:
            return self
        there = self.values != self.missing
        classes, values, counts = self.classes[there], self.values[there], self.counts[there]
        return Histogram(classes, values, counts, self.reference, self.tree)

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
        population: Everybody in the population who looks like the class, itself included, where a
            promise asks for it; records or people, as sizes are.
        strangers: How many classes of the population have no record here.
        information: Tells how much of the information about its values each class has lost.
    """

    sizes: Counts
    records: Counts
    histograms: Mapping[str, Histogram] = field(default_factory=dict)
    population: Counts | None = None
    strangers: int = 0
    information: Callable[[], Floats] | None = None

    @cached_property
    def information_lost(self) -> Floats:
        """From 0, nothing, to 1; values that nobody generalized have lost nothing."""
        return np.zeros(len(self.sizes)) if self.information is None else self.information()

    def histogram(self, column: str) -> Counts:
        """How often each value of a sensitive column occurs in each class, zeros included."""
        return self.histograms[column].dense(len(self.sizes))


def classes_of(encoded: EncodedTable, grouping: Grouping) -> EquivalenceClasses:
    """What promises may see of a grouping."""
    population, strangers = population_of(encoded, grouping)
    return EquivalenceClasses(
        sizes=members_of(encoded, grouping),
        records=grouping.sizes,
        histograms={
            name: histogram(occurrences, grouping)
            for name, occurrences in encoded.sensitive.items()
        },
        population=population,
        strangers=strangers,
        information=partial(information_lost, encoded, grouping),
    )


def members_of(encoded: EncodedTable, grouping: Grouping) -> Counts:
    """The records, or people where they are counted, of each class."""
    people = encoded.people
    return grouping.sizes if people is None else _count_people(people, grouping)


def histogram(occurrences: Occurrences, grouping: Grouping) -> Histogram:
    """Add up a column's occurrences per class, through sorted (class, value) pairs."""
    classes = grouping.class_of_tuple[occurrences.tuples].astype(np.int64)
    pairs = classes * len(occurrences.labels) + occurrences.values
    cells = len(grouping.sizes) * len(occurrences.labels)
    found, counts = _sum_pairs(pairs, occurrences, cells)
    classes, values = np.divmod(found, len(occurrences.labels))
    return Histogram(
        classes.astype(np.int32),
        values.astype(np.int32),
        counts,
        occurrences.reference,
        occurrences.tree,
        occurrences.missing,
    )


def _sum_pairs(pairs: Counts, occurrences: Occurrences, cells: int) -> tuple[Counts, Counts]:
    """The distinct pairs in order, and the records or people of each."""
    if occurrences.people is not None:
        order = np.lexsort((occurrences.people, pairs))
        pairs, people = pairs[order], occurrences.people[order]
        new = np.flatnonzero((np.diff(pairs, prepend=-1) != 0) | (np.diff(people, prepend=-1) != 0))
        return np.unique(pairs[new], return_counts=True)
    return sum_by_number(pairs, occurrences.counts, cells)


def _count_people(people: Occurrences, grouping: Grouping) -> Counts:
    """Distinct persons per class: a person with many records counts once."""
    entries = histogram(people, grouping).classes
    return np.bincount(entries, minlength=len(grouping.sizes)).astype(np.int64)


def population_of(encoded: EncodedTable, grouping: Grouping) -> tuple[Counts | None, int]:
    """The population of each class, if there is one, and how many more classes it has."""
    wide = encoded.population
    if wide is None:
        return None, 0
    everybody = group_keys(encoded, np.concatenate((encoded.keys, wide.keys)), grouping.levels)
    # The classes of the table come first, in the same order: that of their first tuples.
    place = everybody[len(encoded.keys) :]
    classes = max(len(grouping.sizes), int(everybody.max(initial=-1)) + 1)
    counts = np.bincount(place, wide.counts, classes).astype(np.int64)
    if wide.people is not None:
        levels, keys = grouping.levels, grouping.keys
        counts = _count_people(wide.people, Grouping(levels, keys, counts, place))
    return counts[: len(grouping.sizes)], classes - len(grouping.sizes)
