"""Classes of a candidate from the classes of one below it: raise some columns, merge equal keys.

The number of classes, not of records, decides the cost; each step touches every class once. What
the merged classes carry is added up: their records, or several words each, such as histograms
whose counters stand side by side. No counter exceeds the number of records, so none overflows.
"""

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Codes, Counts, Keys
from shoal.engine.kernel import inner, kernel

HASH = 0x9E37_79B9_7F4A_7C15  # Fibonacci hashing: the golden ratio as a fraction of 2^64


def _merge(
    keys: Keys,
    loads: Counts | None,
    size: int,
    keep: int,
    changed: int,
    shift: Keys,
    mask: Keys,
    offset: Counts,
    steps: Codes,
    out_keys: Keys,
    out_loads: Counts,
    slots: Codes,
    words: int | None = None,
    place: Codes | None = None,
) -> int:
    """Merge `size` classes after raising `changed` columns; returns how many classes there are.

    What is None is left out when this is compiled.

    Args:
        keys: The packed codes of each class; may be `out_keys` itself.
        loads: What each class carries, usually its number of records; None: each counts as one.
        size: How many classes there are.
        keep: One-bits where the key stays as it is.
        changed: How many columns are raised.
        shift: The lowest bit of each raised column.
        mask: The width of each raised column, as one-bits from bit 0.
        offset: Where each raised column's table starts in `steps`.
        steps: The code after the raise, per code before it.
        out_keys: Receives the merged keys; never overtakes the reading position.
        out_loads: Receives the sums of what they carry.
        slots: Scratch space, at least four times `size`.
        words: How many words each class carries; None: one.
        place: Receives, for each class, the number of the class it became.
    """
    high, last = clear_slots(slots, size)
    classes = 0
    latest = 0
    for source in range(size):
        before = keys[source]
        key = before & keep
        for column in range(changed):
            code = int64((before >> shift[column]) & mask[column])
            key |= uint64(steps[offset[column] + code]) << shift[column]
        if classes == 0 or key != out_keys[latest]:  # neighbors often merge: no need to search
            slot = slot_of(key, slots, high, last, out_keys)
            latest = int64(slots[slot])
            if latest < 0:
                latest = classes
                slots[slot] = classes
                out_keys[classes] = key
                _copy(loads, source, out_loads, classes, words)
                if place is not None:
                    place[source] = classes
                classes += 1
                continue
        _add(loads, source, out_loads, latest, words)
        if place is not None:
            place[source] = latest
    return classes


@inner
def clear_slots(slots: Codes, size: int) -> tuple[int, int]:
    """Empty a hash table for up to `size` keys; returns the shift of hashes, and the last slot."""
    bits = 6
    while (1 << bits) < 2 * size:
        bits += 1
    slots[: 1 << bits] = -1
    return uint64(64 - bits), int64((1 << bits) - 1)


@inner
def slot_of(key: int, slots: Codes, high: int, last: int, keys: Keys) -> int:
    """The slot with the number of a key among `keys`, or the free slot where it belongs."""
    slot = int64((key * uint64(HASH)) >> high)
    while slots[slot] >= 0 and keys[slots[slot]] != key:
        slot = (slot + 1) & last
    return slot


@inner
def _copy(
    loads: Counts | None, source: int, out_loads: Counts, target: int, words: int | None
) -> None:
    """Let a new class carry what its first part carries."""
    if loads is None:
        out_loads[target] = 1
    elif words is None:
        out_loads[target] = loads[source]
    else:
        for word in range(words):
            out_loads[target * words + word] = loads[source * words + word]


@inner
def _add(
    loads: Counts | None, source: int, out_loads: Counts, target: int, words: int | None
) -> None:
    """Add what a further part of a class carries."""
    if loads is None:
        out_loads[target] += 1
    elif words is None:
        out_loads[target] += loads[source]
    else:
        for word in range(words):
            out_loads[target * words + word] += loads[source * words + word]


roll_up = kernel(_merge)
roll_up_inside = inner(_merge)  # for kernels


def slots_for(size: int) -> Codes:
    """Scratch space for rolling up `size` classes."""
    return np.empty(max(64, 4 * size), np.int32)
