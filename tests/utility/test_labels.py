"""What labels say about numbers."""

import numpy as np
import polars as pl
import pytest

from shoal.data.types import DateType, IntegerType, OrderedType, StringType
from shoal.utility.labels import numbers, parser_of, ranges

OPEN = None


@pytest.mark.parametrize(
    ("label", "low", "high"),
    [
        ("34", 34, 34),
        ("62.7", 62.7, 62.7),
        ("[20, 30[", 20, 30),
        ("[1, 9]", 1, 9),
        ("]1;9]", 1, 9),
        ("[-5, 5[", -5, 5),
        ("20-29", 20, 29),
        ("45 to 64", 45, 64),
        ("{3, 4, 7}", 3, 7),
        ("81***", 81000, 81999),
        ("-8*", -89, -80),
        ("<50", OPEN, 50),
        ("<=50", OPEN, 50),
        (">=50", 50, OPEN),
        ("> 50", 50, OPEN),
        ("90+", 90, OPEN),
        ("65 or older", 65, OPEN),
        ("17 and under", OPEN, 17),
        ("elderly", OPEN, OPEN),
        ("{a, 4}", OPEN, OPEN),
        ("*****", OPEN, OPEN),
        (None, OPEN, OPEN),
    ],
)
def test_a_label_says_from_where_to_where_it_reaches(label, low, high):
    found = ranges(pl.Series([label], dtype=pl.String), numbers)
    ends = [None if np.isnan(end[0]) else end[0] for end in (found.low, found.high)]
    assert ends == [low, high]


def test_ends_belong_to_a_label_as_its_brackets_say():
    labels = pl.Series(["[20, 30[", "]20, 30]", "<20", ">20", ">=20", "20-30"])
    held = ranges(labels, numbers).holds(np.array([20.0, 30.0]))
    assert held[0].tolist() == [True, False, False, False, True, True]
    assert held[1].tolist() == [False, True, False, True, True, True]


def test_values_inside_a_label_are_counted():
    values = np.array([19.0, 20, 25, 30, np.nan])
    labels = pl.Series(["[20, 30[", "[20, 30]", "<25", "elderly"])
    assert ranges(labels, numbers).inside(values).tolist() == [2, 3, 2, 0]


def test_dates_are_days_and_ordered_texts_their_places():
    day = parser_of(DateType("%d.%m.%Y"))
    found = ranges(pl.Series(["[01.01.1970, 11.01.1970["]), day)
    assert (found.low[0], found.high[0]) == (0, 10)
    rank = parser_of(OrderedType(("low", "middle", "high")))
    found = ranges(pl.Series(["{low, high}"]), rank)
    assert (found.low[0], found.high[0]) == (0, 2)


def test_texts_are_no_numbers():
    assert parser_of(StringType()) is None
    assert parser_of(IntegerType()) is numbers
