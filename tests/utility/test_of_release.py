"""A release as the search left it has the numbers that its written table has."""

import numpy as np
import polars as pl
import pytest

from compared_toy import AFTER, AGE, BEFORE, KNOWN, SEX, texts, toy
from shoal.data.types import IntegerType
from shoal.engine.encode import encode
from shoal.utility import Known, compare_tables, qualities
from shoal.utility.measured import scalars
from shoal.utility.of_release import compare_release

SUPPRESSED = np.array([False, False, False, True, False, False, False])


def encoded():
    return encode(texts(BEFORE), {"age": AGE, "sex": SEX})


def test_tuples_and_records_give_the_same_numbers():
    release = scalars(qualities(compare_release(encoded(), (1, 0), SUPPRESSED, KNOWN)))
    table = scalars(qualities(toy()))
    for name in KNOWN:
        assert release["columns"][name] == pytest.approx(table["columns"][name])
    for name in ("granularity", "record_squared_error", "sse_sst", "ambiguity", "discernibility"):
        assert release[name] == pytest.approx(table[name])


def test_aggregates_are_compared_record_by_record():
    pay = pl.Series(["10", "20", "30", "40", "50", "60", "70"])
    mean = pl.Series(["40", "35", "45", None, "35", "45", "40"])
    known = {**KNOWN, "pay": Known(IntegerType(), "integer")}
    found = compare_release(encoded(), (1, 0), SUPPRESSED, known, changed={"pay": (pay, mean)})
    table = compare_tables(
        {**texts(BEFORE), "pay": pay}, {**texts(AFTER), "pay": mean}, known, paired=True
    )
    assert scalars(qualities(found)) == scalars(qualities(table))


def test_everything_suppressed_is_worth_nothing():
    gone = np.ones(7, np.bool_)
    found = scalars(qualities(compare_release(encoded(), (0, 0), gone, KNOWN)))
    detail = found.pop("detail")
    assert (detail["after"], detail["shown_after"]) == (0, 0)
    assert {key: value for key, value in found.items() if value not in (0, [])} == {
        "columns": {
            name: {**dict.fromkeys(found["columns"][name], 0.0), "missing": 1.0} for name in KNOWN
        }
    }
