"""Types are told from texts, with the share of values that match."""

import polars as pl
import pytest

from shoal.data import detection
from shoal.data.detection import Match, detect


def found(*values, counts=None, decimal="."):
    return detect(pl.Series(values), pl.Series(counts or [1] * len(values)), decimal)


@pytest.mark.parametrize(
    ("values", "type", "format"),
    [
        (["1", "-20", "+3", "0"], "integer", None),
        (["1.5", "2", ".5", "1e5"], "decimal", None),
        (["yes", "NO"], "boolean", None),
        (["2013-11-05", "1893-03-31"], "date", "%Y-%m-%d"),
        (["05.11.2013", "31.12.1999"], "date", "%d.%m.%Y"),
        (["11/05/2013", "12/31/1999"], "date", "%m/%d/%Y"),
        (["31/12/1999", "01/02/2000"], "date", "%d/%m/%Y"),
        (["20131105", "19991231"], "date", "%Y%m%d"),
        (["2125-03-19 12:36:00", "2125-03-19 00:00:01"], "date", "%Y-%m-%d %H:%M:%S"),
        (["2013-11-05T08:00:00.123"], "date", "%Y-%m-%dT%H:%M:%S%.f"),
        (["m", "f"], "string", None),
        (["01067", "80331"], "string", None),
        (["2013-02-30", "2013-01-01"], "string", None),
        (["1.234.567", "2"], "string", None),
    ],
)
def test_the_type_of_texts_is_found(values, type, format):
    best = found(*values)[0]
    assert (best.type, best.format, best.share) == (type, format, 1)


def test_shares_are_those_of_records():
    matches = found("1", "x", counts=[9, 1])
    assert matches[0] == Match("string", 1.0)
    assert matches[1] == Match("integer", 0.9)


def test_a_decimal_comma_is_understood_where_the_file_has_one():
    assert found("1,5", "2,25", decimal=",")[0].type == "decimal"
    assert found("1,5", "2,25")[0].type == "string"


def test_words_for_missing_do_not_hide_a_number():
    assert found("1", "2", "unknown", "NA")[0] == Match("integer", 1, None, ("NA", "unknown"))


def test_words_that_can_be_values_stay_values_among_texts():
    assert found("Bavaria", "unknown", "NA", "?")[0] == Match("string", 1, None, ("?",))


def test_a_column_of_missing_words_only_is_text():
    assert found("?", "NULL")[0].type == "string"


def test_nothing_at_all_is_text():
    assert detect(pl.Series([], dtype=pl.String), pl.Series([], dtype=pl.UInt32)) == [
        Match("string", 1.0)
    ]


def test_many_values_are_sampled_evenly(monkeypatch):
    monkeypatch.setattr(detection, "SAMPLE", 10)
    values = pl.Series([str(number) for number in range(95)])
    sample, counts = detection.sample_values(values, values.cast(pl.Int64))
    assert sample.to_list() == [str(number) for number in range(0, 95, 10)]
    assert len(counts) == len(sample)
