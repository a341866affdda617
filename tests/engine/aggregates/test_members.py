"""The squared error of aggregates, after the column was scaled to [0, 1]."""

import polars as pl
import pytest

from engine.aggregates.classes import EXAMPLE, grouped, type_of
from shoal.engine.aggregates import aggregates
from shoal.engine.aggregates.members import members_of, squared_error


def error_of(classes, function="mean", kind=None):
    kind = kind or type_of("integer")
    table, grouping = grouped(classes, kind)
    members = members_of(table.aggregated[0].values, grouping, kind)
    shown = aggregates.build({"function": function}).texts(members)
    return squared_error(members, shown)


def test_the_example_of_the_specification():
    # Means 4 and 7.5; values from 1 to 16; the missing value is left out.
    squares = [9, 4, 25, 12.25, 12.25, 72.25, 2.25]
    assert error_of(EXAMPLE) == pytest.approx(sum(squares) / 7 / 15**2)


def test_what_shows_its_own_value_has_no_error():
    assert error_of(((5, 5), (9, 9))) == 0
    assert error_of(((7, 7, 7),)) == 0


def test_the_largest_error_is_one():
    assert error_of(((0, 10, 10),), "mode") == pytest.approx(1 / 3)
    assert error_of(((0, 0, 10),), "mode") == pytest.approx(1 / 3)


def test_dates_have_an_error_too():
    days = (("2020-01-01", "2020-01-03"), ("2020-01-11", "2020-01-11"))
    assert error_of(days, kind=type_of("date")) == pytest.approx(2 / 4 / 100)


def test_what_is_no_number_has_none():
    assert error_of(((1, 2),), "interval") is None
    assert error_of((("a", "b"),), "mode", type_of("string")) is None
    assert error_of(((None, None), (None,)), "mode") is None


def test_missing_cells_play_no_part():
    kind = type_of("integer")
    table, grouping = grouped(((1, 3), (None, None)), kind)
    members = members_of(table.aggregated[0].values, grouping, kind)
    assert squared_error(members, pl.Series(["2", None])) == pytest.approx(1 / 4)
