"""Aggregated columns from study to release: in files, in memory, with suppressed records."""

import json
from datetime import date

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import DataError, StudyError
from shoal.study.study import Study

WARD = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
TABLE = pl.DataFrame(
    {"ward": ["a", "a", "a", "b", "b", "b", "c"], "age": [76, 66, 74, 64, 69, 55, 30]}
)


def keys(aggregate, **more):
    age = {"role": "quasi-identifier", "type": "integer", "aggregate": aggregate}
    return {
        "columns": {"ward": WARD, "age": age},
        "privacy": [{"model": "k-anonymity", "k": 3}],
        "suppression_limit": 0.2,
        **more,
    }


def test_a_study_with_an_aggregate_gives_its_keys_back():
    given = keys({"function": "mean", "clustering": True, "decimals": 1})
    given["columns"]["age"]["hierarchy"] = {"builder": "masking"}
    study = Study.of(given)
    assert Study.of(study.given()) == study
    assert study.given()["columns"]["age"]["aggregate"] == given["columns"]["age"]["aggregate"]


def test_numbers_in_memory_stay_numbers():
    release = shoal.anonymize(TABLE, keys({"function": "mean"}))
    assert release.table["age"].dtype == pl.Float64
    assert release.table["age"].to_list() == [72, 72, 72, *[188 / 3] * 3, None]
    mode = shoal.anonymize(TABLE, keys({"function": "mode"})).table["age"]
    assert mode.dtype == pl.Int64
    assert mode.to_list() == [66, 66, 66, 55, 55, 55, None]


def test_dates_in_memory_stay_dates():
    days = TABLE.with_columns(age=pl.date(2020, 1, 1) + pl.duration(days=pl.col("age")))
    study = keys({"function": "mean"})
    study["columns"]["age"]["type"] = "date"
    ages = shoal.anonymize(days, study).table["age"]
    assert ages.dtype == pl.Date
    assert ages[0] == date(2020, 3, 13)
    assert ages[6] is None


@pytest.mark.parametrize("function", ["interval", "set"])
def test_what_is_no_value_of_the_type_is_text(function):
    assert shoal.anonymize(TABLE, keys({"function": function})).table["age"].dtype == pl.String


def test_a_number_without_type_is_read_as_a_number():
    study = keys({"function": "mean", "decimals": 1})
    del study["columns"]["age"]["type"]
    assert Study.of(study).columns["age"].type == "decimal"
    texts = TABLE.cast(pl.String)
    assert shoal.anonymize(texts, study).table["age"].to_list() == [
        *["72.0"] * 3,
        *["62.7"] * 3,
        None,
    ]


def test_the_summary_knows_the_column_without_a_level(tmp_path):
    TABLE.write_csv(tmp_path / "data.csv")
    study = Study.of({"data": "data.csv", **keys({"function": "mean"})}, tmp_path)
    shoal.run(study, tmp_path / "run")
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert summary["quasi_identifiers"] == ["ward", "age"]
    assert summary["levels"] == {"ward": 0, "age": None}
    assert summary["loss_by_column"]["age"] == pytest.approx((6 * 3 / 7 + 1) / 7)
    assert summary["suppressed_records"] == 1
    assert "age" in (tmp_path / "run" / "report.html").read_text()
    open_ones = [
        one for one in shoal.verify_run(tmp_path / "run").findings if one.holds is not True
    ]
    assert [one.check for one in open_ones] == ["order"]  # too few records to tell


@pytest.mark.parametrize("mode", ["left-out", "blank"])
@pytest.mark.parametrize("clustering", [False, True])
def test_suppressed_records_show_no_aggregate(tmp_path, mode, clustering):
    TABLE.write_csv(tmp_path / "data.csv")
    given = keys({"function": "interval", "clustering": clustering}, output={"suppressed": mode})
    if clustering:
        given["columns"]["age"]["hierarchy"] = {"builder": "suppression"}
    shoal.run(Study.of({"data": "data.csv", **given}, tmp_path), tmp_path / "run")
    text = (tmp_path / "run" / "draft.csv").read_text()
    assert "30" not in text
    assert text.count("[66, 76]") == text.count("[55, 69]") == 3
    assert shoal.verify_run(tmp_path / "run").holds


def test_suppressed_records_may_keep_other_columns():
    table = pl.concat([TABLE, pl.DataFrame({"ward": ["d", "e"], "age": [31, 32]})])
    table = table.with_columns(cost=pl.Series(["x", "y", "x", "y", "x", "y", "x", "y", "y"]))
    study = keys({"function": "mean"}, output={"suppressed": "keep-values"}, suppression_limit=0.4)
    study["columns"]["cost"] = {"role": "insensitive"}
    release = shoal.anonymize(table, study).table
    assert release["age"].to_list()[6:] == [None] * 3
    assert release["cost"].to_list()[6:] == ["x", "y", "y"]


def test_people_are_counted_in_aggregated_classes():
    person = pl.Series(["p", "p", "q", "r", "s", "t", "u"])
    study = keys({"function": "mean"}, person="who", suppression_limit=1)
    study["columns"]["who"] = {"role": "identifier"}
    release = shoal.anonymize(TABLE.with_columns(who=person), study)
    # Ward a has three records of two people.
    assert release.suppressed.tolist() == [True, True, True, False, False, False, True]


def test_a_constant_column_loses_what_its_only_value_covers():
    table = TABLE.with_columns(age=pl.lit(40))
    release = shoal.anonymize(table, keys({"function": "mean"}))
    assert release.table["age"].to_list() == [*[40.0] * 6, None]
    assert release.summary["loss_by_column"]["age"] == 1


WRONG = [
    ({"role": "insensitive", "aggregate": {"function": "mode"}}, "belongs to quasi-identifiers"),
    ({"type": "string", "aggregate": {"function": "mean"}}, "mean needs values of type integer"),
    ({"type": "string", "aggregate": {"function": "median"}}, "median needs values of type"),
    ({"type": "boolean", "aggregate": {"function": "interval"}}, "interval needs values"),
    ({"type": "date", "aggregate": {"function": "geometric-mean"}}, "geometric-mean needs values"),
    ({"type": "date", "aggregate": {"function": "mean", "missing": "zero"}}, "not zero"),
    ({"type": "date", "aggregate": {"function": "mean", "decimals": 0}}, "about numbers"),
    ({"aggregate": {"function": "mean"}, "hierarchy": {"builder": "masking"}}, "clustering: true"),
    ({"aggregate": {"function": "mean"}, "max_level": 1}, "clustering: true"),
    ({"aggregate": {"function": "maen"}}, "Did you mean 'mean'"),
    ({"aggregate": {"clustering": True}}, "needs the key 'function'"),
    ({"aggregate": "mean"}, "expected {function: …}"),
    ({"aggregate": {"function": "mean", "missing": "guess"}}, "'missing'"),
    ({"aggregate": {"function": "mean", "decimals": -1}}, "'decimals'"),
    ({"aggregate": {"function": "set", "decimals": 1}}, "no parameter 'decimals'"),
]


@pytest.mark.parametrize(("column", "told"), WRONG)
def test_a_study_that_asks_for_nonsense_is_told_so(column, told):
    study = keys({"function": "mean"})
    study["columns"]["age"] = {"role": "quasi-identifier", **column}
    with pytest.raises(StudyError) as caught:
        Study.of(study)
    assert told in str(caught.value)


def test_something_must_be_left_to_form_classes():
    study = keys({"function": "mean"})
    study["columns"]["ward"] = {**study["columns"]["age"], "aggregate": {"function": "mode"}}
    with pytest.raises(StudyError, match="nothing is left to form classes"):
        Study.of(study)


@pytest.mark.parametrize(
    ("ages", "function", "told"),
    [
        ([None] * 7, "mean", "all 7 values are missing"),
        (["x"] * 7, "mean", "are not integers"),
        ([-1, -2, 3, 4, 5, 6, 7], "geometric-mean", "above -1, but 2 are not"),
    ],
)
def test_values_that_cannot_be_aggregated_are_counted_not_quoted(ages, function, told):
    table = TABLE.with_columns(age=pl.Series(ages, strict=False))
    with pytest.raises(DataError) as caught:
        shoal.anonymize(table, keys({"function": function}))
    assert told in str(caught.value)
    assert "age" in str(caught.value)


def test_a_million_records_are_aggregated_and_verified():
    rng = np.random.default_rng(5)
    table = pl.DataFrame(
        {
            "ward": rng.integers(0, 3000, 1_000_000).astype(str),
            "age": rng.integers(0, 100, 1_000_000),
        }
    )
    release = shoal.anonymize(table, keys({"function": "median"}))
    assert release.summary["suppressed_records"] == 0
