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
        load = 1 if loads is None else loads[source]  # for a class of one word
        if classes > 0 and key == out_keys[latest]:  # neighbors often merge: no need to search
            _add(load, loads, source, out_loads, latest, words)
            if place is not None:
                place[source] = latest
            continue
        slot = int64((key * uint64(HASH)) >> high)
        while True:
            found = slots[slot]
            if found < 0:
                slots[slot] = classes
                out_keys[classes] = key
                _copy(load, loads, source, out_loads, classes, words)
                latest = classes
                classes += 1
                break
            if out_keys[found] == key:
                _add(load, loads, source, out_loads, found, words)
                latest = found
                break
            slot = (slot + 1) & last
        if place is not None:
            place[source] = latest
    return classes


@inner
def _copy(
    load: int, loads: Counts, source: int, out_loads: Counts, target: int, words: int | None
) -> None:
    """Let a new class carry what its first part carries: `load`, or several words."""
    if words is None:
        out_loads[target] = load
    else:
        for word in range(words):
            out_loads[target * words + word] = loads[source * words + word]


@inner
def _add(
    load: int, loads: Counts, source: int, out_loads: Counts, target: int, words: int | None
) -> None:
    """Add what a further part of a class carries: `load`, or several words."""
    if words is None:
        out_loads[target] += load
    else:
        for word in range(words):
            out_loads[target * words + word] += loads[source * words + word]


roll_up = kernel(_merge)
roll_up_inside = inner(_merge)  # for kernels


def slots_for(size: int) -> Codes:
    """Scratch space for rolling up `size` classes."""
    return np.empty(max(64, 4 * size), np.int32)
