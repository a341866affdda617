import numpy as np
import pytest

from shoal.engine.layout import Layout


def packed(layout, rows):
    keys = np.zeros((len(rows), layout.words), np.uint64)
    for at in range(len(rows[0])):
        codes = np.array([row[at] for row in rows], np.uint64)
        keys[:, layout.word[at]] |= codes << layout.shift[at]
    return keys


def test_small_columns_share_one_word():
    layout = Layout.of([4, 2, 100])
    assert layout.words == 1
    assert layout.mask.tolist() == [3, 1, 127]


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ([2] * 64, 1),
        ([2] * 65, 2),
        ([2] * 129, 3),
        ([1 << 31, 1 << 31, 4], 1),
        ([1 << 31, 1 << 31, 5], 2),
        ([1 << 20] * 7, 3),
        ([1], 1),
        ([], 1),
    ],
)
def test_wider_tables_get_more_words(sizes, words):
    assert Layout.of(sizes).words == words


@pytest.mark.parametrize(
    "sizes", [[3, 7, 1, 300], [2] * 65, [1 << 31, 17, 1 << 30, 2, 1 << 12], [1 << 31, 1 << 31]]
)
def test_fields_hold_their_largest_code_and_do_not_touch(sizes):
    layout = Layout.of(sizes)
    largest = [size - 1 for size in sizes]
    alone = [[0] * at + [code] + [0] * (len(sizes) - at - 1) for at, code in enumerate(largest)]
    rows = [largest, *alone]
    keys = packed(layout, rows)
    for at in range(len(sizes)):
        assert layout.field(keys, at).tolist() == [row[at] for row in rows]


def test_a_column_with_one_code_still_has_a_bit():
    assert Layout.of([1, 1]).mask.tolist() == [1, 1]
