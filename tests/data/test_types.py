from datetime import date, datetime

import polars as pl
import pytest

from shoal.data.schema import column_types
from shoal.errors import StudyError


def of(name, **parameters):
    return column_types.build({"type": name, **parameters})


@pytest.mark.parametrize(
    ("kind", "values", "texts"),
    [
        (of("string"), ["034", None, ""], ["034", None, ""]),
        (of("string"), [34, None], ["34", None]),
        (of("string"), [True, False], ["true", "false"]),
        (of("string"), [date(2020, 1, 2)], ["2020-01-02"]),
        (of("string"), [datetime(2020, 1, 2, 3, 4, 5)], ["2020-01-02T03:04:05"]),
        (of("integer"), [34.0, None, -1.0], ["34", None, "-1"]),
        (of("integer"), ["034"], ["034"]),
        (of("decimal"), [36.6, 34.0, 1e-7], ["36.6", "34", "0.0000001"]),
        (of("date"), [date(2020, 1, 2), None], ["2020-01-02", None]),
        (of("date", format="%d.%m.%Y"), [datetime(2020, 1, 2)], ["02.01.2020"]),
        (of("date", format="%d.%m.%Y"), ["02.01.2020"], ["02.01.2020"]),
        (of("boolean"), [True, None], ["true", None]),
        (of("ordered", order=["low", "high"]), ["low"], ["low"]),
    ],
)
def test_values_have_the_text_a_person_would_have_typed(kind, values, texts):
    assert kind.texts(pl.Series(values)).to_list() == texts


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (of("string"), ["anything", None]),
        (of("integer"), ["34", "-1", "+7", "007", None]),
        (of("integer"), [34.0, None]),
        (of("integer"), [34, None]),
        (of("integer"), ["9223372036854775807"]),
        (of("decimal"), ["36.6", "-1", "1e3", None]),
        (of("decimal"), [36.6, None]),
        (of("date"), ["2020-01-02", None]),
        (of("date"), [date(2020, 1, 2), None]),
        (of("date"), [datetime(2020, 1, 2), None]),
        (of("date", format="%Y-%m-%dT%H:%M:%S"), [datetime(2020, 1, 2, 3, 4, 5)]),
        (of("boolean"), ["true", "FALSE", "yes", "0", None]),
        (of("boolean"), [True, None]),
        (of("ordered", order=["low", "high"]), ["high", "low", None]),
    ],
)
def test_values_of_the_declared_type_have_no_problems(kind, values):
    assert not any(kind.problems(pl.Series(values)).values())


@pytest.mark.parametrize(
    ("kind", "values", "problem", "count"),
    [
        (of("integer"), ["34", "x", "3.5", "", None], "are not integers", 3),
        (of("integer"), [34.5, 34.0, None], "are not integers", 1),
        (of("integer"), [float("nan"), float("inf"), 1.0], "are not finite", 2),
        (of("integer"), ["NaN", "inf", "-inf", "1"], "are not finite", 3),
        (of("integer"), ["NaN"], "are not integers", 0),
        (of("integer"), ["9223372036854775808"], "are not integers", 1),
        (of("decimal"), ["36,6", "x", "1.5"], "are not numbers", 2),
        (of("decimal"), ["NaN", "1.5"], "are not finite", 1),
        (of("decimal"), [float("nan"), 1.0], "are not finite", 1),
        (of("date"), ["2020-13-01", "01.02.2020", "2020-01-02"], "are not dates in the format", 2),
        (
            of("date"),
            [datetime(2020, 1, 2, 3), datetime(2020, 1, 2)],
            "have a time that the format leaves out",
            1,
        ),
        (of("boolean"), ["maybe", "true"], "are not true or false", 1),
        (of("ordered", order=["low"]), ["low", "Low", None], "are not in `order`", 1),
    ],
)
def test_values_of_another_type_are_counted(kind, values, problem, count):
    assert kind.problems(pl.Series(values))[problem] == count


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"type": "ordered"}, "needs the parameter 'order'"),
        ({"type": "date", "format": "dd.MM.yyyy"}, "fields such as %Y"),
        ({"type": "date", "format": "%Q"}, "fields such as %Y"),
        ({"type": "intger"}, "Did you mean 'integer'"),
    ],
)
def test_wrong_types_are_refused(wrong, problem):
    with pytest.raises(StudyError) as caught:
        column_types.build(wrong)
    assert problem in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "texts", "spelled"),
    [
        (of("string"), ["04", "4", " 4"], ["04", "4", " 4"]),
        (of("integer"), ["4", "04", "+4", "-0", None], ["4", "4", "4", "0", None]),
        (of("decimal"), ["1.5", "1.50", "15e-1", "+1.5"], ["1.5"] * 4),
        (of("decimal"), ["-0.0", "100", "1E2", ".5", "5."], ["0", "100", "100", "0.5", "5"]),
        (of("decimal"), ["0.10000000000000000055", "0.1"], ["0.10000000000000000055", "0.1"]),
        (of("decimal"), ["1e-300", "-10e299"], ["1E-300", "-1E+300"]),
        (of("boolean"), ["true", "TRUE", "yes", "1", "Y"], ["true"] * 5),
        (of("boolean"), ["F", "no", "0", None], ["false", "false", "false", None]),
        (of("date"), ["2020-1-2", "2020-01-02"], ["2020-01-02"] * 2),
        (of("date", format="%d.%m.%Y"), ["2.1.2020", "02.01.2020"], ["02.01.2020"] * 2),
        (of("ordered", order=["low", "Low"]), ["low", "Low"], ["low", "Low"]),
    ],
)
def test_every_value_has_one_spelling(kind, texts, spelled):
    found = kind.canonical(pl.Series(texts, dtype=pl.String))
    assert found.to_list() == spelled
    assert kind.canonical(found).to_list() == spelled


def test_typed_values_are_what_they_are():
    values = pl.Series([1.5, 1.50])
    assert of("decimal").canonical(values) is values


@pytest.mark.parametrize(
    ("text", "pivot", "read"),
    [
        ("01.02.65", 2026, "01.02.1965"),
        ("01.02.26", 2026, "01.02.2026"),
        ("01.02.27", 2026, "01.02.1927"),
        ("01.02.65", 2070, "01.02.2065"),
        ("29.02.00", 2026, "29.02.2000"),
        ("01.02.1965", 2026, "01.02.1965"),  # read before
    ],
)
def test_a_pivot_tells_the_century(text, pivot, read):
    kind = of("date", format="%d.%m.%y", pivot=pivot)
    assert kind.canonical(pl.Series([text])).to_list() == [read]
    assert not any(kind.problems(pl.Series([text])).values())


def test_a_year_of_two_digits_is_none_of_four():
    kind = of("date", format="%d.%m.%Y")
    assert kind.problems(pl.Series(["01.02.65"])) == {"are not dates in the format": 1}


def test_a_day_that_the_pivot_makes_impossible_is_no_date():
    kind = of("date", format="%d.%m.%y", pivot=1999)
    assert kind.problems(pl.Series(["29.02.00"])) == {"are not dates in the format": 1}


@pytest.mark.parametrize("format", ["%d.%m.%y", "%D", "%x"])
def test_years_of_two_digits_need_a_pivot(format):
    with pytest.raises(StudyError, match="does not tell its century"):
        of("date", format=format)
