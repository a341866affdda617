"""`recoding: local` from study to verified release."""

import json

import polars as pl
import pytest

import shoal
from shoal.data.table import Table
from shoal.errors import NotYetAvailable, StudyError
from shoal.pipeline.prepare.check import check_table
from shoal.pipeline.ways.choice import read_of
from shoal.study.study import Study

CELL = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
TABLE = pl.DataFrame(
    {
        "age": ["34", "34", "66", "70", "45", "45", "66", "70"],
        "sex": ["m", "m", "m", "m", "f", "f", "f", "f"],
        "ill": ["a", "b", "a", "b", "a", "b", "a", "b"],
    }
)


def keys(**more):
    return {
        "columns": {"age": CELL, "sex": CELL, "ill": {"role": "insensitive"}},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "recoding": "local",
        **more,
    }


@pytest.mark.parametrize(
    "recoding",
    [
        *("global", "local", "iterated", {"mode": "local", "effort": 0.5, "trim": False}),
        {"mode": "iterated", "fraction": 0.1, "passes": 3, "adaption": 0.05},
    ],
)
def test_the_key_survives_the_study_file(recoding):
    study = Study.of(keys(recoding=recoding))
    assert Study.of(study.given()) == study
    assert study.given().get("recoding", "global") == recoding


def test_cells_are_suppressed_one_by_one():
    release = shoal.anonymize(TABLE, keys())
    assert release.table["age"].to_list() == TABLE["age"].to_list()
    assert release.table["sex"].to_list() == ["m", "m", "*", "*", "f", "f", "*", "*"]
    assert release.summary["levels"] is None
    assert release.summary["optimal"] is None
    assert release.summary["loss_by_column"] == pytest.approx({"age": 0, "sex": 0.5})
    assert "per class" in release._repr_html_()


def test_a_run_is_written_verified_and_reported(tmp_path):
    TABLE.write_csv(tmp_path / "data.csv")
    shoal.run(Study.of({"data": "data.csv", **keys()}, tmp_path), tmp_path / "run")
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    assert summary["levels"] is None
    assert summary["classes"] == {"count": 4, "min": 2, "mean": 2, "max": 2}
    assert [entry["holds"] for entry in summary["privacy"]] == [True]
    released = pl.read_csv(tmp_path / "run" / "draft.csv", infer_schema=False)
    assert released.height == 8
    assert shoal.verify_run(tmp_path / "run").holds
    page = (tmp_path / "run" / "report.html").read_text()
    assert "sex" in page


def test_typed_values_that_keep_some_cells_become_texts():
    table = TABLE.with_columns(pl.col("age").cast(pl.Int64))
    study = keys()
    study["columns"]["age"] = {**CELL, "type": "integer"}
    assert shoal.anonymize(table, study).table["age"].dtype == pl.String


def test_suppressed_records_are_blank():
    table = pl.concat([TABLE, pl.DataFrame({"age": ["20"], "sex": ["x"], "ill": ["a"]})])
    columns = {"age": {**CELL, "max_level": 0}, "sex": {**CELL, "max_level": 0}}
    study = keys(columns=columns, suppression_limit=0.6)
    release = shoal.anonymize(table.drop("ill"), study)
    assert release.suppressed.tolist() == [*[False, False, True, True] * 2, True]
    assert release.table["age"].to_list()[2] is None


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"recoding": {"mode": "iterated", "fraction": 2}}, "'fraction'"),
        ({"recoding": {"mode": "local", "effort": -1}}, "'effort'"),
        ({"recoding": {"mode": "lokal"}}, "Did you mean 'local'"),
        ({"recoding": 3}, "expected global, local"),
        ({"output": {"suppressed": "keep-values"}}, "left-out"),
    ],
)
def test_a_wrong_key_is_explained(changes, told):
    with pytest.raises(StudyError) as caught:
        Study.of(keys(**changes))
    assert told in str(caught.value)


def test_clustering_is_refused_with_classes_of_their_own():
    study = keys()
    study["columns"]["age"] = {
        **CELL,
        "type": "integer",
        "aggregate": {"function": "mean", "clustering": True},
    }
    with pytest.raises(StudyError, match="clustering"):
        Study.of(study)


def test_losses_without_parts_come_later():
    with pytest.raises(NotYetAvailable, match="quality"):
        shoal.anonymize(TABLE, keys(quality={"model": "discernibility"}))


def test_what_a_run_refuses_is_refused_by_the_check():
    study = Study.of(keys(quality={"model": "discernibility"}))
    with pytest.raises(NotYetAvailable, match="quality"):
        check_table(read_of(study, Table.of(TABLE)))
    check_table(read_of(Study.of(keys()), Table.of(TABLE)))


def test_a_promise_about_the_whole_table_is_kept_and_verified():
    risk = {"model": "average-risk", "threshold": 0.25}
    assert check_table(read_of(Study.of(keys(privacy=[risk])), Table.of(TABLE))) == []
    release = shoal.anonymize(TABLE, keys(privacy=[risk]))
    assert [entry["holds"] for entry in release.summary["privacy"]] == [True]
    assert release.summary["classes"]["mean"] >= 4


def test_the_summary_tells_how_many_cells_stand_at_which_level():
    summary = shoal.anonymize(TABLE, keys()).summary
    assert summary["recoding"]["mode"] == "local"
    assert summary["recoding"]["level_vectors"] == 2
    assert summary["recoding"]["records_by_level"] == {"age": [8, 0], "sex": [4, 4]}
    shapes = summary["recoding"]["shapes"]
    assert sorted(shape["levels"] for shape in shapes) == [[0, 0], [0, 1]]
    assert [shape["records"] for shape in shapes] == [4, 4]
    assert sum(shape["classes"] for shape in shapes) == summary["classes"]["count"]
    assert min(shape["smallest"] for shape in shapes) == summary["classes"]["min"]
    assert "recoding" not in shoal.anonymize(TABLE, keys(recoding="global")).summary


def test_records_at_the_top_of_a_hierarchy_without_a_root_are_fully_generalized(tmp_path):
    (tmp_path / "age.csv").write_text("34;<50\n45;<50\n66;>=50\n70;>=50\n")
    columns = {"age": {"role": "quasi-identifier", "hierarchy": "age.csv"}}
    study = Study.of(
        {"columns": columns, "privacy": keys()["privacy"], "recoding": "local"}, tmp_path
    )
    table = pl.DataFrame({"age": ["34", "45", "66", "70", "70"]})
    summary = shoal.anonymize(table, study).summary
    assert summary["fully_generalized_records"] == 5
