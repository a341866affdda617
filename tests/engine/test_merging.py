"""Classes seen by some columns, and what is most frequent in each."""

import numpy as np

from bridge import encoded_of
from golden.tables import column
from shoal.engine.grouping import group
from shoal.engine.merging import majorities, merge_by_columns
from wide import generated


def test_classes_that_look_alike_in_some_columns_get_one_number():
    encoded = encoded_of([column("toy", "age"), column("toy", "sex")])
    grouping = group(encoded, (1, 0))  # <50 m, <50 f, >=50 m, >=50 f in order of occurrence
    assert merge_by_columns(encoded, grouping, [0, 1]).tolist() == [0, 1, 2, 3]
    assert merge_by_columns(encoded, grouping, [0]).tolist() == [0, 0, 1, 1]
    assert merge_by_columns(encoded, grouping, [1]).tolist() == [0, 1, 0, 1]
    assert merge_by_columns(encoded, grouping, []).tolist() == [0, 0, 0, 0]


def test_keys_of_several_words_are_merged_in_every_word():
    encoded = generated(30).encoded
    assert encoded.layout.words == 2
    levels = (0,) * 30
    grouping = group(encoded, levels)
    for columns in ([0, 29], [3], list(range(30))):
        found = merge_by_columns(encoded, grouping, columns)
        seen = zip(
            *(encoded.layout.field(grouping.keys, at).tolist() for at in columns), strict=True
        )
        numbers = {}
        assert found.tolist() == [numbers.setdefault(one, len(numbers)) for one in seen]


def test_majorities_count_records_and_ties():
    groups = np.array([0, 0, 1, 1, 1, 0], np.int32)
    values = np.array([0, 2, 1, 0, 1, 2], np.int32)
    sizes, largest, ties = majorities(groups, values, np.array([3, 1, 2, 2, 1, 2]))
    assert sizes.tolist() == [6, 5]
    assert largest.tolist() == [3, 3]  # three of value 0 and of value 2; three of value 1
    assert ties.tolist() == [2, 1]


def test_groups_without_records_do_not_count():
    sizes, largest, ties = majorities(np.array([0, 1]), np.array([0, 0]), np.array([0, 2]))
    assert (sizes.tolist(), largest.tolist(), ties.tolist()) == ([2], [2], [1])
    empty = majorities(np.array([0]), np.array([0]), np.array([0]))
    assert [part.tolist() for part in empty] == [[], [], []]


def test_many_values_are_counted_like_few():
    draw = np.random.default_rng(1)
    groups = draw.integers(0, 50, 500).astype(np.int32)
    few, counts = draw.integers(0, 7, 500).astype(np.int32), draw.integers(1, 5, 500)
    many = few * 1_000_003
    for one, other in zip(
        majorities(groups, few, counts), majorities(groups, many, counts), strict=True
    ):
        assert one.tolist() == other.tolist()
