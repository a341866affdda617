"""What every group of people must keep that releases tell apart, alone or together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Bools, Counts


@dataclass(frozen=True)
class Promised:
    """A number of people, and of different values among them.

    Attributes:
        size: How many people a group must have.
        diversity: How many values of each sensitive column.
    """

    size: int
    diversity: tuple[int, ...] = ()

    def with_(self, other: "Promised") -> "Promised":
        """What keeps both."""
        pairs = zip(self.diversity, other.diversity, strict=True)
        return Promised(max(self.size, other.size), tuple(max(pair) for pair in pairs))

    def people_lacking(self, values: Counts) -> int:
        """How many people a group lacks; values are those of its people, a row per column."""
        found: list[int] = [self.size - values.shape[1]]
        found += [
            number - len(np.unique(column))
            for number, column in zip(self.diversity, values, strict=True)
        ]
        return int(max(0, *found))

    def people_lacking_each(self, groups: Counts, values: Counts) -> Counts:
        """How many people each group lacks; those without people lack nobody."""
        sizes = np.bincount(groups)
        lacks = self.size - sizes
        for number, column in zip(self.diversity, values, strict=True):
            lacks = np.maximum(lacks, number - _different(groups, column, len(sizes)))
        return np.where(sizes > 0, np.maximum(lacks, 0), 0)

    def is_broken(self, groups: Counts, values: Counts) -> Bools:
        """For each person, whether the group is too small; groups may have any numbers."""
        if not len(groups):
            return np.zeros(0, np.bool_)
        _, dense = np.unique(groups, return_inverse=True)
        broken: Bools = self.people_lacking_each(dense, values)[dense] > 0
        return broken


def _different(groups: Counts, values: Counts, count: int) -> Counts:
    """How many different values each group has."""
    span = int(values.max(initial=0)) + 1
    pairs = np.unique(groups.astype(np.int64) * span + values)
    return np.bincount(pairs // span, minlength=count)


def number_tuples(*columns: Counts) -> Counts:
    """Equal tuples get equal numbers, from 0 on without gaps."""
    found = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        span = int(column.max(initial=0)) + 1
        _, found = np.unique(found * span + column, return_inverse=True)
    return found.reshape(-1)


def by_size(groups: Sequence[int] | Counts) -> Counts:
    """For each person, how many are in the same group."""
    _, dense, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    found: Counts = sizes[dense]
    return found
