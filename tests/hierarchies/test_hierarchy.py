import numpy as np
import polars as pl
import pytest

from shoal.errors import DataError
from shoal.hierarchies import Hierarchy

AGE = [
    ["34", "45", "66", "70"],
    ["<50", "<50", ">=50", ">=50"],
    ["*", "*", "*", "*"],
]


def test_the_toy_hierarchy_of_the_specification_has_height_two_and_a_root():
    age = Hierarchy.of(AGE, "age")
    assert (age.height, age.domain, age.has_root, age.has_missing) == (2, 4, True, False)


def test_codes_number_labels_by_first_occurrence():
    wards = Hierarchy.of([["c", "a", "b"], ["y", "x", "y"]], "ward")
    assert [codes.tolist() for codes in wards.codes] == [[0, 1, 2], [0, 1, 0]]
    assert [labels.to_list() for labels in wards.labels] == [["c", "a", "b"], ["y", "x"]]
    assert all(codes.dtype == np.int32 for codes in wards.codes)


def test_a_label_covers_the_values_under_it():
    age = Hierarchy.of(AGE, "age")
    assert [covers.tolist() for covers in age.covers] == [[1, 1, 1, 1], [2, 2], [4]]


def test_rows_are_found_and_absent_values_are_minus_one():
    age = Hierarchy.of(AGE, "age")
    rows = age.rows(pl.Series(["70", "34", "35", None, "70"]))
    assert rows.tolist() == [3, 0, -1, -1, 3]
    assert rows.dtype == np.int32


def test_no_values_have_no_rows():
    assert Hierarchy.of(AGE, "age").rows(pl.Series([], dtype=pl.String)).tolist() == []


def test_the_missing_value_finds_its_own_row():
    county = Hierarchy.of([[None, "Albany"], ["Unknown", "Capital"]], "county")
    assert county.has_missing
    assert county.rows(pl.Series([None, "Albany"])).tolist() == [0, 1]


def test_an_empty_text_is_not_the_missing_value():
    county = Hierarchy.of([[None, "Albany"]], "county")
    assert county.rows(pl.Series([""])).tolist() == [-1]


def test_a_missing_value_stays_missing_below_a_single_root():
    age = Hierarchy.of(AGE, "age").with_missing()
    assert [level[-1] for level in age.levels] == [None, None, "*"]
    assert [covers.tolist() for covers in age.covers] == [[1, 1, 1, 1, 1], [2, 2, 1], [5]]
    assert age.domain == 5


def test_a_missing_value_stays_missing_on_all_levels_without_a_root():
    halves = Hierarchy.of(AGE[:2], "age").with_missing()
    assert [level[-1] for level in halves.levels] == [None, None]
    assert not halves.has_root


def test_the_single_value_of_a_flat_hierarchy_is_not_a_root_for_missing_values():
    flat = Hierarchy.of([["only"]], "flat").with_missing()
    assert flat.levels[0].to_list() == ["only", None]


def test_a_hierarchy_with_a_row_for_missing_values_is_not_changed():
    county = Hierarchy.of([[None, "Albany"], ["Unknown", "Capital"]], "county")
    assert county.with_missing() is county


def test_covers_can_be_widths_and_the_missing_value_is_one_more_of_the_smallest():
    wide = Hierarchy.of(AGE, "age").with_covers(
        [np.full(4, 10), np.array([500, 700]), np.array([1200])], 1200
    )
    grown = wide.with_missing()
    assert [covers.tolist() for covers in grown.covers] == [
        [10, 10, 10, 10, 10],
        [500, 700, 10],
        [1210],
    ]
    assert grown.domain == 1210


def test_the_same_label_on_different_levels_is_no_contradiction():
    Hierarchy.of([["*", "a"], ["*", "b"], ["*", "*"]], "stars")


def test_all_problems_are_told_at_once_with_counts():
    levels = [
        ["a", "a", "b", "c", "c", "d"],
        ["x", "x", "x", "y", "z", None],
        ["1", "1", "2", "1", "1", "1"],
    ]
    with pytest.raises(DataError) as caught:
        Hierarchy.of(levels, "ward.csv")
    assert caught.value.problems == (
        "Hierarchy ward.csv: 2 rows repeat the value of an earlier row (1 with the same labels,"
        " 1 with other labels). Keep one row per value.",
        "Hierarchy ward.csv: 1 label is empty. Write a label on every level of every value.",
        "Hierarchy ward.csv: 1 label of level 1 becomes different labels on level 2."
        " Each level must determine the next.",
    )


@pytest.mark.parametrize("levels", [[], [[]], [[], []]])
def test_a_hierarchy_without_values_is_refused(levels):
    with pytest.raises(DataError, match="has no values"):
        Hierarchy.of(levels, "empty")


def test_levels_of_different_length_are_refused():
    with pytest.raises(DataError, match="differ in length"):
        Hierarchy.of([["a", "b"], ["*"]], "uneven")


def test_problems_never_quote_a_value():
    canary = "Jane Canary"
    with pytest.raises(DataError) as caught:
        Hierarchy.of([[canary, canary], [canary, "x"], ["y", canary]], "names.csv")
    assert "Canary" not in str(caught.value)


def test_a_missing_value_may_have_empty_labels():
    ward = Hierarchy.of([["a", None], ["x", None], ["*", "*"]], "ward")
    assert ward.labels[1].to_list() == ["x", None]
