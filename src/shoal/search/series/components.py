"""Connected components: which nodes edges lead to."""

import numpy as np

from shoal.engine.arrays import Counts


def components(nodes: int, first: Counts, second: Counts) -> Counts:
    """For each node, the least node of its component; edges lead from first to second."""
    lowest = np.arange(nodes)
    while True:
        before = lowest.copy()
        ends = np.minimum(lowest[first], lowest[second])
        np.minimum.at(lowest, first, ends)
        np.minimum.at(lowest, second, ends)
        lowest = lowest[lowest]
        if np.array_equal(lowest, before):
            return lowest
