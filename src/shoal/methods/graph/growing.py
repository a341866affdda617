"""The greedy step on a graph, compiled: which node joins a cluster next.

Structural distances to all members are never formed. With a cluster of m members, the sum of the
distances of a node x is (m·d_x + Σ d_i - 2 Σ (e_xi + common_xi)) / (n - 2); only the last sum
differs between nodes of equal degree, and a new member changes it only for its neighbors and their
neighbors (docs/theory/clusters.md). `shoal.methods.clustering` knows what generalizing costs.

The scan is exact and lazy. What generalizing costs beside some members never falls as members are
added, in floating point, too; so the last cost that was worked out for a node bounds it from below,
and a node whose bound, with its true structural distance, is above the best is passed over.
"""

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.engine.kernel import inner, kernel
from shoal.methods.clustering.clusters import (
    NONE,
    cost_with_record,
    generalize_clusters,
    join,
    lowest_common_level,
    range_cost,
)
from shoal.methods.clustering.ties import TIE, first_cheapest, first_within


@kernel
def grow_cluster(
    starts: Counts, neighbors: Codes,
    numbers: Floats, leaves: Codes, limits: Floats, up: Codes, costs: Floats,
    alpha: float, beta: float, k: int,
    left: Counts, many: int, seed: int, near: Counts, bound: Floats, cluster: Counts, number: int,
) -> int:  # fmt: skip
    """Grow one cluster to k nodes; returns how many nodes are left.

    Args:
        starts: Where the neighbors of each node begin.
        neighbors: The neighbors of all nodes.
        numbers: As in `Space`.
        leaves: As in `Space`.
        limits: As in `Space`.
        up: As in `Space`.
        costs: As in `Space`.
        alpha: How much generalization counts.
        beta: How much structure counts.
        k: How many members the cluster gets.
        left: The nodes that have no cluster, in order; members are removed.
        many: How many there are, at least k.
        seed: The first member.
        near: Room to count in, one per node: zeros, and zeros again afterwards.
        bound: Room for the least cost of each node.
        cluster: The cluster of each node; filled in for the members.
        number: The number of this cluster.
    """
    low, high = numbers[seed].copy(), numbers[seed].copy()
    first, level = leaves[seed].copy(), np.zeros(leaves.shape[1], np.int32)
    members = np.empty(k, np.int64)
    tied, tied_costs = np.empty(many, np.int64), np.empty(many)
    degrees, best = 0, seed
    if alpha > 0:
        _beside(numbers, leaves, limits, up, costs, left, many, seed, bound)
    for size in range(k):
        if size:
            best = _cheapest(
                starts, numbers, leaves, limits, up, costs, alpha, beta, left, many, near, bound,
                cluster, low, high, first, level, size, degrees, tied, tied_costs,
            )  # fmt: skip
        cluster[best], members[size] = number, best
        degrees += starts[best + 1] - starts[best]
        join(numbers[best], leaves[best], up, low, high, first, level)
        _approach(starts, neighbors, best, near)
    for size in range(k):
        _forget(starts, neighbors, members[size], near)
    return _close_gaps(left, many, cluster)


@inner
def _cheapest(
    starts: Counts,
    numbers: Floats, leaves: Codes, limits: Floats, up: Codes, costs: Floats,
    alpha: float, beta: float, left: Counts, many: int, near: Counts, bound: Floats,
    cluster: Counts, low: Floats, high: Floats, first: Codes, level: Codes, size: int, degrees: int,
    tied: Counts, tied_costs: Floats,
) -> int:  # fmt: skip
    """The node whose joining costs least; the first of equals.

    Tightens `bound` of the nodes whose cost it works out. `size` is the number of members so far,
    `degrees` the sum of their degrees; `tied` and `tied_costs` are room for nodes that may be the
    first of equals: each costs less than all before it.
    """
    cheapest, found = np.inf, 0
    scale = beta / (size * max(1, starts.size - 3))
    for at in range(many):
        node = left[at]
        if cluster[node] != NONE:
            continue
        apart = scale * (size * (starts[node + 1] - starts[node]) + degrees - 2 * near[node])
        if apart + alpha * bound[node] >= cheapest:
            continue
        if alpha > 0 and size > 1:
            bound[node] = cost_with_record(
                numbers[node], leaves[node], limits, up, costs, low, high, first, level
            )
        cost = apart + alpha * bound[node]
        if cost < cheapest:
            cheapest = cost
            tied[found], tied_costs[found] = node, cost
            found += 1
    return first_within(tied, tied_costs, found, cheapest + TIE * (alpha + beta))


@inner
def _beside(
    numbers: Floats, leaves: Codes, limits: Floats, up: Codes, costs: Floats,
    left: Counts, many: int, seed: int, bound: Floats,
) -> None:  # fmt: skip
    """Write to `bound` what generalizing each node costs beside the first member alone."""
    row = np.empty((leaves.shape[1], up.shape[2]))
    for column in range(leaves.shape[1]):
        first = leaves[seed, column]
        for value in range(up.shape[2]):
            at = lowest_common_level(up, column, first, 0, value)
            row[column, value] = costs[column, up[column, at, first]]
    for at in range(many):
        node, cost = left[at], 0.0
        for column in range(leaves.shape[1]):
            cost += row[column, leaves[node, column]]
        for column in range(numbers.shape[1]):
            one, other = numbers[seed, column], numbers[node, column]
            cost += range_cost(min(one, other), max(one, other), limits[column])
        bound[node] = cost


@inner
def _approach(starts: Counts, neighbors: Codes, member: int, near: Counts) -> None:
    """Count a new member in `near`: once for each neighbor, once for each common neighbor."""
    for at in range(starts[member], starts[member + 1]):
        between = neighbors[at]
        near[between] += 1
        for other in range(starts[between], starts[between + 1]):
            near[neighbors[other]] += 1


@inner
def _forget(starts: Counts, neighbors: Codes, member: int, near: Counts) -> None:
    """Set what a member counted back to zero."""
    for at in range(starts[member], starts[member + 1]):
        between = neighbors[at]
        near[between] = 0
        for other in range(starts[between], starts[between + 1]):
            near[neighbors[other]] = 0


@inner
def _close_gaps(left: Counts, many: int, cluster: Counts) -> int:
    """Remove nodes that have a cluster from `left`; returns how many stay."""
    kept = 0
    for at in range(many):
        if cluster[left[at]] == NONE:
            left[kept] = left[at]
            kept += 1
    return kept


@kernel
def disperse_leftovers(
    starts: Counts, neighbors: Codes,
    numbers: Floats, leaves: Codes, limits: Floats, up: Codes, costs: Floats,
    alpha: float, beta: float, cluster: Counts, clusters: int,
) -> Counts:  # fmt: skip
    """Each node without a cluster joins the one that then costs least; the first of equals.

    Returns the cluster of each node; `cluster` does not change.
    """
    low, high, first, level = generalize_clusters(numbers, leaves, up, cluster, clusters)
    found, sizes, degrees = cluster.copy(), np.zeros(clusters), np.zeros(clusters)
    together = np.empty(clusters)
    for node in range(cluster.size):
        if cluster[node] != NONE:
            sizes[cluster[node]] += 1
            degrees[cluster[node]] += starts[node + 1] - starts[node]
    scale = beta / max(1, starts.size - 3)
    for node in range(cluster.size):
        if cluster[node] != NONE:
            continue
        near, degree = _near_clusters(starts, neighbors, node, found, clusters), 0.0
        degree += starts[node + 1] - starts[node]
        for one in range(clusters):
            apart = scale * (sizes[one] * degree + degrees[one] - 2 * near[one]) / sizes[one]
            together[one] = apart + alpha * cost_with_record(
                numbers[node], leaves[node], limits, up, costs,
                low[one], high[one], first[one], level[one],
            )  # fmt: skip
        best = first_cheapest(together, 0, clusters, TIE * (alpha + beta))
        found[node] = best
        sizes[best] += 1
        degrees[best] += degree
        join(numbers[node], leaves[node], up, low[best], high[best], first[best], level[best])
    return found


@inner
def _near_clusters(
    starts: Counts, neighbors: Codes, node: int, cluster: Counts, clusters: int
) -> Counts:
    """Per cluster: the node's edges into it plus its common neighbors with each member."""
    near = np.zeros(clusters, np.int64)
    for at in range(starts[node], starts[node + 1]):
        between = neighbors[at]
        if cluster[between] != NONE:
            near[cluster[between]] += 1
        for other in range(starts[between], starts[between + 1]):
            member = neighbors[other]
            if member != node and cluster[member] != NONE:
                near[cluster[member]] += 1
    return near
