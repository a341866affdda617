from datetime import date, timedelta
from itertools import combinations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.data.types import column_types
from shoal.errors import DataError, StudyError
from shoal.hierarchies import builder_of, fit_to_type
from shoal.hierarchies.granularity import ORDER, nests

days = st.dates(date(2, 1, 8), date(9999, 12, 20))  # weeks of year 1 may begin before the calendar


def label(day, granularity, **options):
    given = {"builder": "dates", "granularities": [granularity], "format": "%d.%m.%Y", **options}
    return builder_of(given).build(pl.Series([day])).levels[1][0]


def levels(values, *granularities, **options):
    given = {"builder": "dates", "granularities": granularities, **options}
    hierarchy = builder_of(given).build(pl.Series(values))
    return list(zip(*(level.to_list() for level in hierarchy.levels), strict=True))


# The labels of docs/theory/hierarchies.md, to the letter.
@pytest.mark.parametrize(
    ("granularity", "expected"),
    [
        ("second", "05.11.2013-00:00:00"),
        ("minute", "05.11.2013-00:00"),
        ("hour", "05.11.2013-00:00"),
        ("day", "05.11.2013"),
        ("week-of-month", "2/11.2013"),
        ("week", "45/2013"),
        ("month", "11/2013"),
        ("quarter", "Q4 2013"),
        ("weekday", "3"),
        ("week-of-year", "45"),
        ("quarter-of-year", "Q4"),
        ("year", "2013"),
        ("decade", "[2010, 2020["),
        ("century", "[2000, 2100["),
        ("millennium", "[2000, 3000["),
    ],
)
def test_every_granularity_of_the_worked_example(granularity, expected):
    assert label("05.11.2013", granularity) == expected


def test_times_are_written_as_far_as_the_granularity_goes():
    found = levels(["2013-11-05T14:33:59"], "second", "minute", "hour", "day",
                   format="%Y-%m-%dT%H:%M:%S")  # fmt: skip
    assert found[0][1:] == (
        "05.11.2013-14:33:59",
        "05.11.2013-14:33",
        "05.11.2013-14:00",
        "05.11.2013",
    )


def test_a_week_is_written_with_the_year_it_belongs_to():
    """ARX prints 01/1999 (docs/theory/hierarchies.md)."""
    assert label("31.12.1999", "week") == "01/2000"
    assert label("31.12.1999", "week-of-year") == "1"
    assert label("31.12.1999", "week", weeks="iso") == "52/1999"
    assert label("03.01.2021", "week", weeks="iso") == "53/2020"


def test_weeks_of_other_countries_start_on_monday():
    assert label("05.11.2013", "weekday", weeks="iso") == "2"
    assert label("03.11.2013", "week-of-month", weeks="iso") == "0/11.2013"  # a week of October
    assert label("04.11.2013", "week-of-month", weeks="iso") == "1/11.2013"


@given(days)
def test_iso_weeks_are_those_of_the_standard_library(day):
    text = f"{day:%d.%m}.{day.year:04}"
    year, week, weekday = day.isocalendar()
    assert label(text, "week", weeks="iso") == f"{week:02}/{year:04}"
    assert label(text, "weekday", weeks="iso") == str(weekday)


@given(days)
def test_us_weeks_by_counting_days(day):
    """Week 1 is the week, from Sunday, that holds the first of January."""
    text = f"{day:%d.%m}.{day.year:04}"
    saturday = day + timedelta(days=(5 - day.weekday()) % 7)
    first = date(saturday.year, 1, 1)
    start = first - timedelta(days=(first.weekday() + 1) % 7)
    week = (day - start).days // 7 + 1
    assert label(text, "week") == f"{week:02}/{saturday.year:04}"
    assert label(text, "weekday") == str((day.weekday() + 1) % 7 + 1)


@pytest.mark.parametrize("text", ["01.01.1890", "31.12.1892", "01.04.1893", "15.10.1582"])
def test_old_dates_do_not_shift(text):
    """ARX's dates before 1893 lose minutes to local mean time (docs/theory/hierarchies.md)."""
    assert label(text, "day") == text
    assert label(text, "month") == text[3:].replace(".", "/")


def test_ranges_of_years_start_at_round_years():
    assert label("01.01.2000", "century") == "[2000, 2100["
    assert label("31.12.1999", "century") == "[1900, 2000["
    assert label("31.12.0999", "millennium") == "[0, 1000["


def test_dates_beyond_the_bounds_are_coded_on_all_levels():
    found = levels(["1899-12-31", "1900-01-01", "1999-12-31", "2000-01-01"], "month", "year",
                   bottom="1900-01-01", top=date(2000, 1, 1))  # fmt: skip
    assert [row[1:] for row in found] == [
        ("<1900-01-01", "<1900-01-01"),
        ("01/1900", "1900"),
        ("12/1999", "1999"),
        (">=2000-01-01", ">=2000-01-01"),
    ]


def test_bounds_are_written_like_the_values():
    assert label("31.12.1899", "year", bottom="1900-01-01") == "<01.01.1900"


def test_a_root_is_there_only_if_asked_for():
    assert levels(["2020-01-01"], "year") == [("2020-01-01", "2020")]
    assert levels(["2020-01-01"], "year", always_root=True) == [("2020-01-01", "2020", "*")]


def test_a_missing_date_stays_missing():
    builder = builder_of({"builder": "dates", "granularities": ["year"], "always_root": True})
    hierarchy = builder.build(pl.Series(["2020-01-01"])).with_missing()
    assert [level[1] for level in hierarchy.levels] == [None, None, "*"]


def test_the_format_comes_from_the_type_of_the_column():
    builder = builder_of({"builder": "dates", "granularities": ["year"]})
    type = column_types.build({"type": "date", "format": "%d/%m/%Y"})
    assert fit_to_type(builder, type).build(pl.Series(["31/12/1999"])).levels[1].to_list() == [
        "1999"
    ]


def test_a_year_of_two_digits_is_read_where_data_comes_in():
    builder = builder_of({"builder": "dates", "granularities": ["year"]})
    type = column_types.build({"type": "date", "format": "%d/%m/%y", "pivot": 2026})
    read = type.canonical(pl.Series(["31/12/65"]))
    assert fit_to_type(builder, type).build(read).levels[1].to_list() == ["1965"]
    alone = builder_of({"builder": "dates", "granularities": ["year"], "format": "%d/%m/%y"})
    with pytest.raises(DataError, match="does not tell its century"):
        alone.build(pl.Series(["31/12/65"]))


@pytest.mark.parametrize(
    ("granularity", "pattern", "expected"),
    [
        ("month", "yyyy-MM", "2013-11"),
        ("month", "MMM yyyy", "Nov 2013"),
        ("month", "MMMM yyyy", "November 2013"),
        ("day", "d.M.yyyy", "5.11.2013"),
        ("week", "YYYY-'W'ww", "2013-W45"),
        ("weekday", "EEE", "Tue"),
        ("weekday", "EEEE", "Tuesday"),
        ("quarter", "yyyy 'o''clock' Q", "2013 o'clock 4"),
        ("year", "y", "2013"),
    ],
)
def test_granularities_can_be_written_in_another_way(granularity, pattern, expected):
    assert label("05.11.2013", granularity, formats={granularity: pattern}) == expected


@pytest.mark.parametrize(
    ("granularity", "pattern", "problem"),
    [
        ("week", "ww/yyyy", "must contain the letters Y, w"),  # the year of the day, not the week
        ("month", "yyyy", "must contain the letters M, y"),
        ("month", "dd.MM.yyyy", "must contain the letters M, y"),
        ("year", "yy", "cannot read 'yy'"),
        ("year", "yyyy 'x", "cannot read"),
        ("year", "yyyy '", "cannot read 'quotes'"),
        ("decade", "yyyy", "there is no format for it"),
    ],
)
def test_a_format_that_tells_something_else_is_refused(granularity, pattern, problem):
    with pytest.raises(StudyError) as caught:
        label("05.11.2013", granularity, formats={granularity: pattern})
    assert problem in str(caught.value)


def test_a_format_that_writes_different_dates_alike_is_refused():
    with pytest.raises(StudyError, match="writes different dates alike"):
        levels(["2013-11-01", "2013-01-11"], "day", formats={"day": "dMyyyy"})


# Any two granularities: the static table of what nests is what dates do.

SAMPLE = [f"{date(1998, 12, 1) + timedelta(days=n)}" for n in range(1500)]
SAMPLE += [f"{year}-06-15" for year in range(1001, 3000, 7) if not 1998 < year < 2004]


def determines(finer, coarser, weeks):
    found = levels(SAMPLE, finer, weeks=weeks), levels(SAMPLE, coarser, weeks=weeks)
    pairs = {(one[1], other[1]) for one, other in zip(*found, strict=True)}
    return len(pairs) == len({one for one, _ in pairs})


@pytest.mark.parametrize("weeks", ["us", "iso"])
@pytest.mark.parametrize(("finer", "coarser"), [*combinations(ORDER[3:], 2)])
def test_granularities_nest_exactly_where_dates_do(finer, coarser, weeks):
    assert nests(finer, coarser) == determines(finer, coarser, weeks)
    assert not nests(coarser, finer)


def test_the_law_catches_a_table_that_lets_weeks_lie_in_one_year():
    assert not determines("week", "year", "us")


@pytest.mark.parametrize(
    "wrong",
    [["month", "weekday"], ["week", "month"], ["week", "year"], ["year", "month"], ["day", "day"]],
)
def test_granularities_that_do_not_nest_are_refused(wrong):
    with pytest.raises(StudyError, match="does not determine"):
        builder_of({"builder": "dates", "granularities": wrong})


@pytest.mark.parametrize(
    "wrong",
    [
        {"granularities": []},
        {"granularities": ["fortnight"]},
        {"granularities": ["year"], "weeks": "uk"},
        {"granularities": ["year"], "bottom": "2020-01-02", "top": "2020-01-01"},
        {"granularities": ["year"], "top": "2020-01-02T12:00:00+02:00"},
    ],
)
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises(StudyError, match="dates"):
        builder_of({"builder": "dates", **wrong})


def test_a_bound_that_the_format_cannot_tell_is_refused():
    with pytest.raises(StudyError, match="cannot tell"):
        levels(["2020-01-01"], "year", bottom="2020-01-02T12:00:00")


def test_what_is_no_date_is_counted_not_quoted():
    with pytest.raises(DataError, match="1 of 2 different values are no dates") as caught:
        levels(["2020-01-01", "canary"], "year")
    assert "canary" not in str(caught.value)
