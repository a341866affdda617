"""Records that are left over join clusters, so that no cluster is smaller than k."""

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.engine.kernel import kernel
from shoal.methods.clustering.clusters import NONE, generalized, join, joined_cost


@kernel
def dispersed(
    numbers: Floats, leaves: Codes, limits: Floats, up: Codes, costs: Floats,
    cluster: Counts, clusters: int,
) -> Counts:  # fmt: skip
    """Each record without a cluster joins the one that then costs least; the first of equals."""
    low, high, first, level = generalized(numbers, leaves, up, cluster, clusters)
    found = cluster.copy()
    for record in range(cluster.size):
        if cluster[record] != NONE:
            continue
        best, cheapest = NONE, np.inf
        for one in range(clusters):
            cost = joined_cost(
                numbers[record], leaves[record], limits, up, costs,
                low[one], high[one], first[one], level[one],
            )  # fmt: skip
            if cost < cheapest:
                best, cheapest = one, cost
        found[record] = best
        join(numbers[record], leaves[record], up, low[best], high[best], first[best], level[best])
    return found
