"""Who and what is in each cluster while clusters are merged, counted in records or in people."""

from typing import Protocol

import numpy as np

from shoal.engine.arrays import Codes, Counts
from shoal.engine.classes import Histogram
from shoal.engine.encoded import Occurrences


class Tally(Protocol):
    """How often each value of a column occurs in each cluster."""

    def histogram(self, ones: Counts, others: Counts) -> Histogram:
        """The values of some clusters, each merged with another; -1 for no other."""
        ...

    def take(self, one: int, other: int) -> None:
        """Add what is in another cluster to one."""
        ...


def tally_of(values: Occurrences, people: Codes | None, cluster: Counts, clusters: int) -> Tally:
    """The tally of a sensitive column; with the person of each record, it counts people."""
    if people is None:
        return _Records(values, cluster, clusters)
    return _People(values, people, cluster, clusters)


class Members:
    """The people in each cluster."""

    def __init__(self, people: Codes, cluster: Counts, clusters: int) -> None:
        self._inside = _sets_by_cluster(people.astype(np.int64), cluster, clusters)

    def count(self, ones: Counts, others: Counts) -> Counts:
        """How many people some clusters have, each merged with another; -1 for no other."""
        return np.array([len(found) for found in _unite(self._inside, ones, others)], np.int64)

    def take(self, one: int, other: int) -> None:
        """Add the people of another cluster to one."""
        self._inside[one] |= self._inside[other]


class _Records:
    """A record counts once for its value."""

    def __init__(self, values: Occurrences, cluster: Counts, clusters: int) -> None:
        self._values, width = values, len(values.labels)
        cells = np.bincount(cluster * width + codes_by_record(values), minlength=clusters * width)
        self._counts = cells.reshape(clusters, width).astype(np.int64)

    def histogram(self, ones: Counts, others: Counts) -> Histogram:
        """As in `Tally`."""
        rows = self._counts[ones] + np.where(others[:, np.newaxis] >= 0, self._counts[others], 0)
        classes, codes = np.nonzero(rows)
        return _histogram(self._values, classes, codes, rows[classes, codes])

    def take(self, one: int, other: int) -> None:
        """As in `Tally`."""
        self._counts[one] += self._counts[other]


class _People:
    """A person with several records of one value counts once for it, as in classes."""

    def __init__(self, values: Occurrences, people: Codes, cluster: Counts, clusters: int) -> None:
        self._values = values
        self._everybody = int(people.max(initial=0)) + 1
        pairs = codes_by_record(values).astype(np.int64) * self._everybody + people
        self._inside = _sets_by_cluster(pairs, cluster, clusters)

    def histogram(self, ones: Counts, others: Counts) -> Histogram:
        """As in `Tally`."""
        found = _unite(self._inside, ones, others)
        classes = np.repeat(np.arange(len(found)), [len(pairs) for pairs in found])
        codes = np.array([pair for pairs in found for pair in pairs], np.int64) // self._everybody
        kinds, counts = np.unique(np.stack([classes, codes]), axis=1, return_counts=True)
        return _histogram(self._values, kinds[0], kinds[1], counts)

    def take(self, one: int, other: int) -> None:
        """As in `Tally`."""
        self._inside[one] |= self._inside[other]


def codes_by_record(values: Occurrences) -> Codes:
    """The code of each record's value; an error for a part of a table, which does not know it."""
    if values.by_record is None:
        raise ValueError("records of a part of a table are not known one by one")
    return values.by_record


def _sets_by_cluster(numbers: Counts, cluster: Counts, clusters: int) -> list[set[int]]:
    """The different numbers in each cluster."""
    order = np.argsort(cluster, kind="stable")
    ends = np.cumsum(np.bincount(cluster, minlength=clusters))[:-1]
    return [set(part.tolist()) for part in np.split(numbers[order], ends)]


def _unite(inside: list[set[int]], ones: Counts, others: Counts) -> list[set[int]]:
    """What is in some clusters, each merged with another; -1 for no other."""
    pairs = zip(ones.tolist(), others.tolist(), strict=True)
    return [inside[one] if other < 0 else inside[one] | inside[other] for one, other in pairs]


def _histogram(values: Occurrences, classes: Counts, codes: Counts, counts: Counts) -> Histogram:
    """A histogram of a column's values, with what the whole table has."""
    places = classes.astype(np.int32), codes.astype(np.int32)
    return Histogram(*places, counts, values.reference, values.tree, values.missing)
