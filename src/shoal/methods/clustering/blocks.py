"""Clusters within blocks of similar records, for tables too large to look at every record.

Records are sorted by their columns, those first that lose least where a sample of the table is
clustered: records that end up together rarely differ there. Siblings of a tree stand together, and
numbers come after categories. Within a block, records keep the order of the table; who is left over
is the first to be looked at in the next block (docs/theory/clusters.md).
"""

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.methods.clustering.clusters import NONE
from shoal.methods.clustering.growing import Left
from shoal.methods.clustering.loss import Formed
from shoal.methods.clustering.space import Space
from shoal.methods.clustering.ties import order_by_cost
from shoal.progress import Progress, Watch

SAMPLE = 3_000  # records that tell by which columns to sort


def clusters_in_blocks(space: Space, k: int, block: int, watch: Watch) -> tuple[Counts, int]:
    """The cluster of each record, and how many clusters there are.

    Fewer than k records are left over in the end; their cluster is NONE.
    """
    order = similar_together(space, k)
    cluster = np.full(space.records, NONE, np.int64)
    number, waiting = 0, order[:0]
    for start in range(0, space.records, block):
        watch(Progress("search", start, space.records))
        left = Left.of(space, np.concatenate([waiting, np.sort(order[start : start + block])]))
        number = left.grow(space, k, cluster, number, space.records)
        waiting = left.place[: left.count].copy()
    return cluster, number


def similar_together(space: Space, k: int) -> Counts:
    """The places of all records, in an order in which similar ones are near each other."""
    lost = _sample_losses(space, k)
    categories = order_by_cost(lost[list(space.categories)])
    ranges = order_by_cost(lost[list(space.ranges)])
    keys = [_ranks(space, at)[space.leaves[:, at]] for at in categories]
    return np.lexsort([*keys, *(space.numbers[:, at] for at in ranges)][::-1])


def _sample_losses(space: Space, k: int) -> Floats:
    """What each column loses where records from all over the table are clustered."""
    chosen = np.unique(np.linspace(0, space.records - 1, SAMPLE).astype(np.int64))
    part = space.part(chosen)
    cluster = np.full(part.records, NONE, np.int64)
    Left.of(part, np.arange(part.records)).grow(part, k, cluster, 0, part.records)
    inside = np.flatnonzero(cluster != NONE)
    if not len(inside):
        return np.zeros(len(space.weights))
    part = part.part(inside)
    return Formed.of(part, cluster[inside]).by_column(part)


def _ranks(space: Space, at: int) -> Counts:
    """The place of each value of a column, with its siblings in the tree beside it."""
    up = space.taxonomies[at].up
    ranks = np.empty(up.shape[1], np.int64)
    ranks[np.lexsort(up)] = np.arange(up.shape[1])  # the highest level decides first
    return ranks
