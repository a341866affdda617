"""What clusters lose: GIL and NGIL (Campan & Truta 2009; docs/theory/clusters.md)."""

from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.methods.clustering.clusters import generalize_clusters
from shoal.methods.clustering.space import Space


@dataclass(frozen=True, eq=False)
class Formed:
    """The clusters of a table.

    Attributes:
        cluster: The cluster of each record.
        sizes: How many records each cluster has.
        low: Per cluster and column of numbers: the lowest number, scaled as in `Space`.
        high: Per cluster and column of numbers: the highest number.
        nodes: Per cluster and column of categories: the lowest common ancestor.
    """

    cluster: Counts
    sizes: Counts
    low: Floats
    high: Floats
    nodes: Codes

    @classmethod
    def of(cls, space: Space, cluster: Counts) -> "Formed":
        """What the records of each cluster have in common; clusters are numbered from 0."""
        clusters = int(cluster.max(initial=-1)) + 1
        low, high, first, level = generalize_clusters(
            space.numbers, space.leaves, space.up, cluster, clusters
        )
        nodes = space.up[np.arange(first.shape[1]), level, first]
        return cls(cluster, np.bincount(cluster, minlength=clusters), low, high, nodes)

    def costs(self, space: Space) -> Floats:
        """One row per cluster: the share that each column of the table loses, without weights."""
        costs = np.empty((len(self.sizes), len(space.weights)))
        for at, column in enumerate(space.ranges):
            longest = self.high[:, at] - self.low[:, at]
            costs[:, column] = np.minimum(longest, space.limits[at]) / space.limits[at]
        for at, column in enumerate(space.categories):
            costs[:, column] = space.taxonomies[at].costs[self.nodes[:, at]]
        return costs

    def gil(self, space: Space) -> float:
        """Generalization information loss: the shares lost, summed over records and columns."""
        return float(self.sizes @ self.costs(space).sum(axis=1))

    def by_column(self, space: Space) -> Floats:
        """The share that each column loses, averaged over records."""
        shares: Floats = self.sizes @ self.costs(space) / max(1, len(self.cluster))
        return shares

    def ngil(self, space: Space) -> float:
        """GIL by records and columns, from 0 to 1."""
        return float(self.by_column(space).mean())

    def ngil_with_weights(self, space: Space) -> float:
        """The same with the weights of the columns: what clustering makes small."""
        return float(self.by_column(space) @ space.weights)
