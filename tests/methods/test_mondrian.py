"""Mondrian from a study to its verified release."""

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import NoReleaseError

RNG = np.random.default_rng(3)
PEOPLE = pl.DataFrame(
    {
        "age": RNG.integers(20, 90, 400),
        "sex": RNG.choice(["f", "m"], 400),
        "illness": RNG.choice(["flu", "gout", "burn"], 400, p=[0.8, 0.1, 0.1]),
    }
)


def study(k=5, **more):
    return {
        "columns": {
            "age": {"role": "quasi-identifier", "type": "integer"},
            "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
            "illness": {"role": "sensitive"},
        },
        "method": {"name": "mondrian", "k": k, **more},
    }


def test_equal_people_look_alike_and_nobody_is_in_a_small_part():
    release = shoal.anonymize(PEOPLE, study())
    summary = release.summary
    assert summary["classes"]["min"] >= 5
    assert summary["classes"]["count"] > 30
    assert [(one["model"], one["holds"]) for one in summary["privacy"]] == [("mondrian", True)]
    looks = pl.concat(
        [PEOPLE.select("age", "sex"), release.table.select(shown_age="age", shown_sex="sex")],
        how="horizontal",
    ).unique()
    assert looks.select("age", "sex").is_unique().all()


def test_a_range_is_written_with_both_ends():
    table = pl.DataFrame({"age": [1, 2, 10, 12]})
    columns = {"age": {"role": "quasi-identifier", "type": "integer"}}
    asked = {"columns": columns, "method": {"name": "mondrian", "k": 2}}
    shown = shoal.anonymize(table, asked).table["age"].to_list()
    assert shown == ["[1, 2]", "[1, 2]", "[10, 12]", "[10, 12]"]


def test_constraints_hold():
    diverse = {"model": "distinct-l-diversity", "column": "illness", "l": 3}
    release = shoal.anonymize(PEOPLE, study(constraints=[diverse]))
    assert [one["holds"] for one in release.summary["privacy"]] == [True, True]


def test_too_few_records_give_no_release():
    with pytest.raises(NoReleaseError, match="400 records"):
        shoal.anonymize(PEOPLE, study(k=401))
