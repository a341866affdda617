from datetime import date, datetime

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.errors import DataError
from shoal.identifiers.date_shift import offsets, shift_dates
from shoal.identifiers.key import Key

KEY = Key(bytes(range(32)))
PEOPLE = pl.Series(["ann", "bob", "ann", None])


def moved(dates, people=PEOPLE, days=365, format="%Y-%m-%d", zero=False):
    return shift_dates(pl.Series("d", dates), people, KEY, days, zero=zero, format=format)


def test_intervals_of_a_person_stay_and_missing_stays_missing():
    before = [date(2020, 1, 31), date(2020, 2, 1), date(2021, 3, 1), None]
    after = moved(before).to_list()
    assert after[2] - after[0] == before[2] - before[0]
    assert after[1] - before[1] != after[0] - before[0]
    assert after[3] is None
    assert 0 < abs((after[0] - before[0]).days) <= 365


@pytest.mark.parametrize(
    ("format", "text"),
    [("%d.%m.%Y", "31.01.2020"), ("%Y%m%d", "20200131"), ("%Y-%m-%dT%H:%M", "2020-01-31T07:45")],
)
def test_texts_keep_their_format_and_the_time_of_day(format, text):
    [found] = moved([text], PEOPLE[:1], format=format)
    expected = moved([datetime.strptime(text, format)], PEOPLE[:1])[0]
    assert found == expected.strftime(format)
    assert len(found) == len(text)


@given(st.integers(1, 30), st.booleans())
def test_nobody_moves_further_than_allowed_and_zero_is_an_option(days, zero):
    people = pl.Series([str(n) for n in range(40 * days)])
    found = set(offsets(people, KEY, days, zero=zero))
    assert found <= {n for n in range(-days, days + 1) if n or zero}
    assert len(found) > days  # forward and back


def test_another_key_moves_differently():
    people = pl.Series([str(n) for n in range(100)])
    other = offsets(people, KEY.derive("lab"), 365, zero=False)
    assert (offsets(people, KEY, 365, zero=False) == other).sum() < 10


@pytest.mark.parametrize(("format", "text"), [("%Y-%m", "2020-01"), ("%d.%m.%y", "31.01.20")])
def test_formats_that_do_not_tell_the_day_are_refused(format, text):
    dates, people = [text] * 50, pl.Series([str(n) for n in range(50)])
    with pytest.raises(DataError, match="cannot be shifted by days in their `format`"):
        moved(dates, people, days=36500, format=format)


def test_a_date_without_a_person_is_refused():
    with pytest.raises(DataError, match="1 record has a date but no person"):
        moved(["2020-01-31"] * 4)
