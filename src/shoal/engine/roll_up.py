"""Classes of a candidate from the classes of one below it: raise some columns, merge equal keys.

The number of classes, not of records, decides the cost; each step touches every class once.
"""

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Codes, Counts, Keys
from shoal.engine.kernel import inner, kernel


def _merge(
    keys: Keys,
    counts: Counts,
    size: int,
    keep: int,
    changed: int,
    shift: Keys,
    mask: Keys,
    offset: Counts,
    steps: Codes,
    out_keys: Keys,
    out_counts: Counts,
    slots: Codes,
) -> int:
    """Merge `size` classes after raising `changed` columns; returns how many classes there are.

    Args:
        keys: The packed codes of each class; may be `out_keys` itself.
        counts: The number of records of each class.
        size: How many classes there are.
        keep: One-bits where the key stays as it is.
        changed: How many columns are raised.
        shift: The lowest bit of each raised column.
        mask: The width of each raised column, as one-bits from bit 0.
        offset: Where each raised column's table starts in `steps`.
        steps: The code after the raise, per code before it.
        out_keys: Receives the merged keys; never overtakes the reading position.
        out_counts: Receives their records.
        slots: Scratch space, at least four times `size`.
    """
    bits = 6
    while (1 << bits) < 2 * size:
        bits += 1
    high = uint64(64 - bits)
    last = int64((1 << bits) - 1)
    slots[: 1 << bits] = -1
    classes = 0
    latest = 0
    for source in range(size):
        before = keys[source]
        key = before & keep
        for column in range(changed):
            code = int64((before >> shift[column]) & mask[column])
            key |= uint64(steps[offset[column] + code]) << shift[column]
        records = counts[source]
        if classes > 0 and key == out_keys[latest]:  # neighbors often merge: no need to search
            out_counts[latest] += records
            continue
        slot = int64((key * uint64(0x9E3779B97F4A7C15)) >> high)
        while True:
            found = slots[slot]
            if found < 0:
                slots[slot] = classes
                out_keys[classes] = key
                out_counts[classes] = records
                latest = classes
                classes += 1
                break
            if out_keys[found] == key:
                out_counts[found] += records
                latest = found
                break
            slot = (slot + 1) & last
    return classes


roll_up = kernel(_merge)
roll_up_inside = inner(_merge)  # for kernels


def slots_for(size: int) -> Codes:
    """Scratch space for rolling up `size` classes."""
    return np.empty(max(64, 4 * size), np.int32)
