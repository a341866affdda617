"""Repeated rows and values without a row are repaired; contradictions are told."""

import polars as pl

from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.repair import missing_values, repair_rows

ROWS = [("a", "x", "*"), ("b", "y", "*"), ("a", "x", "*"), ("b", "z", "*")]


def test_the_first_row_of_a_value_is_kept():
    found = repair_rows(ROWS, None, "test")
    assert found.hierarchy.levels[1].to_list() == ["x", "y"]
    assert found.done == (
        "2 repeated rows were left out (1 had other labels than the first row of their value)",
    )


def test_a_value_without_a_row_gets_the_root():
    found = repair_rows(ROWS, pl.Series(["a", "new", None, "new"]), "test")
    assert [level.to_list()[-1] for level in found.hierarchy.levels] == ["new", "*", "*"]
    assert "1 value of the data got a row" in found.done[1]


def test_without_a_root_new_values_are_a_group_of_their_own():
    found = repair_rows([("a", "x"), ("b", "y")], pl.Series(["c"]), "test")
    assert found.hierarchy.levels[1].to_list() == ["x", "y", "other"]


def test_what_only_a_person_can_decide_is_told():
    fork = repair_rows([("a", "x", "1"), ("b", "x", "2")], None, "test")
    assert fork.hierarchy is None
    assert "Each level must determine the next" in fork.left[0]
    uneven = repair_rows([("a", "x", "*"), ("b", "x")], None, "test")
    assert uneven.hierarchy is None
    assert "different numbers of labels" in uneven.left[0]


def test_values_without_a_row_are_counted_once():
    hierarchy = Hierarchy.of([["a"], ["*"]], "test")
    assert missing_values(hierarchy, pl.Series(["a", "b", "b", None])) == 1
