"""Values are compared as their type says, never as the texts they happen to be."""

from datetime import date

import polars as pl
import pytest

from shoal.data.conditions import records_with
from shoal.data.query import parse_query
from shoal.data.table import Table
from shoal.data.types import (
    BooleanType,
    DateType,
    DecimalType,
    IntegerType,
    OrderedType,
    StringType,
)
from shoal.errors import StudyError

TABLE = Table(
    pl.DataFrame(
        {
            "age": ["9", "18", None, "102"],
            "stage": ["II", "I", "IV", None],
            "born": ["01.02.2000", "31.12.1999", "15.06.2010", None],
            "smoker": ["yes", "0", "True", None],
            "zip": ["02139", "10117", "2139", "x"],
            "visits": ["1", "2", "10", "3"],
        }
    )
)
TYPES = {
    "age": IntegerType(),
    "stage": OrderedType(order=("I", "II", "III", "IV")),
    "born": DateType(format="%d.%m.%Y"),
    "smoker": BooleanType(),
    "zip": StringType(),
}


def records(query, table=TABLE, types=TYPES):
    flags = records_with(table, parse_query(query), types)
    assert flags.null_count() == 0
    return [at for at, flag in enumerate(flags) if flag]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("age >= 18", [1, 3]),
        ("age < 18", [0]),
        ("age = 18.0", [1]),
        ("age != 18", [0, 3]),
        ("not age = 18", [0, 2, 3]),
        ("stage > I", [0, 2]),
        ("born < 01.01.2000", [1]),
        ("born >= '01.02.2000'", [0, 2]),
        ("smoker = true", [0, 2]),
        ("smoker = no", [1]),
        ("zip = 02139", [0]),
        ("zip > '1'", [1, 2, 3]),
        ("visits > 2", [2, 3]),
        ("visits = 2 or zip = x", [1, 3]),
        ("age > 10 and (stage = I or visits = 3)", [1, 3]),
    ],
)
def test_records_that_satisfy_a_query(query, expected):
    assert records(query) == expected


def test_typed_values_compare_as_their_texts_would():
    table = Table(pl.DataFrame({"age": [9, 18], "born": [date(2000, 2, 1), date(1999, 12, 31)]}))
    assert records("age > 9.5", table) == [1]
    assert records("born > 01.01.2000", table) == [0]
    assert records("age > 9.5", table, {"age": DecimalType()}) == [1]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("aeg > 1", "no column 'aeg'. Did you mean 'age'?"),
        ("age > old", "not a number"),
        ("born > 2000-01-01", "not a date in the column's format"),
        ("stage > V", "not in the column's `order`"),
        ("smoker = maybe", "not true or false"),
        ("zip > 5", "Declare its `type`"),
    ],
)
def test_what_cannot_be_compared_is_refused(query, expected):
    with pytest.raises(StudyError) as caught:
        records(query)
    assert expected in str(caught.value)
