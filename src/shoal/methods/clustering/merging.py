"""Clusters that break a promise about their sensitive values, or have too few people, are merged.

A promise that merging cannot break, such as l-diversity and t-closeness, holds in the end for all
clusters or not even for the whole table. A cluster that breaks it takes, of those that would cost
least together with it, the first with which it keeps the promise; if there is none, the cheapest.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.engine.arrays import Bools, Codes, Counts, Floats
from shoal.engine.classes import EquivalenceClasses
from shoal.engine.encoded import EncodedTable
from shoal.engine.kernel import kernel
from shoal.errors import NoReleaseError
from shoal.methods.clustering.clusters import generalize_clusters, lowest_common_level, range_cost
from shoal.methods.clustering.space import Space
from shoal.methods.clustering.tally import Members, codes_by_record, tally_of
from shoal.methods.clustering.ties import order_by_cost
from shoal.privacy import privacy_models
from shoal.privacy.model import ClassPromise

NEAREST = 32  # clusters that are tried as companions


def merge_clusters(
    space: Space, encoded: EncodedTable, cluster: Counts, promises: Sequence[ClassPromise], k: int
) -> Counts:
    """The cluster of each record after enough clusters were merged, numbered without gaps.

    Raises NoReleaseError if even all records together break a promise.

    Args:
        space: The records.
        encoded: Their table.
        cluster: The cluster of each record; each has at least k records.
        promises: What every cluster must keep.
        k: How many people every cluster must have, if the study counts people.
    """
    if not promises and encoded.people is None:
        return cluster
    found = _Merging(space, encoded, cluster, promises, k)
    while len(broken := found.violations()):
        if found.alive.sum() == 1:
            raise found.impossible()
        for one in broken.tolist():
            found.merge(one)
    return found.cluster_numbers()


class _Merging:
    """Clusters while they are merged.

    A cluster that was taken is not `alive` any more; `into` says which one took it.
    """

    def __init__(
        self,
        space: Space,
        encoded: EncodedTable,
        cluster: Counts,
        promises: Sequence[ClassPromise],
        k: int,
    ) -> None:
        clusters = int(cluster.max()) + 1
        self.space, self.cluster, self.promises, self.k = space, cluster, promises, k
        self.state = _State(
            *generalize_clusters(space.numbers, space.leaves, space.up, cluster, clusters)
        )
        self.sizes = np.bincount(cluster, minlength=clusters)
        self.alive = np.ones(clusters, np.bool_)
        self.into = np.arange(clusters)
        names = dict.fromkeys(str(getattr(promise, "column", "")) for promise in promises)
        people = None if encoded.people is None else codes_by_record(encoded.people)
        self.members = None if people is None else Members(people, cluster, clusters)
        self.tallies = {
            name: tally_of(encoded.sensitive[name], people, cluster, clusters) for name in names
        }

    def violations(self) -> Counts:
        """The numbers of the clusters that break a promise."""
        alive = np.flatnonzero(self.alive)
        return alive[self._breaks(alive, np.zeros(len(alive), np.int64) - 1)]

    def impossible(self) -> NoReleaseError:
        """The error that names the promises that not even all records together keep."""
        classes = self._classes(np.flatnonzero(self.alive), np.array([-1]))
        return NoReleaseError(
            *(
                _describe(promise, classes)
                for promise in self.promises
                if promise.violations(classes)[0]
            )
        )

    def merge(self, one: int) -> None:
        """A cluster takes another, unless it was taken itself or keeps the promises by now."""
        others = np.flatnonzero(self.alive)
        others = others[others != one]
        itself = np.array([one])
        if not self.alive[one] or not len(others) or not self._breaks(itself, np.array([-1]))[0]:
            return
        near = others[order_by_cost(self._increase(one, others), len(self.cluster))[:NEAREST]]
        kept = ~self._breaks(np.full(len(near), one), near)
        self._take(one, int(near[kept][0] if kept.any() else near[0]))

    def cluster_numbers(self) -> Counts:
        """The cluster of each record, without gaps."""
        final = self.into
        while (final != (next_one := final[final])).any():
            final = next_one
        numbers: Counts = (np.cumsum(self.alive) - 1)[final[self.cluster]]
        return numbers

    def _increase(self, one: int, others: Counts) -> Floats:
        """How much dearer it is to take each of some others.

        What all records cost together, less what the other costs now; what `one` itself costs now
        is the same for all, and not subtracted.
        """
        space, state = self.space, self.state
        parts = space.limits, space.up, space.costs, state.low, state.high, state.first, state.level
        together, alone = costs_of_union(*parts, one, others)
        sizes = self.sizes[others]
        more: Floats = (self.sizes[one] + sizes) * together - sizes * alone
        return more

    def _breaks(self, ones: Counts, others: Counts) -> Bools:
        """Whether each cluster, merged with another, breaks a promise; -1 for no other."""
        classes = self._classes(ones, others)
        broken = classes.sizes < self.k
        for promise in self.promises:
            broken |= promise.violations(classes)
        return broken

    def _classes(self, ones: Counts, others: Counts) -> EquivalenceClasses:
        """Each cluster, merged with another, as a class that promises can be asked about."""
        if self.members is None:
            sizes = self.sizes[ones] + np.where(others >= 0, self.sizes[others], 0)
        else:
            sizes = self.members.count(ones, others)
        tallies = {name: tally.histogram(ones, others) for name, tally in self.tallies.items()}
        return EquivalenceClasses(sizes, sizes, tallies)

    def _take(self, one: int, other: int) -> None:
        """Add the records of another cluster to one."""
        self.state.unite(self.space.up, one, other)
        for tally in self.tallies.values():
            tally.take(one, other)
        if self.members is not None:
            self.members.take(one, other)
        self.sizes[one] += self.sizes[other]
        self.alive[other], self.into[other] = False, one


@dataclass(frozen=True, eq=False)
class _State:
    """The ranges and nodes of clusters, as `generalize_clusters` returns them."""

    low: Floats
    high: Floats
    first: Codes
    level: Codes

    def unite(self, up: Codes, one: int, other: int) -> None:
        """Widen the ranges and raise the nodes of a cluster until they cover another, too."""
        self.low[one] = np.minimum(self.low[one], self.low[other])
        self.high[one] = np.maximum(self.high[one], self.high[other])
        for column in range(self.first.shape[1]):
            value, added = self.first[one, column], self.first[other, column]
            level = max(self.level[one, column], self.level[other, column])
            while up[column, level, value] != up[column, level, added]:
                level += 1
            self.level[one, column] = level


def _describe(promise: Any, classes: EquivalenceClasses) -> str:  # noqa: ANN401  (any promise)
    """What a promise asks for, and what the only class there is has."""
    name, column = privacy_models.name_of(promise), getattr(promise, "column", "")
    parameter, found = promise.measures, promise.measured(classes)
    asked, reached = getattr(promise, parameter), "no value" if found is None else f"{found:g}"
    return (
        f"constraints: no cluster can keep {name!r} of {column!r}. It asks for {parameter} ="
        f" {asked:g}, and all records together have {reached}. Weaken it, or leave it out."
    )


@kernel
def costs_of_union(
    limits: Floats, up: Codes, costs: Floats, low: Floats, high: Floats,
    first: Codes, level: Codes, one: int, others: Counts,
) -> tuple[Floats, Floats]:  # fmt: skip
    """What a record costs in the union with each of some others, and in each of those alone."""
    together, alone = np.zeros(others.size), np.zeros(others.size)
    for at in range(others.size):
        other = others[at]
        for column in range(first.shape[1]):
            value, added = first[one, column], first[other, column]
            start = max(level[one, column], level[other, column])
            met = lowest_common_level(up, column, value, start, added)
            together[at] += costs[column, up[column, met, value]]
            alone[at] += costs[column, up[column, level[other, column], added]]
        for column in range(limits.size):
            bottom = min(low[one, column], low[other, column])
            top = max(high[one, column], high[other, column])
            together[at] += range_cost(bottom, top, limits[column])
            alone[at] += range_cost(low[other, column], high[other, column], limits[column])
    return together, alone
