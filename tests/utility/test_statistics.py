"""Summary statistics before and after."""

import numpy as np
import polars as pl
import pytest

from compared_toy import AFTER, BARE, BEFORE, texts, toy
from shoal.data.types import DateType, IntegerType, OrderedType
from shoal.utility import Known, compare_tables
from shoal.utility.statistics import moments, statistics


def test_numbers_have_every_statistic():
    # 34, 34, 45, 45, 66, 70, 70: mean 52, squared deviations 1590 (docs/theory/utility.md)
    found = statistics(toy())["age"]["before"]
    assert (found["records"], found["distinct"], found["mode"]) == (7, 4, "34")
    assert [found[key] for key in ("minimum", "median", "maximum", "mean", "range")] == [
        *(34, 45, 70, 52, 36)
    ]
    assert found["sample_variance"] == pytest.approx(1590 / 6)
    assert found["population_variance"] == pytest.approx(1590 / 7)
    assert found["standard_deviation"] == pytest.approx((1590 / 6) ** 0.5)


def test_moments_are_those_of_other_programs():
    values = np.array([2.0, 3, 5, 11, 13])
    frame = pl.Series(values)
    found = moments(values, np.ones(5, np.int64))
    assert found["kurtosis"] == pytest.approx(frame.kurtosis(fisher=True, bias=False))
    assert found["sample_variance"] == pytest.approx(frame.var())
    assert found["geometric_mean"] == pytest.approx(np.prod(values + 1) ** (1 / 5) - 1)
    assert found == pytest.approx(
        moments(np.array([2.0, 3, 5, 11, 13, 9]), np.array([1] * 5 + [0]))
    )


def test_what_there_are_too_few_numbers_for_is_none():
    found = moments(np.array([3.0]), np.array([1]))
    assert (found["sample_variance"], found["kurtosis"]) == (None, None)
    assert moments(np.array([-2.0, 4]), np.array([1, 1]))["geometric_mean"] is None
    assert moments(np.array([3.0]), np.array([0])) == {}


def test_a_range_counts_as_its_middle_and_says_so():
    found = statistics(toy())["age"]["after"]
    # four records in 34..45 and two in 66..70; the suppressed one is left out
    assert (found["records"], found["mean"], found["from_middles"]) == (6, 49, True)
    assert (found["minimum"], found["maximum"], found["mode"]) == (34, 70, "<50")


def test_texts_have_a_mode_only():
    assert statistics(toy())["sex"]["before"] == {"records": 7, "distinct": 2, "mode": "m"}


def test_a_gap_in_any_column_leaves_a_record_out_unless_each_column_is_taken_alone():
    before = {**BEFORE, "sex": [None, *BEFORE["sex"][1:]]}
    after = {**AFTER, "sex": [None, *AFTER["sex"][1:]]}
    compared = toy(after, BARE, before=before)
    assert statistics(compared)["age"]["before"]["records"] == 6
    assert statistics(compared, list_wise=False)["age"]["before"]["records"] == 7


def test_a_column_that_tells_nothing_leaves_no_record_out():
    after = {**AFTER, "sex": ["*"] * 7}
    found = statistics(toy(after))
    assert found["age"]["after"]["records"] == 6
    assert found["sex"]["after"] == {"records": 0, "distinct": 0, "mode": None}


def test_dates_are_told_as_dates_and_distances_in_days():
    known = {"day": Known(DateType("%d.%m.%Y"), "date")}
    days = texts({"day": ["01.01.2020", "03.01.2020", "05.01.2020"]})
    found = statistics(compare_tables(days, days, known))["day"]["before"]
    assert (found["mean"], found["median"], found["maximum"]) == (
        *("2020-01-03", "2020-01-03", "2020-01-05"),
    )
    assert (found["range"], found["geometric_mean"]) == (4, None)


def test_ordered_texts_have_a_median():
    known = {"pain": Known(OrderedType(("none", "some", "severe")), "ordered")}
    pain = texts({"pain": ["severe", "none", "some", "none"]})
    found = statistics(compare_tables(pain, pain, known))["pain"]["before"]
    assert (found["minimum"], found["median"], found["maximum"]) == ("none", "none", "severe")
    assert "mean" not in found


def test_an_even_number_of_records_has_a_median_between_two():
    known = {"x": Known(IntegerType(), "integer")}
    numbers = texts({"x": ["1", "2", "5", "9"]})
    assert statistics(compare_tables(numbers, numbers, known))["x"]["before"]["median"] == 3.5
