"""Clusters while they grow: their ranges and lowest common ancestors, and what joining one costs.

The node of a cluster in a column is known by one of its values and a level: a value that joins
raises the level until both have the same node.
"""

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.engine.kernel import inner, kernel

NONE = -1  # no cluster, no record, no value


@inner
def lowest_common_level(up: Codes, column: int, value: int, level: int, other: int) -> int:
    """The lowest level, from a level on, at which two values have the same node."""
    while up[column, level, value] != up[column, level, other]:
        level += 1
    return level


@inner
def range_cost(low: float, high: float, limit: float) -> float:
    """What a range costs; one from a missing number to a known one costs all."""
    return min(high - low, limit)


@inner
def join(
    numbers: Floats, leaves: Codes, up: Codes, low: Floats, high: Floats, first: Codes, level: Codes
) -> None:
    """Widen the ranges and raise the nodes of a cluster until they cover a record, too."""
    for column in range(numbers.size):
        low[column] = min(low[column], numbers[column])
        high[column] = max(high[column], numbers[column])
    for column in range(leaves.size):
        level[column] = lowest_common_level(
            up, column, first[column], level[column], leaves[column]
        )


@inner
def cost_with_record(
    numbers: Floats, leaves: Codes, limits: Floats, up: Codes, costs: Floats,
    low: Floats, high: Floats, first: Codes, level: Codes,
) -> float:  # fmt: skip
    """What each record of a cluster costs once another record has joined it."""
    cost = 0.0
    for column in range(leaves.size):
        at = lowest_common_level(up, column, first[column], level[column], leaves[column])
        cost += costs[column, up[column, at, first[column]]]
    for column in range(numbers.size):
        number = numbers[column]
        cost += range_cost(min(low[column], number), max(high[column], number), limits[column])
    return cost


@kernel
def generalize_clusters(
    numbers: Floats, leaves: Codes, up: Codes, cluster: Counts, clusters: int
) -> tuple[Floats, Floats, Codes, Codes]:
    """The lowest and highest numbers of each cluster, and one value and the level of its nodes.

    Each of the four has a row per cluster; records without a cluster (NONE) do not count.
    """
    low = np.full((clusters, numbers.shape[1]), np.inf)
    high = np.full((clusters, numbers.shape[1]), -np.inf)
    first = np.full((clusters, leaves.shape[1]), NONE, np.int32)
    level = np.zeros((clusters, leaves.shape[1]), np.int32)
    seen = np.zeros(clusters, np.bool_)
    for record in range(cluster.size):
        one = cluster[record]
        if one == NONE:
            continue
        if not seen[one]:
            seen[one] = True
            first[one] = leaves[record]
        join(numbers[record], leaves[record], up, low[one], high[one], first[one], level[one])
    return low, high, first, level
