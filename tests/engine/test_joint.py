"""Columns outside the key, seen together."""

import numpy as np
import polars as pl
import pytest

from shoal.engine.joint import Joint, joint_of, number_entries

TUPLES = np.array([0, 0, 1, 0, 2], np.int32)
COLUMNS = {
    "ward": pl.Series(["A", "A", "B", None, "A"]),
    "ill": pl.Series(["flu", "flu", "hiv", "flu", "hiv"]),
}


@pytest.fixture
def joint():
    return joint_of(TUPLES, COLUMNS, np.array([1, 2, 4, 8, 16]))


def test_equal_combinations_with_equal_tuples_are_one_entry(joint):
    assert joint.tuples.tolist() == [0, 1, 0, 2]
    assert joint.counts.tolist() == [3, 4, 8, 16]
    assert joint.values["ward"].tolist() == [1, 2, 0, 1]  # the missing value is a value
    assert joint.values["ill"].tolist() == [0, 1, 0, 1]


def test_entries_are_numbered_by_some_columns(joint):
    assert joint.numbers(["ward"]).tolist() == [1, 2, 0, 1]
    assert joint.numbers(["ward", "ill"]).tolist() == [0, 1, 2, 3]
    assert joint.numbers(["ill", "ill"]).tolist() == [0, 1, 0, 1]


def test_numbers_are_found_once(joint):
    assert joint.numbers(["ward", "ill"]) is joint.numbers(("ward", "ill"))


def test_without_columns_nothing_is_counted():
    assert joint_of(TUPLES, {}, np.ones(5, np.int64)).values == {}
    assert Joint().counts.sum() == 0


def test_tuples_that_are_gone_take_their_entries_with_them(joint):
    joint.numbers(["ward"])
    left = joint.move_tuples(np.array([1, -1, 0], np.int32))
    assert left.tuples.tolist() == [1, 1, 0]
    assert left.counts.tolist() == [3, 8, 16]
    assert left.numbers(["ward"]).tolist() == [1, 0, 1]


def test_numbers_do_not_overflow():
    large = np.array([2**31 - 1, 2**31 - 1, 0, 2**31 - 1], np.int32)
    assert number_entries([large, large, large[::-1].copy()]).tolist() == [0, 1, 2, 0]
