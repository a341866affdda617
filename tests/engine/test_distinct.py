import numpy as np
import pytest

from shoal.engine.distinct import distinct


@pytest.mark.parametrize("words", [1, 2, 3])
def test_equal_keys_become_one_in_order_of_first_occurrence(words):
    keys = np.array([[7] * words, [3] * words, [7] * words, [9] * words, [3] * words], np.uint64)
    found, sums, position = distinct(keys, np.array([1, 10, 100, 1000, 10_000]))
    assert found.tolist() == [[7] * words, [3] * words, [9] * words]
    assert sums.tolist() == [101, 10_010, 1000]
    assert position.tolist() == [0, 1, 0, 2, 1]


def test_keys_that_differ_in_any_word_are_different():
    keys = np.array([[1, 2, 3], [1, 2, 4], [1, 5, 3], [6, 2, 3], [3, 2, 1]], np.uint64)
    assert len(distinct(keys, np.ones(5, np.int64))[0]) == 5


@pytest.mark.parametrize("words", [1, 2])
def test_keys_that_differ_only_in_high_or_low_bits_are_different(words):
    bits = np.uint64(1) << np.arange(64, dtype=np.uint64)
    keys = np.zeros((64, words), np.uint64)
    keys[:, -1] = bits
    found, sums, _ = distinct(np.concatenate([keys, keys]), np.ones(128, np.int64))
    assert found.tolist() == keys.tolist()
    assert sums.tolist() == [2] * 64


@pytest.mark.parametrize("words", [1, 2])
def test_random_keys_agree_with_a_dictionary(words):
    dice = np.random.default_rng(1)
    keys = dice.integers(0, 50, (5000, words)).astype(np.uint64)
    counts = dice.integers(1, 9, 5000)
    found, sums, position = distinct(keys, counts)
    expected = {}
    for key, count in zip(map(tuple, keys.tolist()), counts.tolist(), strict=True):
        expected[key] = expected.get(key, 0) + count
    assert dict(zip(map(tuple, found.tolist()), sums.tolist(), strict=True)) == expected
    assert (found[position] == keys).all()


def test_nothing_stays_nothing():
    found, sums, position = distinct(np.zeros((0, 1), np.uint64), np.zeros(0, np.int64))
    assert (len(found), len(sums), len(position)) == (0, 0, 0)
