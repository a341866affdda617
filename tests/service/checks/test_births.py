"""Nobody is born in the future."""

import polars as pl
import pytest

from shoal import anonymize
from shoal.errors import StudyError


def study(name="born", **column):
    column = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}, **column}
    return {"columns": {name: column}, "privacy": [{"model": "k-anonymity", "k": 2}]}


def born(*texts, name="born"):
    return pl.DataFrame({name: pl.Series(texts * 2, dtype=pl.String)})


@pytest.mark.parametrize(
    ("column", "text"),
    [
        ({"type": "date", "format": "%d.%m.%y", "pivot": 2090}, "01.02.65"),
        ({"type": "date"}, "2965-02-01"),
        ({"type": "integer"}, "2965"),
    ],
)
def test_a_birth_in_the_future_is_refused(column, text):
    with pytest.raises(StudyError, match="lies in the future") as error:
        anonymize(born(text), study(**column))
    assert text not in str(error.value)
    acknowledged = {**study(**column), "acknowledge": ["future-birth:born"]}
    assert anonymize(born(text), acknowledged).table.height == 2


@pytest.mark.parametrize(
    ("name", "column", "text"),
    [
        ("born", {"type": "date", "format": "%d.%m.%y", "pivot": 2020}, "01.02.65"),
        ("born", {"type": "integer"}, "1965"),
        ("next_visit", {"type": "date"}, "2965-02-01"),
    ],
)
def test_other_dates_are_not(name, column, text):
    assert anonymize(born(text, name=name), study(name, **column)).table.height == 2
