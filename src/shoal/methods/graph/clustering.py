"""Greedy clusters of at least k nodes that lose little of their values and of their edges.

Campan & Truta 2009, §5: a cluster starts with the node that has most neighbors among those left
(the first of equals) and takes, one after the other, the node with the smallest
alpha · NGIL + beta · structural distance; nodes that are left over at the end join the cluster that
costs least (docs/theory/clusters.md).
"""

import numpy as np

from shoal.engine.arrays import Counts
from shoal.methods.clustering.clusters import NONE
from shoal.methods.clustering.space import Space
from shoal.methods.graph.graph import Graph
from shoal.methods.graph.growing import disperse_leftovers, grow_cluster
from shoal.progress import Progress, Watch, ignore_progress


def cluster_graph(
    space: Space,
    graph: Graph,
    k: int,
    *,
    alpha: float = 1.0,
    beta: float = 1.0,
    watch: Watch = ignore_progress,
) -> Counts:
    """The cluster of each node, numbered in the order in which they were formed.

    Args:
        space: The values of the nodes, at least k.
        graph: Their edges.
        k: The smallest cluster.
        alpha: How much generalization counts.
        beta: How much structure counts.
        watch: Called before each cluster.
    """
    given = (
        *(graph.starts, graph.neighbors),
        *(space.numbers, space.leaves, space.limits, space.up, space.costs),
        *(float(alpha), float(beta)),
    )
    cluster, near = np.full(graph.nodes, NONE, np.int64), np.zeros(graph.nodes, np.int64)
    bound = np.zeros(graph.nodes)
    left, many, number = np.arange(graph.nodes), graph.nodes, 0
    for seed in np.argsort(-graph.degrees, kind="stable").tolist():
        if many < k:
            break
        if cluster[seed] == NONE:
            watch(Progress("search", number, graph.nodes // k))
            many = grow_cluster(*given, k, left, many, seed, near, bound, cluster, number)
            number += 1
    return disperse_leftovers(*given, cluster, number)
