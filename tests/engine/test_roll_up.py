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


def test_several_words_add_up_as_one_does():
    rng = np.random.default_rng(3)
    keys = rng.integers(0, 64, 200).astype(np.uint64)
    loads = rng.integers(0, 9, (200, 3))
    steps = rng.integers(0, 4, 8).astype(np.int32)
    shift, mask = np.array([3], np.uint64), np.array([7], np.uint64)
    move = (np.uint64(7), 1, shift, mask, np.zeros(1, np.int64), steps)
    wanted = []
    for word in loads.T:
        out, sums = np.empty_like(keys), np.empty(200, np.int64)
        size = roll_up(keys, word.copy(), 200, *move, out, sums, slots_for(200))
        wanted.append(sums[:size])
    flat = loads.reshape(-1).copy()
    # The classes overwrite what they are made from.
    found = roll_up(keys, flat, 200, *move, keys, flat, slots_for(200), 3)
    assert found == size
    assert flat[: 3 * size].reshape(-1, 3).T.tolist() == [word.tolist() for word in wanted]


def test_each_class_is_told_what_it_became():
    keys = np.array([5, 3, 5, 1, 3, 3], np.uint64)
    nothing, all_bits = np.zeros(0, np.int64), np.uint64((1 << 64) - 1)
    fields, steps = np.zeros(0, np.uint64), np.zeros(1, np.int32)
    move = (all_bits, 0, fields, fields, nothing, steps)
    out, sums, place = np.empty_like(keys), np.empty(6, np.int64), np.empty(6, np.int32)
    size = roll_up(keys, np.arange(6), 6, *move, out, sums, slots_for(6), None, place)
    assert (size, out[:3].tolist(), sums[:3].tolist()) == (3, [5, 3, 1], [2, 10, 3])
    assert place.tolist() == [0, 1, 0, 2, 1, 1]
