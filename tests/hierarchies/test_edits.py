"""Merge, rename, move: a new hierarchy each time, in which each level determines the next."""

import pytest

from shoal.errors import StudyError
from shoal.hierarchies.edits import merge_groups, move_to_group, rename_group
from shoal.hierarchies.hierarchy import Hierarchy

FRUIT = Hierarchy.of(
    [
        ["apple", "pear", "plum", "leek"],
        ["pome", "pome", "stone", "allium"],
        ["fruit", "fruit", "fruit", "vegetable"],
        ["*"] * 4,
    ],
    "fruit",
)


def rows(hierarchy):
    return ["/".join(row) for row in zip(*hierarchy.levels, strict=True)]


def test_groups_become_one_and_follow_the_first_one():
    assert rows(merge_groups(FRUIT, ["stone", "allium"], "mixed")) == [
        *("apple/pome/fruit/*", "pear/pome/fruit/*", "plum/mixed/fruit/*", "leek/mixed/fruit/*"),
    ]


def test_values_become_one_group():
    assert rows(merge_groups(FRUIT, ["plum", "leek"], "p or l"))[2:] == [
        *("plum/p or l/fruit/*", "leek/p or l/fruit/*"),
    ]


def test_a_group_gets_another_label():
    assert rows(rename_group(FRUIT, "pome", "core"))[0] == "apple/core/fruit/*"
    assert rows(rename_group(FRUIT, "vegetable", "veg", level=2))[3] == "leek/allium/veg/*"


def test_a_value_moves_with_all_its_higher_labels():
    assert rows(move_to_group(FRUIT, "leek", "stone"))[3] == "leek/stone/fruit/*"


def test_a_group_moves_to_a_group_above():
    assert rows(move_to_group(FRUIT, "allium", "fruit", level=2))[3] == "leek/allium/fruit/*"


def test_the_hierarchy_itself_does_not_change():
    before = rows(FRUIT)
    merge_groups(FRUIT, ["plum", "leek"], "x")
    assert rows(FRUIT) == before


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda: rename_group(FRUIT, "pome", "stone"), "Merge the two"),
        (lambda: rename_group(FRUIT, "pom", "core"), "Did you mean 'pome'"),
        (lambda: move_to_group(FRUIT, "aple", "stone"), "Did you mean 'apple'"),
        (lambda: merge_groups(FRUIT, ["apple"], "x", level=4), "no level 4"),
        (lambda: move_to_group(FRUIT, "apple", "pome", level=0), "no level 0"),
    ],
)
def test_a_wrong_edit_is_explained(change, says):
    with pytest.raises(StudyError, match=says):
        change()
