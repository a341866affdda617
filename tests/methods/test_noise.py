"""Noise from a study to its verified release."""

import json

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import StudyError

NUMBER = {"role": "quasi-identifier", "type": "integer"}
RNG = np.random.default_rng(1)
PEOPLE = pl.DataFrame(
    {
        "age": RNG.integers(20, 90, 300),
        "pay": np.round(RNG.normal(3000, 500, 300), 1),
        "sex": RNG.choice(["f", "m"], 300),
    }
)
COLUMNS = {
    "age": NUMBER,
    "pay": {"role": "quasi-identifier", "type": "decimal"},
    "sex": {"role": "quasi-identifier"},
}


def study(reproducible=False, **method):
    noise = {"name": "noise", "amount": 0.5, "columns": ["age", "pay"], **method}
    return {"columns": COLUMNS, "method": noise, "reproducible": reproducible}


def test_numbers_move_and_keep_their_digits_and_everything_else_stays():
    release = shoal.anonymize(PEOPLE, study()).table
    assert release["sex"].equals(PEOPLE["sex"])
    assert release["age"].dtype == pl.Int64
    assert (release["age"] != PEOPLE["age"]).sum() > 200
    assert release["pay"].round(1).equals(release["pay"])


def test_the_draws_are_never_the_same_unless_the_run_is_repeatable_and_not_private():
    first, second = (shoal.anonymize(PEOPLE, study()).table for _ in range(2))
    assert not first.equals(second)
    again = [shoal.anonymize(PEOPLE, study(reproducible=True)) for _ in range(2)]
    assert again[0].table.equals(again[1].table)
    assert "not private" in again[0].summary["headline"]["title"]
    assert any("computed back" in warning for warning in again[0].summary["warnings"])


def test_no_seed_is_told_anywhere():
    release = shoal.anonymize(PEOPLE, study())
    assert "seed" not in json.dumps(release.summary)


def test_nothing_is_promised_and_nobody_is_called_hidden():
    table = pl.DataFrame({"age": [30] * 40})  # no deviation, so that all records still look alike
    asked = {"columns": {"age": NUMBER}, "method": {"name": "noise", "amount": 0.5}}
    release = shoal.anonymize(table, asked)
    summary = release.summary
    assert summary["privacy"] == []
    assert summary["headline"]["tone"] == "open"
    assert summary["headline"]["title"].startswith("This run made no privacy promise")
    assert "promised to look like others" in repr(release)


def test_risk_and_utility_are_told():
    summary = shoal.anonymize(PEOPLE, study()).summary
    facts = summary["method"]["perturbation"]
    age, pay = facts["columns"]
    assert 0.2 < age["lost"] < 0.4  # E|z| / √2 of half a deviation: 0.282
    assert abs(pay["mean_moved"]) < 0.2
    assert 1.0 < pay["deviation_kept"] < 1.25  # √1.25 is 1.118
    assert facts["linked"] < 0.5
    assert facts["disclosed"] < 0.1
    assert facts["correlation_moved"] < 0.3
    assert summary["loss"] is None
    weak = shoal.anonymize(PEOPLE, study(amount=0.001)).summary["method"]["perturbation"]
    assert weak["linked"] > 0.95


def test_a_range_is_kept():
    release = shoal.anonymize(PEOPLE, study(amount=3, columns=["age"], lowest=0, highest=99.5))
    assert release.table["age"].min() == 0
    assert release.table["age"].max() == 99


def test_missing_numbers_stay_missing():
    table = PEOPLE.with_columns(age=pl.when(pl.col("sex") == "f").then("age"))
    shown = shoal.anonymize(table, study(kind="correlated")).table["age"]
    assert shown.is_null().equals(table["age"].is_null())


@pytest.mark.parametrize(
    ("method", "told"),
    [
        ({"columns": ["sex"]}, "noise changes numbers, but 'sex' holds none"),
        ({"columns": None}, "noise changes numbers, but 'sex' holds none"),
        ({"columns": []}, "`columns` names none"),
        ({"columns": ["age", "age"]}, "names 'age' twice"),
        ({"columns": ["aeg"]}, "'aeg' is not a column"),
        ({"amount": 0}, "greater than 0"),
        ({"amount": 2, "kind": "keeping-variance"}, "not be above 1"),
        ({"lowest": 5, "highest": 5}, "`lowest` must be below `highest`"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(method, told):
    with pytest.raises(StudyError) as caught:
        shoal.anonymize(PEOPLE, study(**method))
    assert told in " ".join(caught.value.problems)
