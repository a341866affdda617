"""The worked examples of docs/theory/hierarchies.md, to the letter."""

import polars as pl
import pytest

from shoal.errors import DataError, StudyError
from shoal.verify.values.intervals import interval_levels

INF = float("inf")
FIRST = {
    "intervals": [[0, 20], [20, 33]],
    "lower": {"snap": 0, "bottom": 0, "minimum": -INF},
    "upper": {"snap": 81, "top": 100, "maximum": INF},
    "groups": [2, [3]],
}
SECOND = {
    "intervals": [[0, 5]],
    "lower": {"snap": 10, "bottom": 0, "minimum": 0},
    "upper": {"snap": 90, "top": 100, "maximum": 120},
    "groups": [[4]],
}


def labels(settings, *values):
    """The labels above the value, by value."""
    levels = interval_levels(pl.Series(values), settings, ".")
    return {row[0]: list(row[1:]) for row in zip(*levels, strict=True)}


def test_the_first_worked_example():
    assert labels(FIRST, "-5", "19", "52", "66", "79", "99", "120") == {
        "-5": ["<0", "<0", "<0", "*"],
        "19": ["[0, 20[", "[0, 33[", "[0, 100[", "*"],
        "52": ["[33, 53[", "[33, 66[", "[0, 100[", "*"],
        "66": ["[66, 100[", "[66, 100[", "[0, 100[", "*"],
        "79": ["[66, 100[", "[66, 100[", "[0, 100[", "*"],
        "99": ["[66, 100[", "[66, 100[", "[0, 100[", "*"],
        "120": [">=100", ">=100", ">=100", "*"],
    }


def test_the_second_worked_example():
    assert labels(SECOND, "0", "9", "14", "15", "84", "89", "99", "119") == {
        "0": ["[0, 15[", "[0, 20[", "*"],
        "9": ["[0, 15[", "[0, 20[", "*"],
        "14": ["[0, 15[", "[0, 20[", "*"],
        "15": ["[15, 20[", "[0, 20[", "*"],
        "84": ["[80, 85[", "[80, 100[", "*"],
        "89": ["[85, 100[", "[80, 100[", "*"],
        "99": ["[85, 100[", "[80, 100[", "*"],
        "119": [">=100", ">=100", "*"],
    }


def test_a_width_grows_by_its_factor():
    settings = {"width": 5, "levels": 3, "factor": 2}
    assert labels(settings, "34", "-1", "20") == {
        "34": ["[30, 35[", "[30, 40[", "[20, 40[", "*"],
        "-1": ["[-5, 0[", "[-10, 0[", "[-20, 0[", "*"],
        "20": ["[20, 25[", "[20, 30[", "[20, 40[", "*"],
    }


def test_no_level_is_left_out_unless_a_single_label_may_be_the_top():
    settings = {"width": 50, "levels": 2}
    assert labels(settings, "1", "2")["2"] == ["[0, 50[", "[0, 100[", "*"]
    assert labels(settings | {"always_root": False}, "1")["1"] == ["[0, 50["]


def test_decimals_are_exact():
    assert labels({"width": 0.1}, "0.3", "0.29")["0.3"][0] == "[0.3, 0.4["
    assert interval_levels(pl.Series(["0,3"]), {"width": 0.1}, ",")[1][0] == "[0.3, 0.4["


def test_numbers_beyond_64_bits_are_exact():
    large = "123456789012345678901234567890123"
    assert labels({"width": 10}, large, "1")[large][0] == f"[{large[:-1]}0, {large[:-2]}30["


def test_groups_and_intervals_repeat_until_they_end_together():
    settings = {"intervals": [[0, 20], [20, 33]], "groups": [3], "upper": {"snap": INF}}
    levels = labels(settings, "0", "52", "53", "98", "99")
    assert [levels[value][1] for value in levels] == [
        "[0, 53[", "[0, 53[", "[53, 99[", "[53, 99[", "[99, 152["
    ]  # fmt: skip


def test_ends_that_meet_are_one_interval():
    settings = {"intervals": [[0, 50]], "lower": {"snap": 0}, "upper": {"snap": 40, "top": 60}}
    assert labels(settings, "10", "55") == {"10": ["[0, 60[", "*"], "55": ["[0, 60[", "*"]}


@pytest.mark.parametrize("value", ["x", "nan", "inf", ""])
def test_what_is_no_number_is_an_error_that_does_not_quote_it(value):
    with pytest.raises(DataError) as error:
        labels({"width": 5}, value, "1")
    assert "values" in str(error.value)


def test_a_value_beyond_the_extremes_is_an_error():
    with pytest.raises(DataError, match="1 value lies outside"):
        labels(SECOND, "-1", "5")


def test_settings_without_intervals_are_an_error():
    with pytest.raises(StudyError, match="width"):
        labels({}, "1")
