"""What Shoal writes is what its schemas say, for runs of every kind; and a lie is caught."""

import copy
import json
import re
from pathlib import Path

import polars as pl
import pytest
import yaml
from jsonschema_rs import validator_for
from typer.testing import CliRunner

import shoal
from shoal.cli.program import app
from shoal.report.schemas import HOME, certificate_schema, schema_of, summary_schema
from shoal.report.study_schema import study_schema
from shoal.study import text as study_text
from shoal.study.keys.plain import StudyKeys
from shoal.study.study import Study

CHECKOUT = Path(__file__).parents[2]
RECORDS = 240
TABLE = pl.DataFrame(
    {
        "id": [f"p{n // 2}" for n in range(RECORDS)],
        "age": [20 + (7 * n) % 60 for n in range(RECORDS)],
        "zip": [f"{81000 + (n * n) % 40}" for n in range(RECORDS)],
        "sex": ["f" if n % 3 else "m" for n in range(RECORDS)],
        "illness": [("flu", "cold", "gout", "none")[(n // 3) % 4] for n in range(RECORDS)],
    }
)
INTERVALS = {"builder": "intervals", "width": 10, "levels": 3}
BOUNDED = INTERVALS | {"lower": {"minimum": 0}, "upper": {"maximum": 120}}
AGE = {"role": "quasi-identifier", "type": "integer", "hierarchy": INTERVALS}
COLUMNS = {
    "id": {"role": "identifier"},
    "age": AGE,
    "zip": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
    "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
    "illness": {"role": "sensitive"},
}
K = {"model": "k-anonymity", "k": 4}
LIMITED = {"privacy": [K], "suppression_limit": 0.1}
PRIVATE = {"model": "differential-privacy", "epsilon": 1, "delta": 0.001}
STUDIES = {
    "k-anonymity": LIMITED | {"person": False},
    "people": LIMITED | {"person": "id"},
    "sensitive values": {
        "person": False,
        "privacy": [
            K,
            {"model": "distinct-l-diversity", "column": "illness", "l": 2},
            {"model": "t-closeness", "column": "illness", "t": 0.5},
        ],
        "suppression_limit": "0.2",
        "quality": {"model": "loss", "gs_factor": 0.2, "aggregate": "geometric-mean"},
    },
    "datafly": {
        "person": False,
        "method": {"name": "datafly", "bin_size": 4},
        "suppression_limit": 0.1,
    },
    "blank cells": {"person": False, "method": {"name": "subcombinations", "bin_size": 2}},
    "clusters": {"person": False, "method": {"name": "mondrian", "k": 3}},
    "local": LIMITED | {"person": False, "recoding": "local"},
    "iterated": LIMITED | {"person": False, "recoding": {"mode": "iterated"}},
    "heuristic": {
        "person": False,
        "privacy": [K],
        "search": {"strategy": "top-down", "candidates": 9},
        "seed": 3,
    },
    "subset": LIMITED | {"person": False, "subset": {"query": "age >= 30"}},
    "a game": {
        "person": False,
        "privacy": [{"model": "prosecutor-profitability"}],
        "suppression_limit": 1,
        "game": {"publisher_benefit": 10, "adversary_gain": 9},
    },
    "models": LIMITED
    | {
        "person": False,
        "evaluate": {"targets": "illness", "folds": 3, "models": [{"model": "naive-bayes"}]},
    },
    "nothing to judge": LIMITED | {"person": False, "evaluate": {"targets": ["zip"], "folds": 2}},
    "private": {
        "columns": {"age": {**AGE, "hierarchy": BOUNDED}},
        "privacy": [{**PRIVATE, "levels": {"age": 2}}],
    },
    "pseudonyms": LIMITED
    | {"columns": COLUMNS | {"id": {"role": "identifier", "pseudonym": "token"}}, "person": "id"},
    "aggregates": LIMITED
    | {
        "person": False,
        "columns": COLUMNS
        | {"age": {**AGE, "aggregate": {"function": "mean", "clustering": True}}},
        "output": {"suppressed": "blank", "columns": ["age", "sex"]},
    },
}
SCHEMAS = {"study": study_schema, "summary": summary_schema, "certificate": certificate_schema}


@pytest.fixture(scope="module", params=STUDIES)
def keys(request):
    return {"columns": COLUMNS, "data": "table.csv", **STUDIES[request.param]}


@pytest.fixture(scope="module")
def folder(keys, tmp_path_factory):
    """A run folder of a study."""
    place = tmp_path_factory.mktemp("schemas")
    TABLE.write_csv(place / "table.csv")
    (place / "study.yaml").write_text(yaml.safe_dump(keys, sort_keys=False))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SHOAL_WORKSPACE", str(place / "workspace"))
        shoal.run(place / "study.yaml", place / "run")
    return place / "run"


def problems(name, found):
    """Where something is not what its schema says."""
    errors = validator_for(SCHEMAS[name]()).iter_errors(found)
    return [f"{'.'.join(map(str, error.instance_path))}: {error.message}" for error in errors]


def test_a_run_writes_what_the_schemas_say(folder):
    summary = json.loads((folder / "summary.json").read_text())
    certificate = json.loads((folder / "certificate.json").read_text())
    assert problems("summary", summary) == []
    assert problems("certificate", certificate) == []
    study = study_text.parse((folder / "study.yaml").read_text(), "study.yaml")
    assert problems("study", study) == []


def test_a_given_release_has_a_certificate_of_the_same_form(tmp_path, monkeypatch):
    monkeypatch.setenv("SHOAL_WORKSPACE", str(tmp_path / "workspace"))
    TABLE.write_csv(tmp_path / "table.csv")
    keys = {"data": "table.csv", "columns": COLUMNS, **STUDIES["k-anonymity"]}
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(keys))
    for words in (["run", "study.yaml"], ["give", "run", "--to", "the ministry"]):
        monkeypatch.chdir(tmp_path)
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, done.output
    for name in ("summary", "certificate"):
        assert problems(name, json.loads((tmp_path / "run" / f"{name}.json").read_text())) == []


@pytest.mark.parametrize("kind", ["k-anonymity", "local", "blank cells"])
def test_what_python_gets_is_the_same(kind):
    release = shoal.anonymize(TABLE, {"columns": COLUMNS, **STUDIES[kind]})
    assert type(release.summary) is dict
    assert problems("summary", release.summary) == []


def test_the_built_in_study_and_those_of_the_documentation_fit_the_schema():
    texts = [(CHECKOUT / "src/shoal/data/example/study.yaml").read_text("utf-8")]
    for page in (CHECKOUT / "docs").glob("*.md"):
        texts += re.findall(r"```yaml\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    whole = [study_text.parse(one, "study") for one in texts if re.search("^columns:", one, re.M)]
    assert len(whole) > 5
    for study in whole:
        found = {"columns": study.pop("columns"), **study}
        assert [one for one in problems("study", found) if "…" not in one] == []


def test_what_a_study_reads_its_schema_allows(keys):
    assert problems("study", keys) == []
    assert problems("study", Study.of(keys).given()) == []


LIES = {
    "study": [
        ("colums", {}),
        ("privacy", {"model": "k-anonymity", "k": 4}),
        ("privacy", [{"model": "k-anonymity", "k": "four"}]),
        ("privacy", [{"model": "k-anonimity", "k": 4}]),
        ("privacy", [{"model": "k-anonymity", "k": 4, "l": 2}]),
        ("suppression_limit", 2),
        ("columns", {"age": {"role": "quasi"}}),
        ("columns", {"age": {"role": "sensitive", "typ": "integer"}}),
        ("search", {"strategy": "optimal", "candidates": 9}),
        ("output", {"suppressed": "gone"}),
    ],
    "summary": [
        ("supressed_records", 3),
        ("suppressed_records", "3"),
        ("levels", {"age": "1"}),
        ("headline", {"tone": "green", "title": "", "reasons": []}),
        ("privacy", [{"model": "k-anonymity", "holds": True}]),
        ("risk", {"before": {}, "after": {}}),
    ],
    "certificate": [
        ("suppressed_records", 3),
        ("given", {"to": "me"}),
        ("warnings", ["beware"]),
        ("promises", [{"model": "k-anonymity", "holds": False}]),
        ("private", None),
    ],
}


@pytest.fixture(scope="module")
def honest(tmp_path_factory):
    """A study, its summary and its certificate, in which nothing is wrong."""
    place = tmp_path_factory.mktemp("honest")
    TABLE.write_csv(place / "table.csv")
    keys = {"data": "table.csv", "columns": COLUMNS, **STUDIES["k-anonymity"]}
    (place / "study.yaml").write_text(yaml.safe_dump(keys))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SHOAL_WORKSPACE", str(place / "workspace"))
        shoal.run(place / "study.yaml", place / "run")
    written = ("summary", "certificate")
    return {"study": keys} | {
        name: json.loads((place / "run" / f"{name}.json").read_text()) for name in written
    }


@pytest.mark.parametrize(
    ("name", "key", "value"), [(name, *lie) for name, lies in LIES.items() for lie in lies]
)
def test_a_wrong_key_or_value_is_caught(honest, name, key, value):
    assert problems(name, honest[name]) == []
    assert problems(name, copy.deepcopy(honest[name]) | {key: value}) != []


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_command_prints_a_schema_with_its_address(name):
    done = CliRunner().invoke(app, ["schema", name])
    found = json.loads(done.stdout)
    assert found == SCHEMAS[name]()
    assert found["$id"] == f"{HOME}/{name}.json"
    assert found["$schema"].startswith("https://json-schema.org/")


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_key_says_what_it_means(name):
    found = SCHEMAS[name]()["properties"]
    assert [key for key, one in found.items() if not one.get("description")] == []


def test_a_study_as_a_type_has_the_keys_of_a_study():
    typed = schema_of(StudyKeys)
    real = study_schema()
    assert set(typed["properties"]) == set(real["properties"])
    parts = {"Column": "ColumnKeys", "Data": "DataKeys", "Output": "OutputKeys"}
    parts |= {"Subset": "SubsetKeys", "Population": "PopulationKeys", "Shift": "ShiftKeys"}
    parts |= {"Evaluate": "EvaluateKeys", "Engine": "EngineKeys"}
    for section, kind in parts.items():
        ours, theirs = typed["$defs"][kind], real["$defs"][section]
        assert set(ours["properties"]) == set(theirs["properties"])
