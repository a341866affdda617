import polars as pl
import pytest

from shoal.data.types import column_types
from shoal.errors import DataError, StudyError
from shoal.hierarchies import builder_of, fit_to_type

VALUES = ["17", "18", "50", "90", "91"]


def level(values=VALUES, **parameters):
    return builder_of({"builder": "top-bottom", **parameters}).build(pl.Series(values)).levels[1]


# docs/theory/hierarchies.md.
@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"bottom": 18, "top": 90}, ["<18", "18", "50", "90", ">90"]),
        (
            {"bottom": 18, "top": 90, "bottom_inclusive": True, "top_inclusive": True},
            ["<=18", "<=18", "50", ">=90", ">=90"],
        ),
        ({"top": 90}, ["17", "18", "50", "90", ">90"]),
        ({"bottom": 18.5}, ["<18.5", "<18.5", "50", "90", "91"]),
        ({"bottom": 50, "top": 50}, ["<50", "<50", "50", ">50", ">50"]),
        ({"bottom": 50, "top": 50, "top_inclusive": True}, ["<50", "<50", *[">=50"] * 3]),
    ],
)
def test_values_beyond_a_bound_are_coded_and_others_stay(parameters, expected):
    assert level(**parameters).to_list() == expected


def test_it_has_two_levels_and_a_root_only_if_asked_for():
    builder = builder_of({"builder": "top-bottom", "top": 90})
    assert builder.build(pl.Series(VALUES)).height == 1
    rooted = builder_of({"builder": "top-bottom", "top": 90, "always_root": True})
    assert rooted.build(pl.Series(VALUES)).levels[2].unique().to_list() == ["*"]


def test_numbers_are_compared_exactly():
    assert level(["0.3", "0.30000000000000004"], top=0.3).to_list() == ["0.3", ">0.3"]


def test_dates_are_coded_in_their_own_format():
    builder = builder_of({"builder": "top-bottom", "bottom": "1900-01-01", "top": "2000-01-01"})
    type = column_types.build({"type": "date", "format": "%d.%m.%Y"})
    found = fit_to_type(builder, type).build(pl.Series(["31.12.1899", "01.01.2000", "02.01.2000"]))
    assert found.levels[1].to_list() == ["<01.01.1900", "01.01.2000", ">01.01.2000"]


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({}, "give `bottom`, `top` or both"),
        ({"bottom": 2, "top": 1}, "must not be greater"),
        ({"bottom": float("inf")}, "must be finite"),
        ({"bottom": 1, "top": "2020-01-01"}, "both numbers or both dates"),
        (
            {"bottom": 1, "top": 1, "bottom_inclusive": True, "top_inclusive": True},
            "cannot both include",
        ),
    ],
)
def test_wrong_parameters_are_refused(wrong, problem):
    with pytest.raises(StudyError) as caught:
        builder_of({"builder": "top-bottom", **wrong})
    assert problem in str(caught.value)


def test_numbers_do_not_bound_dates():
    with pytest.raises(StudyError, match="must be dates"):
        level(["2020-01-01"], top=5, format="%Y-%m-%d")


def test_a_bound_that_the_format_cannot_tell_is_refused():
    with pytest.raises(StudyError, match="cannot tell"):
        level(["2020-01-01"], top="2020-01-01T12:00:00")


def test_what_is_no_number_is_counted_not_quoted():
    with pytest.raises(DataError, match="1 of 2 different values are none") as caught:
        level(["canary", "1"], top=5)
    assert "canary" not in str(caught.value)
