"""A few bars tell how a column is spread."""

import polars as pl
import pytest

from shoal.errors import DataError
from shoal.server.stored import NotFound
from shoal.server.stored.column_shape import BARS, VALUES, column_shape, column_texts, shape_of


def test_numbers_are_counted_in_ranges_of_equal_width():
    found = shape_of(pl.Series([str(at) for at in range(100)]))
    assert (found["kind"], len(found["bars"])) == ("numbers", BARS)
    assert {records for _, records in found["bars"]} == {5}
    assert found["bars"][0][0] == "0 to 4.95"
    assert found["alone"] == 1.0


def test_other_values_are_counted_by_the_most_frequent_ones():
    texts = [f"v{at:02}" for at in range(20) for _ in range(20 - at)] + [None]
    found = shape_of(pl.Series(texts))
    assert (found["kind"], len(found["bars"])) == ("values", VALUES)
    assert found["bars"][0] == ["v00", 20]
    assert sum(records for _, records in found["bars"]) + found["others"] == 210
    assert found["alone"] == pytest.approx(1 / 210)


@pytest.mark.parametrize("texts", [[], [None, None], ["7"] * 3, ["nan", "1", *map(str, range(20))]])
def test_whatever_a_column_holds_has_a_shape(texts):
    found = shape_of(pl.Series(texts, dtype=pl.String))
    known = sum(one is not None for one in texts)
    assert sum(records for _, records in found["bars"]) + found["others"] == known


def test_only_the_owner_sees_the_shape_of_a_column(workspace, keep):
    made = keep("name,age\nann,1\nbob,2\n")
    assert column_shape(workspace, "ann", made.id, "age")["bars"] == [["1", 1], ["2", 1]]
    assert sorted(column_texts(workspace, "ann", made.id, "name", 9)) == ["ann", "bob"]
    with pytest.raises(DataError, match="no column 'aeg'"):
        column_shape(workspace, "ann", made.id, "aeg")
    with pytest.raises(NotFound):
        column_shape(workspace, "bob", made.id, "age")
