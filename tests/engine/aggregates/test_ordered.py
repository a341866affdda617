"""Median and interval: right with missing values, with dates and with ordered texts."""

import pytest

from engine.aggregates.classes import aggregate_of
from shoal.errors import StudyError

PAIN = {"type": "ordered", "settings": {"order": ("none", "mild", "severe")}}


def test_the_example_of_the_specification():
    # ARX counts the missing value as the largest: 5.5, and no interval at all.
    assert aggregate_of("median") == ["2", "5"]
    assert aggregate_of("interval") == ["[1, 9]", "[4, 16]"]


@pytest.mark.parametrize(
    ("values", "median"),
    [((5,), "5"), ((1, 2), "1.5"), ((3, 1, 2), "2"), ((1, 1, 9, 9), "5"), ((7, 7, 1, 9), "7")],
)
def test_the_middle_is_found_by_counting(values, median):
    assert aggregate_of("median", (values,)) == [median]


def test_decimals_of_a_median_are_shown_even_where_they_are_zero():
    assert aggregate_of("median", ((1, 2), (4, 4)), decimals=2) == ["1.50", "4.00"]


def test_ordered_texts_have_a_median_only_where_the_middle_is_one_value():
    values = (("severe", "none", "mild"), ("none", "mild"), ("mild", "mild"), (None, "none"))
    assert aggregate_of("median", values, **PAIN) == ["mild", None, "mild", "none"]


def test_the_interval_follows_the_order_of_the_type():
    assert aggregate_of("interval", (("severe", "mild"),), **PAIN) == ["[mild, severe]"]
    assert aggregate_of("interval", ((10, 9),)) == ["[9, 10]"]
    assert aggregate_of("interval", ((5,), (None, 5))) == ["[5, 5]", "[5, 5]"]


def test_dates_have_a_median_and_an_interval():
    days = (("2020-01-05", "2020-01-01", "2020-01-02", "2020-01-03"),)
    assert aggregate_of("median", days, "date") == ["2020-01-02"]  # half a day is cut
    assert aggregate_of("interval", days, "date") == ["[2020-01-01, 2020-01-05]"]


@pytest.mark.parametrize("function", ["median", "interval"])
def test_missing_values_have_no_place_in_an_order(function):
    with pytest.raises(StudyError, match="'missing'"):
        aggregate_of(function, missing="zero")
