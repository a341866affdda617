"""Equal keys become one, with the sum of their counts: the step every search begins with."""

from collections.abc import Callable

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Codes, Counts, Keys
from shoal.engine.kernel import inline, inner, kernel
from shoal.engine.views import mix


def distinct(keys: Keys, counts: Counts) -> tuple[Keys, Counts, Codes]:
    """The distinct keys in order of first occurrence, their counts, and each entry's position."""
    slots = np.full(1 << max(6, (2 * len(keys)).bit_length()), -1, np.int32)
    found, sums = np.empty_like(keys), np.zeros(len(keys), np.int64)
    position = np.empty(len(keys), np.int32)
    gather = _distinct_words if keys.shape[1] == 1 else _distinct_rows
    size = gather(keys, counts, slots, found, sums, position)
    return found[:size].copy(), sums[:size].copy(), position


def _gather_by(slot_of: Callable[[Keys, int, Codes, Keys], int]) -> Callable[..., int]:
    """A loop over all entries, for a kernel to call; `slot_of` finds the slot of an entry's key."""

    @inline
    def gather(
        keys: Keys, counts: Counts, slots: Codes, found: Keys, sums: Counts, position: Codes
    ) -> int:
        size = 0
        for entry in range(keys.shape[0]):
            slot = slot_of(keys, entry, slots, found)
            if slots[slot] < 0:
                slots[slot] = size
                for word in range(keys.shape[1]):
                    found[size, word] = keys[entry, word]
                size += 1
            position[entry] = slots[slot]
            sums[slots[slot]] += counts[entry]
        return size

    return gather


@inline
def _slot_of_word(keys: Keys, entry: int, slots: Codes, found: Keys) -> int:
    last = int64(slots.size - 1)
    key = keys[entry, 0]
    slot = int64((key * uint64(0x9E3779B97F4A7C15)) >> uint64(30)) & last
    while slots[slot] >= 0 and found[slots[slot], 0] != key:
        slot = (slot + 1) & last
    return slot


@inline
def _slot_of_row(keys: Keys, entry: int, slots: Codes, found: Keys) -> int:
    last = int64(slots.size - 1)
    state = uint64(0)
    for word in range(keys.shape[1]):
        state = mix(state, keys[entry, word])
    slot = int64(state >> uint64(32)) & last
    while slots[slot] >= 0 and not _same_row(found, slots[slot], keys, entry):
        slot = (slot + 1) & last
    return slot


_gather_words, _gather_rows = _gather_by(_slot_of_word), _gather_by(_slot_of_row)


@kernel
def _distinct_words(
    keys: Keys, counts: Counts, slots: Codes, found: Keys, sums: Counts, position: Codes
) -> int:
    return _gather_words(keys, counts, slots, found, sums, position)


@kernel
def _distinct_rows(
    keys: Keys, counts: Counts, slots: Codes, found: Keys, sums: Counts, position: Codes
) -> int:
    return _gather_rows(keys, counts, slots, found, sums, position)


@inner
def _same_row(left: Keys, at: int, right: Keys, other: int) -> bool:
    for word in range(left.shape[1]):  # noqa: SIM110  (Numba compiles loops, not generators)
        if left[at, word] != right[other, word]:
            return False
    return True
