"""A hierarchy as a tree: every label once, long lists cut."""

import io

from rich.console import Console

from shoal.hierarchies.hierarchy import Hierarchy
from shoal.report.hierarchy_tree import hierarchy_tree


def shown(levels, children=12):
    console = Console(width=80, file=io.StringIO())
    console.print(hierarchy_tree(Hierarchy.of(levels, "test"), children))
    return console.file.getvalue()


def test_the_root_comes_first_and_values_last():
    text = shown([["a", "b", "c"], ["x", "x", "y"], ["*"] * 3])
    places = [text.index(f"── {word}") for word in ("*", "x", "a", "b", "y", "c")]
    assert places == sorted(places)
    assert "2 levels above the values (3 → 2 → 1)" in text


def test_a_label_that_does_not_change_is_shown_once():
    text = shown([["a", "b", "c"], ["a", "x", "x"], ["a", "x", "x"], ["*"] * 3])
    assert text.count("x") == 1
    assert text.count("── a") == 1


def test_long_lists_are_cut_and_counted():
    values = [f"v{number}" for number in range(100)]
    assert "… 88 more" in shown([values, ["*"] * 100])
    assert "more" not in shown([values, ["*"] * 100], children=0)


def test_the_missing_value_has_a_name():
    assert "(missing)" in shown([["a", None], ["*", "*"]])
