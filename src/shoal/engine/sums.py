"""Numbers by group: the sum of the counts of equal numbers, the largest number of a group."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from shoal.engine.arrays import Counts
from shoal.engine.distinct import distinct

CROWDED = 16  # if more than one in 16 cells is used, a table is faster than sorting


def sum_by_number(numbers: Counts, counts: Counts, cells: int) -> tuple[Counts, Counts]:
    """The distinct numbers in ascending order, and the sum of each one's counts.

    Args:
        numbers: Whole numbers from 0.
        counts: What each stands for.
        cells: One more than the largest number that is possible.
    """
    if cells <= CROWDED * len(numbers) and counts.min(initial=1) > 0:
        table = np.bincount(numbers, counts, cells)
        found = np.flatnonzero(table)
        return found, table[found].astype(np.int64)
    keys, sums, _ = distinct(numbers.astype(np.uint64).reshape(-1, 1), counts)
    order = np.argsort(keys[:, 0])
    return keys[order, 0].astype(np.int64), sums[order]


def largest_of(numbers: Counts, groups: NDArray[np.integer[Any]], size: int) -> Counts:
    """The largest number of each of `size` groups; 0 for a group without one.

    Args:
        numbers: Whole numbers from 0.
        groups: The group of each.
        size: How many groups there are.
    """
    largest = np.zeros(size, np.int64)
    np.maximum.at(largest, groups, numbers)
    return largest
