"""Frequency distributions and contingency tables."""

import numpy as np

from compared_toy import AFTER, BARE, BEFORE, column, texts, toy
from shoal.data.types import IntegerType, StringType
from shoal.utility import Include, Known, compare_tables
from shoal.utility.frequencies import contingency, frequencies

NUMBER, TEXT = Known(IntegerType(), "integer"), Known(StringType(), "string")


def test_values_stand_in_the_order_of_their_type_and_suppressed_cells_last():
    numbers = texts({"x": ["10", "9", "2", "9"]})
    found = compare_tables(numbers, texts({"x": ["10", "9", "*", "9"]}), {"x": NUMBER})
    before, after = frequencies(found, found.columns[0])
    assert (before.labels, before.records.tolist()) == (["2", "9", "10"], [1, 2, 1])
    assert (after.labels, after.records.tolist()) == (["9", "10", "*"], [2, 1, 1])
    assert before.shares.tolist() == [0.25, 0.5, 0.25]


def test_labels_stand_in_the_order_of_what_they_stand_for():
    found = toy()
    _, after = frequencies(found, column(found, "age"))
    assert after.labels == ["<50", ">=50", "*"]
    assert after.records.tolist() == [4, 2, 1]


def test_suppressed_and_missing_values_can_be_left_out():
    before = {**BEFORE, "sex": [None, *BEFORE["sex"][1:]]}
    after = {**AFTER, "sex": [None, *AFTER["sex"][1:]]}
    compared = toy(after, BARE, before=before)
    both = frequencies(compared, column(compared, "sex"))
    assert [side.labels for side in both] == [["f", "m", None], ["f", "m", None, "*"]]
    neither = frequencies(compared, column(compared, "sex"), Include(False, False))
    assert [side.labels for side in neither] == [["f", "m"], ["f", "m"]]
    assert sum(neither[1].shares) == 1


def test_a_contingency_table_holds_the_share_of_each_pair():
    found = toy()
    before, after = contingency(found, (column(found, "age"), column(found, "sex")))
    assert before.rows == ["34", "45", "66", "70"]
    assert (before.shares * 7).round(9).tolist() == [[1, 1], [1, 1], [0, 1], [1, 1]]
    assert (after.rows, after.columns) == (["<50", ">=50", "*"], ["m", "f", "*"])
    assert (after.shares * 7).round(9).tolist() == [[2, 2, 0], [2, 0, 0], [0, 0, 1]]
    assert after.largest == 2 / 7


def test_neighbors_are_merged_where_there_are_too_many():
    numbers = texts({"x": [str(n) for n in range(10)], "y": ["a", "b"] * 5})
    found = compare_tables(numbers, numbers, {"x": NUMBER, "y": TEXT})
    before, _ = contingency(found, found.columns, buckets=(3, 2))
    assert before.rows == ["0 … 3", "4 … 6", "7 … 9"]
    assert np.isclose(before.shares.sum(), 1)
    assert (before.shares * 10).round(9).tolist() == [[2, 2], [2, 1], [1, 2]]


def test_what_is_left_out_is_in_no_pair():
    found = toy()
    pair = column(found, "age"), column(found, "sex")
    _, after = contingency(found, pair, Include(suppressed=False))
    assert after.rows == ["<50", ">=50"]
    assert np.isclose(after.shares.sum(), 1)
