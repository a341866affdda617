"""Rolling up by hand: two columns of two bits each, the low one raised from four codes to two."""

import numpy as np

from shoal.engine.roll_up import roll_up, slots_for

KEYS = np.array([0b00_00, 0b00_01, 0b01_10, 0b01_11, 0b00_11], np.uint64)
COUNTS = np.array([1, 2, 4, 8, 16])
LOW = (np.array([0], np.uint64), np.array([3], np.uint64), np.array([1]))  # shift, mask, offset
STEPS = np.array([99, 0, 0, 1, 1], np.int32)  # the first entry belongs to no column


def rolled(keys, counts, keep=0b11_00, changed=1, columns=LOW):
    size = roll_up(
        keys, counts, len(keys), np.uint64(keep), changed, *columns, STEPS, keys, counts,
        slots_for(len(keys)),
    )  # fmt: skip
    return keys[:size].tolist(), counts[:size].tolist()


def test_classes_that_become_alike_are_merged_in_place():
    assert rolled(KEYS.copy(), COUNTS.copy()) == ([0b00_00, 0b01_01, 0b00_01], [3, 12, 16])


def test_a_cleared_column_merges_everything_that_only_it_told_apart():
    assert rolled(KEYS.copy(), COUNTS.copy(), changed=0) == ([0b00_00, 0b01_00], [19, 12])


def test_without_a_change_all_classes_stay():
    found = rolled(KEYS.copy(), COUNTS.copy(), keep=0b11_11, changed=0)
    assert found == (KEYS.tolist(), COUNTS.tolist())


def test_many_classes_keep_their_records():
    dice = np.random.default_rng(3)
    keys = np.unique(dice.integers(0, 1 << 62, 50_000).astype(np.uint64))
    counts = dice.integers(1, 100, len(keys))
    total = counts.sum()
    found, sums = rolled(keys, counts, keep=((1 << 62) - 1) & ~0xFFFFFFFF, changed=0)
    assert len(set(found)) == len(found)
    assert sum(sums) == total
