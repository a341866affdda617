"""Rows that are alike become one, without a loop over rows and without compiled kernels."""

from collections.abc import Sequence

import numpy as np

from shoal.engine.arrays import Codes, Counts

DENSE = 1 << 22  # up to here a table of all possible keys is faster than sorting
LARGEST = 1 << 62


def group_rows(codes: Sequence[Codes], sizes: Sequence[int]) -> tuple[Counts, Codes, int]:
    """The first row of each group, the group of each row, and the number of groups.

    Args:
        codes: Columns of numbers from 0 on, an entry per row.
        sizes: Per column: all its numbers are below this.
    """
    keys, space = np.zeros(len(codes[0]), np.int64), 1
    for column, size in zip(codes, sizes, strict=True):
        if space * size >= LARGEST:
            first, place = _distinct(keys, space)
            keys, space = place.astype(np.int64), len(first)
        keys, space = keys * size + column, space * size
    first, group = _distinct(keys, space)
    return first, group, len(first)


def _distinct(keys: Counts, space: int) -> tuple[Counts, Codes]:
    """The first row of each key in ascending order of keys, and the place of each row's key."""
    if space > max(DENSE, 4 * len(keys)):
        _, first, place = np.unique(keys, return_index=True, return_inverse=True)
        return first, place.astype(np.int32)
    first = np.full(space, -1, np.int64)
    first[keys[::-1]] = np.arange(len(keys) - 1, -1, -1)
    present = np.flatnonzero(first >= 0)
    places = np.zeros(space, np.int32)
    places[present] = np.arange(len(present), dtype=np.int32)
    return first[present], places[keys]
