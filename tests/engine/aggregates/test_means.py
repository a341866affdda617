"""Means: the worked example of docs/theory/recoding.md, rounding, dates, numbers beyond 64 bits."""

import polars as pl
import pytest

from engine.aggregates.classes import aggregate_of
from shoal.engine.aggregates.means import GeometricMean
from shoal.errors import DataError

DAY = {"type": "date", "settings": {"format": "%d.%m.%Y"}}


@pytest.mark.parametrize(
    ("function", "missing", "first", "second"),
    [
        ("mean", "ignore", 4, 7.5),
        ("mean", "zero", 3, 7.5),
        ("geometric-mean", "ignore", 2.9148676, 6.3853612),
        ("geometric-mean", "zero", 1.7831577, 6.3853612),
    ],
)
def test_the_example_of_the_specification(function, missing, first, second):
    found = aggregate_of(function, missing=missing)
    assert [float(text) for text in found] == pytest.approx([first, second], abs=5e-8)


def test_a_mean_has_as_many_digits_as_it_needs():
    assert aggregate_of("mean") == ["4", "7.5"]
    assert aggregate_of("mean", ((64, 69, 55),)) == ["62.666666666666664"]


@pytest.mark.parametrize(
    ("values", "decimals", "text"),
    [
        ((64, 69, 55), 1, "62.7"),
        ((76, 66, 74), 1, "72.0"),
        ((1, 2), 0, "2"),  # 1.5 and 2.5 go to the even neighbor
        ((2, 3), 0, "2"),
        ((-1, -2, -2), 2, "-1.67"),
        ((0, 0), 2, "0.00"),
    ],
)
def test_decimals_are_rounded_once(values, decimals, text):
    assert aggregate_of("mean", (values,), decimals=decimals) == [text]


def test_decimal_texts_are_added_exactly():
    tenths = (("0.1", "0.2", "0.3", "0.7"),)
    assert aggregate_of("mean", tenths, "decimal") == ["0.325"]
    assert aggregate_of("mean", (("1e-9", "3e-9"),), "decimal") == ["0.000000002"]


def test_numbers_that_do_not_fit_into_64_bits_together_are_added_exactly():
    large = 2**62
    assert aggregate_of("mean", ((large, large, large - 3),)) == [str(large - 1)]


@pytest.mark.parametrize("function", ["mean", "geometric-mean", "median", "interval", "mode"])
def test_a_class_without_known_values_has_no_aggregate(function):
    assert aggregate_of(function, ((None, None), (7, 7)))[0] is None


def test_all_missing_is_missing_even_where_missing_counts_as_zero():
    assert aggregate_of("mean", ((None, None), (3, None)), missing="zero") == [None, "1.5"]


def test_the_mean_of_dates_is_cut_to_the_day():
    days = (("01.01.2020", "02.01.2020"), ("28.02.2020", "01.03.2020", "29.02.2020"))
    assert aggregate_of("mean", days, **DAY) == ["01.01.2020", "29.02.2020"]


def test_dates_before_1970_have_a_mean_too():
    assert aggregate_of("mean", (("01.01.1920", "03.01.1920"),), **DAY) == ["02.01.1920"]


def test_zeros_do_not_ruin_a_geometric_mean():
    assert aggregate_of("geometric-mean", ((0, 3),), decimals=3) == ["1.000"]


def test_values_without_logarithm_are_refused():
    with pytest.raises(DataError, match="above -1, but 2 are not"):
        GeometricMean().refuse(pl.Series(["-1", "-3", "0", None]))
    GeometricMean().refuse(pl.Series(["-0.5", None]))
