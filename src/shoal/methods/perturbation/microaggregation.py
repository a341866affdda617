"""Groups of at least k numbers of one column that lose least, by a shortest path.

Hansen, Mukherjee: A polynomial algorithm for optimal univariate microaggregation. IEEE Transactions
on Knowledge and Data Engineering 15(4), 2003, doi:10.1109/TKDE.2003.1209020.
"""

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.errors import NoReleaseError


def microaggregate(numbers: Floats, k: int) -> tuple[Floats, Codes]:
    """Each number replaced by the mean of its group, and the group of each; NaN stays, group -1.

    No other groups of at least k have a smaller sum of squared distances from their means. Raises
    NoReleaseError if there are fewer than k numbers.
    """
    here = np.flatnonzero(~np.isnan(numbers))
    shown, groups = numbers.copy(), np.full(len(numbers), -1, np.int32)
    if not len(here):
        return shown, groups
    if len(here) < k:
        raise NoReleaseError(f"There are {len(here):,} numbers: no group can hold {k:,}. Lower k.")
    order = here[np.argsort(numbers[here], kind="stable")]
    sizes = best_sizes(numbers[order], k)
    groups[order] = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    firsts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    lowest = numbers[order[firsts]]  # sums of distances from it are exact
    sums = np.add.reduceat(numbers[order] - np.repeat(lowest, sizes), firsts)
    shown[here] = (lowest + sums / sizes)[groups[here]]
    return shown, groups


def best_sizes(ordered: Floats, k: int) -> Counts:
    """The sizes of the best groups of ordered numbers, from the lowest on.

    Groups of 2k or more are never better than two, so each has k to 2k - 1. The best groups of the
    first i numbers end with one of these; k values of i need none of each other, so they are found
    together.
    """
    many = len(ordered)
    best, last = np.full(many + 1, np.inf), np.zeros(many + 1, np.int64)
    best[0] = 0.0
    sizes = np.arange(k, 2 * k)
    for first in range(k, many + 1, k):
        ends = np.arange(first, min(first + k, many + 1))
        starts = ends[:, None] - sizes
        before = np.where(starts >= 0, best[np.maximum(starts, 0)], np.inf)
        losses = before + _losses(ordered, ends, k)
        chosen = losses.argmin(axis=1)
        best[ends], last[ends] = losses[np.arange(len(ends)), chosen], sizes[chosen]
    found: list[int] = []
    while many:
        found.append(int(last[many]))
        many -= found[-1]
    return np.array(found[::-1], np.int64)


def _losses(ordered: Floats, ends: Counts, k: int) -> Floats:
    """For groups that end before each place: the loss with k numbers, with k + 1, up to 2k - 1.

    Numbers are taken as distances from the last of their group, so that nothing cancels out.
    """
    places = np.maximum(ends[:, None] - 1 - np.arange(2 * k - 1), 0)
    distances = ordered[ends - 1][:, None] - ordered[places]
    sums, squares = np.cumsum(distances, axis=1), np.cumsum(distances**2, axis=1)
    means = sums[:, k - 1 :] ** 2 / np.arange(k, 2 * k)
    return np.asarray(squares[:, k - 1 :] - means, np.float64)
