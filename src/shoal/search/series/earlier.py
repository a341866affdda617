"""The earlier releases of a series, and what they show of the people of the next table."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from shoal.engine.arrays import Bools, Counts
from shoal.engine.lattice import Levels
from shoal.search.series.promised import Promised


@dataclass(frozen=True, eq=False)
class Earlier:
    """An earlier release of the series.

    Attributes:
        classes: The class of each record that it shows.
        places: Where each of these records stands in the new table; -1 if it left, or shows other
            values now.
        links: What else each of them shows, the same number for the same values in all releases.
        rungs: The rung of each class; -1 for classes without anybody who is still in the table.
        promised: What it promised.
        records: How many records the new table has.
        met: Like `places`, but -1 only for those who left, whatever the others show now.
    """

    classes: Counts
    places: Counts
    links: Counts
    rungs: Counts
    promised: Promised
    records: int
    met: Counts

    @cached_property
    def class_of(self) -> Counts:
        """Its class of each record of the new table; -1 if it does not show the record."""
        return self._at(self.places)

    @cached_property
    def class_before(self) -> Counts:
        """Like `class_of`, but also for people who show other values now."""
        return self._at(self.met)

    def _at(self, places: Counts) -> Counts:
        """For each record of the new table, the class of the record with that place; else -1."""
        found = np.full(self.records, -1)
        here = places >= 0
        found[places[here]] = self.classes[here]
        return found

    @cached_property
    def is_shown(self) -> Bools:
        """Which records of the new table it shows."""
        return self.class_of >= 0

    @cached_property
    def rung_of(self) -> Counts:
        """The rung on which it shows each record of the new table; -1 where it does not."""
        found: Counts = np.where(self.is_shown, self.rungs[self.class_of], -1)
        return found

    @cached_property
    def count(self) -> int:
        """The number of its classes."""
        return int(self.classes.max(initial=-1)) + 1

    @cached_property
    def pair_counts(self) -> tuple[Counts, Counts]:
        """The pairs of class and link that it shows, as one number each, and how often."""
        keys, counts = np.unique(self.keys(self.classes, self.links), return_counts=True)
        return keys, counts

    def keys(self, classes: Counts, links: Counts) -> Counts:
        """One number for each pair of a class and a link."""
        return links.astype(np.int64) * self.count + classes

    @cached_property
    def somebody(self) -> Counts:
        """Where somebody of each class stands in the new table; -1 if nobody is left."""
        found = np.full(self.count, -1)
        found[self.class_of[self.is_shown]] = np.flatnonzero(self.is_shown)
        return found

    @cached_property
    def people_who_left(self) -> tuple[Counts, Counts]:
        """The classes and the links of those who left, or show other values now."""
        left = self.places < 0
        return self.classes[left], self.links[left]


@dataclass(frozen=True, eq=False)
class History:
    """What the earlier releases of a series have disclosed, and what the next one promises.

    Attributes:
        earlier: The releases before.
        links: What each record of the new table shows besides quasi-identifiers, as a number.
        values: The sensitive values that come with each link: a line per column, an entry per
            link.
        promised: What the new release promises.
        ladder: The level vectors of the series, the highest first.
    """

    earlier: tuple[Earlier, ...]
    links: Counts
    values: Counts
    promised: Promised
    ladder: tuple[Levels, ...]

    @cached_property
    def own(self) -> Counts:
        """The sensitive values of the new table: a line per column, an entry per record."""
        found: Counts = self.values[:, self.links]
        return found

    def both(self, one: Earlier) -> Promised:
        """What groups must have that the new release and an earlier one tell apart together."""
        return self.promised.combine_with(one.promised)
