"""What the releases of a series promise about groups of people: enough people, enough values.

A group is all people whom nobody can tell apart by a release, or by several releases together.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Bools, Counts


@dataclass(frozen=True)
class Promised:
    """How many people each group must have, and how many different values among them.

    Attributes:
        size: How many people a group must have.
        diversity: How many different values of each sensitive column it must have.
    """

    size: int
    diversity: tuple[int, ...] = ()

    def combine_with(self, other: "Promised") -> "Promised":
        """The promise that implies both this and the other: the larger one of each number."""
        pairs = zip(self.diversity, other.diversity, strict=True)
        return Promised(max(self.size, other.size), tuple(max(pair) for pair in pairs))

    def people_lacking(self, values: Counts) -> int:
        """How many people must join a group at least until it keeps the promise; 0 if it does.

        Args:
            values: The values of the group: a line per sensitive column, an entry per person.
        """
        found: list[int] = [self.size - values.shape[1]]
        found += [
            number - len(np.unique(column))
            for number, column in zip(self.diversity, values, strict=True)
        ]
        return int(max(0, *found))

    def people_lacking_each(self, groups: Counts, values: Counts) -> Counts:
        """The same for many groups, by the number of the group; a number without people lacks 0.

        Args:
            groups: The number of each person's group, from 0 on.
            values: A line per sensitive column, an entry per person.
        """
        sizes = np.bincount(groups)
        lacks = self.size - sizes
        for number, column in zip(self.diversity, values, strict=True):
            lacks = np.maximum(lacks, number - _different(groups, column, len(sizes)))
        return np.where(sizes > 0, np.maximum(lacks, 0), 0)

    def is_in_broken_group(self, groups: Counts, values: Counts) -> Bools:
        """For each person, whether their group breaks the promise; groups may have any numbers."""
        if not len(groups):
            return np.zeros(0, np.bool_)
        _, dense = np.unique(groups, return_inverse=True)
        broken: Bools = self.people_lacking_each(dense, values)[dense] > 0
        return broken


def _different(groups: Counts, values: Counts, count: int) -> Counts:
    """How many different values of one column each of the `count` groups has."""
    span = int(values.max(initial=0)) + 1
    pairs = np.unique(groups.astype(np.int64) * span + values)
    return np.bincount(pairs // span, minlength=count)


def number_tuples(*columns: Counts) -> Counts:
    """A number for each entry, equal where all columns are equal; from 0 on without gaps."""
    found = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        span = int(column.max(initial=0)) + 1
        _, found = np.unique(found * span + column, return_inverse=True)
    return found.reshape(-1)


def size_of_own_group(groups: Sequence[int] | Counts) -> Counts:
    """For each person, the size of their group."""
    _, dense, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    found: Counts = sizes[dense]
    return found
