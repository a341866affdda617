"""How many records every candidate must suppress at least, from two columns at a time.

A class of the whole candidate lies inside a class of any two of its columns. So records whose
two-column class is already too small are suppressed whatever the other columns do: a bound for the
whole lattice from small dense tables, before any candidate is looked at (Incognito's idea, used as
a bound).
"""

import numpy as np
from numba import int64
from numpy.typing import NDArray

from shoal.engine.arrays import Codes, Counts, Keys
from shoal.engine.kernel import inner, kernel
from shoal.search.exact.tables import Tables

CELLS = 1 << 15  # two-column tables larger than this start at a higher level


def suppression_bounds(tables: Tables, minimum_size: int) -> Counts:
    """For every candidate: a number of records it certainly suppresses."""
    columns = len(tables.shape)
    levels = int(tables.shape.max())
    pairs = np.zeros((columns, columns, levels, levels), np.int64)
    now, then = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64)
    codes = _unpack(tables.keys, tables.shift, tables.mask)
    for left in range(columns):
        for right in range(left + 1, columns):
            start = _start(tables, left, right)
            if start is not None:
                found = pairs[left, right]
                _pair(
                    tables.codes, tables.offset, tables.steps, tables.loads, tables.shape, codes,
                    left, right, *start, minimum_size, now, then, found,
                )  # fmt: skip
    return _spread(tables.levels, pairs)


@kernel
def _unpack(keys: Keys, shift: Keys, mask: Keys) -> Codes:
    """The codes of every tuple, column by column: each is read in many pairs."""
    codes = np.empty((shift.size, keys.size), np.int32)
    for at in range(shift.size):
        for entry in range(keys.size):
            codes[at, entry] = (keys[entry] >> shift[at]) & mask[at]
    return codes


def _start(tables: Tables, left: int, right: int) -> tuple[int, int] | None:
    """The lowest levels at which the two columns' table is small enough."""
    a = b = 0
    while tables.codes[left, a] * tables.codes[right, b] > CELLS:
        if tables.codes[left, a] > tables.codes[right, b]:
            a += 1
        else:
            b += 1
        if a >= tables.shape[left] or b >= tables.shape[right]:
            return None
    return a, b


@kernel
def _pair(
    sizes: Counts,
    offset: Counts,
    steps: Codes,
    counts: Counts,
    shape: Counts,
    codes: Codes,
    left: int,
    right: int,
    first_left: int,
    first_right: int,
    minimum_size: int,
    now: Counts,
    then: Counts,
    found: Counts,
) -> None:
    """Count two columns, then raise the left one level by level and the right one inside."""
    rows, width = sizes[left, first_left], sizes[right, first_right]
    now[: rows * width] = 0
    above = steps[offset[left, 0, first_left] :]
    beside = steps[offset[right, 0, first_right] :]
    _count(codes[left], codes[right], first_left, first_right, above, beside, counts, width, now)
    for level in range(first_left, shape[left]):
        if level > first_left:
            raised = sizes[left, level]
            then[: raised * width] = 0
            at = offset[left, level - 1, level]
            for row in range(rows):
                target = int64(steps[at + row]) * width
                for cell in range(width):
                    then[target + cell] += now[row * width + cell]
            rows = raised
            for cell in range(rows * width):
                now[cell] = then[cell]
        for other in range(first_right, shape[right]):
            raised_steps = steps[offset[right, first_right, other] :]
            found[level, other] = _count_too_small(
                raised_steps, sizes[right, other], other == first_right, rows, width, minimum_size,
                now, then,
            )  # fmt: skip
    # Below the levels counted, suppression is at least what it is at the lowest counted ones.
    for level in range(shape[left]):
        for other in range(shape[right]):
            least = found[max(level, first_left), max(other, first_right)]
            found[level, other] = max(found[level, other], least)


@inner
def _count(
    left: Codes,
    right: Codes,
    level: int,
    other: int,
    above: Codes,
    beside: Codes,
    counts: Counts,
    width: int,
    now: Counts,
) -> None:
    """Records per pair of codes, raised to the first levels whose table is small enough."""
    if level == 0 and other == 0:
        for at in range(counts.size):
            now[int64(left[at]) * width + right[at]] += counts[at]
        return
    for at in range(counts.size):
        row = int64(above[left[at]]) if level > 0 else int64(left[at])
        cell = int64(beside[right[at]]) if other > 0 else int64(right[at])
        now[row * width + cell] += counts[at]


@inner
def _count_too_small(
    steps: Codes,
    raised: int,
    first: bool,
    rows: int,
    width: int,
    minimum_size: int,
    now: Counts,
    then: Counts,
) -> int:
    """Records in classes of two columns that are smaller than the minimum size."""
    suppressed = 0
    if first:
        for cell in range(rows * width):
            if now[cell] < minimum_size:
                suppressed += now[cell]
        return suppressed
    then[: rows * raised] = 0
    for row in range(rows):
        for cell in range(width):
            then[row * raised + int64(steps[cell])] += now[row * width + cell]
    for cell in range(rows * raised):
        if then[cell] < minimum_size:
            suppressed += then[cell]
    return suppressed


@kernel
def _spread(levels: NDArray[np.int16], pairs: Counts) -> Counts:
    """The largest two-column bound of each candidate."""
    size, columns = levels.shape
    bounds = np.zeros(size, np.int64)
    for candidate in range(size):
        bound = int64(0)
        for left in range(columns):
            for right in range(left + 1, columns):
                here = pairs[left, right, levels[candidate, left], levels[candidate, right]]
                bound = max(bound, here)
        bounds[candidate] = bound
    return bounds
