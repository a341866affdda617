"""Mode and set: in the order of the type, so that the order of records tells nothing."""

import pytest

from engine.aggregates.classes import aggregate_of


def test_the_example_of_the_specification():
    assert aggregate_of("mode") == ["1", "4"]
    assert aggregate_of("set") == ["{1, 2, 9}", "{4, 6, 16}"]
    assert aggregate_of("set", missing="show") == ["{1, 2, 9, NULL}", "{4, 6, 16}"]


@pytest.mark.parametrize("values", [("b", "a"), ("a", "b"), ("b", "a", "b", "a")])
def test_ties_and_sets_do_not_depend_on_the_order_of_records(values):
    assert aggregate_of("mode", (values,), "string") == ["a"]
    assert aggregate_of("set", (values,), "string") == ["{a, b}"]


def test_the_type_decides_the_order():
    assert aggregate_of("set", ((10, 9),)) == ["{9, 10}"]
    assert aggregate_of("set", ((10, 9),), "string") == ["{10, 9}"]


def test_missing_can_be_the_most_frequent_value():
    values = (("a", None, None),)
    assert aggregate_of("mode", values, "string") == ["a"]
    assert aggregate_of("mode", values, "string", missing="show") == [None]


def test_a_class_of_missing_values_shows_nothing_unless_asked():
    values = ((None, None), ("a", "a"))
    assert aggregate_of("set", values, "string") == [None, "{a}"]
    assert aggregate_of("set", values, "string", missing="show") == ["{NULL}", "{a}"]
