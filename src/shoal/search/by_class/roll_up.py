"""Merge classes that carry several words each: histograms of targets besides the records.

Counters are packed side by side into words that are simply added: none can overflow, because no
counter exceeds the number of records. One word per class is `engine.roll_up` itself.
"""

from numba import int64, uint64

from shoal.engine.arrays import Codes, Counts, Keys
from shoal.engine.kernel import inner


@inner
def roll_up_words(
    keys: Keys,
    loads: Counts,
    size: int,
    words: int,
    keep: int,
    changed: int,
    shift: Keys,
    mask: Keys,
    offset: Counts,
    steps: Codes,
    out_keys: Keys,
    out_loads: Counts,
    slots: Codes,
) -> int:
    """Merge `size` classes of `words` words each; arguments as of `engine.roll_up.roll_up`."""
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
        if classes == 0 or key != out_keys[latest]:  # neighbors often merge: no need to search
            slot = int64((key * uint64(0x9E3779B97F4A7C15)) >> high)
            while slots[slot] >= 0 and out_keys[slots[slot]] != key:
                slot = (slot + 1) & last
            if slots[slot] < 0:
                slots[slot] = classes
                out_keys[classes] = key
                for word in range(words):
                    out_loads[classes * words + word] = loads[source * words + word]
                latest = classes
                classes += 1
                continue
            latest = slots[slot]
        for word in range(words):
            out_loads[latest * words + word] += loads[source * words + word]
    return classes
