"""Drawing by integers alone, so that the example is the same bytes everywhere.

NumPy promises a stable stream for the raw output of a bit generator (NEP 19), not for the
distributions drawn from it, and floating-point functions differ between platforms. Every choice
is therefore a whole number compared with cumulative whole weights.
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.random import PCG64
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def pick(dice: PCG64, weights: Ints, rows: Ints) -> Ints:
    """One choice per record, the position of a weight in its row of the table.

    Args:
        dice: The source of randomness, which moves on.
        weights: One row of weights for each kind of record.
        rows: The row of each record.
    """
    # All rows are laid end to end on one line; a record's point falls into the part of its row.
    ends = np.cumsum(weights)
    totals = weights.sum(axis=1)
    starts = ends[weights.shape[1] - 1 :: weights.shape[1]] - totals
    points = starts[rows] + (_points(dice, rows.size) * totals[rows] >> 32)
    choices: Ints = np.searchsorted(ends, points, side="right") - rows * weights.shape[1]
    return choices


def pick_alike(dice: PCG64, weights: Sequence[int], records: int) -> Ints:
    """One choice per record, the position of a weight; all with the same chances."""
    return pick(dice, weight_table([weights]), np.zeros(records, np.int64))


def random_order(dice: PCG64, records: int) -> Ints:
    """The numbers 0, 1, ... in random order."""
    return np.argsort(dice.random_raw(records), kind="stable").astype(np.int64)


def weight_table(rows: Sequence[Sequence[int]]) -> Ints:
    """Rows of weights as one table, short rows filled up with zero chances."""
    widest = max(len(row) for row in rows)
    return np.array([[*row, *[0] * (widest - len(row))] for row in rows], np.int64)


def ints(numbers: Iterable[int]) -> Ints:
    """Whole numbers, 64 bits wide on every platform."""
    return np.fromiter(numbers, np.int64)


def _points(dice: PCG64, records: int) -> Ints:
    """Whole numbers below 2^32; times a weight below 2^31 they still fit into 63 bits."""
    return (dice.random_raw(records) >> np.uint64(32)).astype(np.int64)
