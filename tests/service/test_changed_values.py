"""Methods that change values, in runs: what is written, told and refused."""

import json

import numpy as np
import polars as pl
import pytest
import yaml

import shoal
from shoal.errors import NoReleaseError, NotYetAvailable, StudyError
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.progress import ignore_progress
from shoal.service import verbs
from shoal.service.aligned import refuse_unknowable
from shoal.service.rerun import release_of, run_again
from shoal.study.study import Study, read_study

RNG = np.random.default_rng(4)
PEOPLE = pl.DataFrame({"age": RNG.integers(20, 90, 60), "sex": RNG.choice(["f", "m"], 60)})
COLUMNS = {
    "age": {"role": "quasi-identifier", "type": "integer"},
    "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
}
METHODS = {
    "noise": {"amount": 0.5, "columns": ["age"]},
    "pram": {},
    "rank-swapping": {"columns": ["age"]},
    "univariate-microaggregation": {"k": 3, "columns": ["age"]},
}
BY_CHANCE = [name for name in METHODS if name != "univariate-microaggregation"]


def keys(name, **more):
    method = {"name": name, **METHODS[name]}
    return {"data": "people.csv", "columns": COLUMNS, "method": method, **more}


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Runs a method; gives the folder of the run."""
    monkeypatch.setenv("SHOAL_WORKSPACE", str(tmp_path / "workspace"))
    PEOPLE.write_csv(tmp_path / "people.csv")

    def run(name, to="run", **more):
        (tmp_path / "study.yaml").write_text(yaml.safe_dump(keys(name, **more)), "utf-8")
        verbs.run(tmp_path / "study.yaml", tmp_path / to)
        return tmp_path / to

    return run


@pytest.mark.parametrize("name", METHODS)
def test_a_run_is_written_verified_and_a_changed_file_is_refused(run, name):
    folder = run(name)
    assert verbs.verify_run(folder).holds
    release = pl.read_csv(folder / "draft.csv")
    release.with_columns(age=release["age"] + 1_000_000).write_csv(folder / "draft.csv")
    assert not verbs.verify_run(folder).holds


@pytest.mark.parametrize("name", METHODS)
def test_the_certificate_promises_what_the_method_promises_and_no_more(run, name):
    facts = json.loads((run(name) / "certificate.json").read_text("utf-8"))
    assert facts["says"] == "Values were changed; no record is promised to look like others."
    titles = [warning["title"] for warning in facts["warnings"]]
    assert "Changed values" in titles
    assert "What suppression hides" not in titles
    if name in BY_CHANCE:
        assert facts["promises"] == []
        assert "No promise" in titles
        assert facts["headline"]["tone"] == "open"
        assert facts["headline"]["title"].startswith("This run made no privacy promise")
    else:
        (promise,) = facts["promises"]
        assert promise["says"].startswith("Taken by itself, each of the changed columns shows")
        assert promise["holds"] is True
    treated = {column["name"]: column["treatment"] for column in facts["columns"]}
    assert treated["age"] == f"shown with other values ({name})"
    assert treated["sex"] == (treated["age"] if name == "pram" else "unchanged")


@pytest.mark.parametrize("name", BY_CHANCE)
def test_no_file_of_a_run_tells_a_seed(run, name):
    folder = run(name)
    texts = [path.read_text("utf-8") for path in folder.glob("*.json")]
    assert texts
    assert not any('"seed"' in text for text in texts)
    assert "seed" not in (folder / "study.yaml").read_text("utf-8")


@pytest.mark.parametrize("name", METHODS)
def test_the_report_tells_what_is_lost_and_what_is_disclosed(run, name):
    page = (run(name) / "report.html").read_text("utf-8")
    for said in (
        "What changed values still disclose",
        "Linked records",
        "What changed values lost",
    ):
        assert said in page
    assert "Every record looks like" not in page


@pytest.mark.parametrize("name", BY_CHANCE)
def test_what_chance_did_cannot_be_done_again(run, name):
    folder = run(name)
    study = read_study(folder / "study.yaml")
    for run_or_none in (folder, None):  # nor is it done anew for a model that nobody can check
        with pytest.raises(StudyError, match="cannot be made again"):
            release_of(study, run_or_none, Stopwatch(), ignore_progress)
    with pytest.raises(StudyError, match="changed by chance"):
        refuse_unknowable(study)
    repeatable = Study.of(keys(name, reproducible=True))
    refuse_unknowable(repeatable)


def test_a_repeatable_run_is_made_again(run):
    folder = run("noise", reproducible=True)
    again = run_again(read_study(folder / "study.yaml"), folder, Stopwatch(), ignore_progress)
    written = pl.read_csv(folder / "draft.csv", infer_schema=False)
    assert sorted(again.frame["age"].cast(str)) == sorted(written["age"])


@pytest.mark.parametrize("name", METHODS)
def test_engines_out_of_memory_refuse_them(run, name):
    with pytest.raises(NotYetAvailable, match="`engine: duckdb` with `method`"):
        run(name, engine="duckdb")


def test_numbers_stay_numbers_and_may_leave_the_type_of_the_input():
    small = PEOPLE.with_columns(pl.col("age").cast(pl.UInt8))
    asked = {"columns": COLUMNS, "method": {"name": "noise", "amount": 20, "columns": ["age"]}}
    ages = shoal.anonymize(small, asked).table["age"]
    assert ages.dtype == pl.Int64
    assert ages.min() < 0


@pytest.mark.parametrize("name", BY_CHANCE)
def test_a_second_draw_of_the_same_people_is_not_given(run, tmp_path, name):
    run(name, to="first")
    run(name)
    verbs.give(tmp_path / "first", to="Uppsala")
    with pytest.raises(NoReleaseError, match=r"Averaging: both show .*'age'.* same 60 records"):
        verbs.give(tmp_path / "run", to="Lund")


def test_values_that_chance_changed_are_not_given_beside_other_forms_of_them(run, tmp_path):
    run("noise", to="first")
    run("univariate-microaggregation")
    verbs.give(tmp_path / "first", to="Uppsala")
    with pytest.raises(NoReleaseError, match="Averaging"):
        verbs.give(tmp_path / "run", to="Lund")
