"""PRAM from a study to its verified release."""

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import StudyError

WARDS = pl.DataFrame(
    {
        "ward": np.random.default_rng(2).choice(
            ["a", "b", "c", "d"], 2000, p=[0.6, 0.3, 0.09, 0.01]
        ),
        "sex": ["f", "m", None, "m"] * 500,
    }
)
COLUMNS = {"ward": {"role": "quasi-identifier"}, "sex": {"role": "quasi-identifier"}}


def pram(**method):
    return shoal.anonymize(WARDS, {"columns": COLUMNS, "method": {"name": "pram", **method}})


def test_values_are_replaced_by_others_of_their_column_and_shares_stay():
    release = pram(least=0.3, strength=1)
    before, after = (frame["ward"].value_counts().sort("ward") for frame in (WARDS, release.table))
    assert before["ward"].equals(after["ward"])
    assert (before["count"].cast(int) - after["count"].cast(int)).abs().max() < 200
    assert (release.table["ward"] != WARDS["ward"]).sum() > 100
    assert release.table["sex"].is_null().equals(WARDS["sex"].is_null())


def test_nothing_changes_where_nothing_may():
    assert pram(strength=0).table.equals(WARDS)
    assert pram(least=1).table.equals(WARDS)
    assert pram(columns=["sex"]).table["ward"].equals(WARDS["ward"])


def test_nothing_is_promised_although_many_records_look_alike():
    release = pram()
    assert release.summary["classes"]["min"] >= 1
    assert release.summary["privacy"] == []
    assert release.summary["headline"]["title"].startswith("This run made no privacy promise")


def test_how_sure_a_shown_value_is_is_told():
    weak, strong = (
        pram(columns=["ward"], **kind).summary["method"]["perturbation"]["columns"][0]
        for kind in ({"least": 0.95, "strength": 0.1}, {"least": 0.05, "strength": 1})
    )
    assert weak["confidence"] > strong["confidence"]
    assert weak["changed"] < strong["changed"]


@pytest.mark.parametrize("wrong", [{"least": 0}, {"least": 1.1}, {"strength": -0.1}])
def test_chances_are_chances(wrong):
    with pytest.raises(StudyError):
        pram(**wrong)
