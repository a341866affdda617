"""A model goes into a file and predicts raw records as it did before; a bad file is refused."""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import polars as pl
import pytest
import skops.io

from shoal.errors import DataError, StudyError
from shoal.learning import learning_models
from shoal.learning.bundle import document_of, read_bundle, write_bundle
from shoal.service import verbs
from shoal.service.exports.model import export_model
from shoal.study.study import Study

STUDY = """data: stays.csv
columns:
  id: {role: identifier}
  age:
    role: quasi-identifier
    type: integer
    hierarchy: {builder: intervals, width: 10, levels: 3}
  city: {role: quasi-identifier, hierarchy: city.csv}
  sex: {role: quasi-identifier, hierarchy: {builder: suppression}, min_level: 1}
  days: {role: insensitive, type: integer}
  cost: {role: insensitive, target: true}
privacy: [{model: k-anonymity, k: 4}]
suppression_limit: 0.1
evaluate: {folds: 3, scaling: {days: log(x + 1)}}
"""
CITIES = ["Ulm", "Bonn", "Kiel", "Jena"]


def stays(records, seed, ages):
    dice = np.random.default_rng(seed)
    age, days = dice.integers(*ages, records), dice.integers(0, 30, records)
    high = age / 10 + days / 5 + dice.normal(0, 1, records) > 8
    return pl.DataFrame(
        {
            "id": [f"P{at:05}" for at in range(records)],
            "age": age,
            "city": dice.choice(CITIES, records),
            "sex": dice.choice(["m", "f"], records),
            "days": days,
            "cost": np.where(high, "high", "low"),
        }
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A study with its run, and new records with ages that the run has not seen."""
    home = tmp_path_factory.mktemp("stays")
    stays(600, 1, (20, 80)).write_csv(home / "stays.csv")
    stays(1000, 2, (0, 110)).drop("id", "sex", "cost").write_csv(home / "new.csv")
    (home / "city.csv").write_text("Ulm;south;*\nBonn;west;*\nKiel;north;*\nJena;east;*\n")
    (home / "study.yaml").write_text(STUDY)
    verbs.run(home / "study.yaml", home / "run")
    return home


@pytest.fixture(scope="module")
def model(folder):
    path = folder / "model.shoal"
    return path, export_model(folder / "study.yaml", path, run=folder / "run")


@pytest.mark.slow
def test_a_fresh_process_predicts_unseen_raw_records_exactly_as_the_model_in_memory(folder, model):
    path, done = model
    out = folder / "predictions.csv"
    command = [sys.executable, "-m", "shoal", "predict", path, folder / "new.csv", "--out", out]
    subprocess.run([str(word) for word in command], check=True, capture_output=True)
    new = pl.read_csv(folder / "new.csv")
    expected = done.predictor.predict(new)
    found = pl.read_csv(out)
    assert found.height == 1000
    assert found["cost"].n_unique() == 2
    assert found.equals(expected)  # every digit


@pytest.mark.parametrize("name", [*learning_models])
def test_every_model_survives_the_file(folder, name):
    new, path = pl.read_csv(folder / "new.csv"), folder / f"{name}.shoal"
    exported = export_model(folder / "study.yaml", path, run=folder / "run", model=name)
    expected = exported.predictor.confidences(new)
    assert np.array_equal(read_bundle(path).confidences(new), expected)
    assert np.allclose(expected.sum(axis=1), 1)


def test_the_model_learned_something(folder, model):
    _, done = model
    new = stays(1000, 3, (20, 80))
    assert (done.predictor.predict(new)["cost"] == new["cost"]).mean() > 0.8


def test_the_file_tells_the_form_of_the_release_and_holds_no_value_of_the_input(model):
    path, done = model
    document = document_of(path)
    columns = document["transformation"]["columns"]
    kinds = {name: each["kind"] for name, each in columns.items()}
    assert kinds == {"age": "builder", "city": "table", "days": "as-is"}  # sex is gone
    assert "map" not in columns["age"]
    assert columns["city"]["map"].keys() == set(CITIES)
    assert document["privacy"] == [{"model": "k-anonymity", "k": 4}]
    assert document["evaluation"]["accuracy"] > 0.7
    assert "original" not in json.dumps(document)
    assert done.warnings == []


def test_what_was_only_in_suppressed_records_is_not_in_the_file(folder, tmp_path):
    table = stays(600, 1, (20, 80)).with_columns(ward=pl.lit("usual"))
    odd = table[:1].with_columns(
        id=pl.lit("P99999"), age=pl.lit(999, pl.Int64), ward=pl.lit("secret")
    )
    pl.concat([table, odd]).write_csv(tmp_path / "stays.csv")
    (tmp_path / "city.csv").write_text((folder / "city.csv").read_text())
    ward = STUDY.replace("  days:", "  ward: {role: insensitive}\n  days:")
    (tmp_path / "study.yaml").write_text(ward)
    done = export_model(tmp_path / "study.yaml", tmp_path / "model.shoal")
    [encoded] = [each for each in done.predictor.encoding.columns if each.name == "ward"]
    assert encoded.categories == ("usual",)
    assert b"secret" not in json.dumps(document_of(tmp_path / "model.shoal")).encode()


def test_a_hierarchy_made_from_the_data_goes_out_with_a_warning(folder, tmp_path):
    (tmp_path / "stays.csv").write_bytes((folder / "stays.csv").read_bytes())
    grouped = "{builder: ordered-groups, groups: [2]}, min_level: 1, max_level: 1"
    (tmp_path / "study.yaml").write_text(STUDY.replace("city.csv", grouped))
    done = export_model(tmp_path / "study.yaml", tmp_path / "model.shoal")
    [warning] = done.warnings
    assert "'city'" in warning
    assert "lists values of the input" in warning


def test_unknown_values_follow_the_policy_of_the_file(folder, model):
    path, _ = model
    new = pl.read_csv(folder / "new.csv").with_columns(city=pl.lit("Rome"))
    with pytest.raises(DataError, match="unknown to its hierarchy"):
        read_bundle(path).confidences(new)
    rooted = folder / "rooted.shoal"
    export_model(folder / "study.yaml", rooted, run=folder / "run", unseen="root")
    assert read_bundle(rooted).confidences(new).shape == (1000, 2)
    with pytest.raises(StudyError, match="expected error or root"):
        export_model(folder / "study.yaml", rooted, unseen="guess")


def test_a_value_at_level_0_that_no_released_record_had_follows_the_policy_of_the_file(tmp_path):
    dice = np.random.default_rng(1)
    ward, ill = dice.choice(["a", "b"], 200), dice.choice(["yes", "no"], 200)
    pl.DataFrame({"ward": ward, "floor": ward, "ill": ill}).write_csv(tmp_path / "stays.csv")
    columns = {
        "ward": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
        "floor": {"role": "insensitive"},
        "ill": {"role": "insensitive", "target": True},
    }
    columns["ward"]["max_level"] = 0
    promise = {"privacy": [{"model": "k-anonymity", "k": 2}], "evaluate": {"folds": 2}}
    study = Study.of({"data": "stays.csv", "columns": columns, **promise}, tmp_path)
    new = {"ward": ["a", "Rome"], "floor": ["a", "b"]}
    other = {"ward": ["a", None], "floor": ["Rome", "b"]}
    program = tmp_path / "score.py"
    strict = export_model(study, tmp_path / "model", scorer=program).predictor
    rooted = export_model(study, tmp_path / "rooted", unseen="root").predictor
    for table, name in ((new, "ward"), (other, "floor")):
        with pytest.raises(DataError, match=f"{name}.*1 of 2 .*`--unseen root`") as caught:
            strict.predict(pl.DataFrame(table))
        assert "Rome" not in str(caught.value)
        assert rooted.predict(pl.DataFrame(table)).height == 2
    pl.DataFrame(new).write_csv(tmp_path / "new.csv")
    command = [sys.executable, str(program), str(tmp_path / "new.csv")]
    said = subprocess.run(command, check=False, capture_output=True, text=True)
    assert "'ward': a value is unknown to the model" in said.stderr
    assert "Rome" not in said.stderr


def test_a_target_among_the_features_is_refused(folder, tmp_path):
    named = STUDY.replace("{folds: 3,", "{folds: 3, features: [age, days],")
    (tmp_path / "study.yaml").write_text(named)
    with pytest.raises(StudyError, match="'days' is among the features"):
        export_model(tmp_path / "study.yaml", tmp_path / "model", target="days")


def repacked(path, change):
    """A copy of a bundle with changed parts; the manifest stays as `change` leaves it."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    copy = path.with_name("changed.shoal")
    with zipfile.ZipFile(copy, "w") as archive:
        for name, content in change(parts).items():
            archive.writestr(name, content)
    return copy


def with_manifest(**keys):
    def change(parts):
        manifest = json.loads(parts["manifest.json"]) | keys
        return {**parts, "manifest.json": json.dumps(manifest)}

    return change


def flipped(name):
    def change(parts):
        content = bytearray(parts[name])
        content[len(content) // 2] ^= 1
        return {**parts, name: bytes(content)}

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (flipped("model.skops"), "model.skops is not what its manifest says"),
        (flipped("preprocessing.json"), "preprocessing.json is not what its manifest says"),
        (lambda parts: {**parts, "model.skops": b""}, "model.skops has not the size"),
        (lambda parts: {**parts, "extra.py": b"1"}, "expected its three parts"),
        (with_manifest(version=2), "it has version 2 of the format"),
        (with_manifest(format="other"), "no model of Shoal"),
        (with_manifest(scikit_learn="0.1"), "trained with scikit-learn 0.1"),
        (with_manifest(parts={}), "no complete archive"),
        (lambda parts: {**parts, "manifest.json": b"{"}, "damaged"),
    ],
)
def test_a_changed_file_is_refused(model, change, reason):
    with pytest.raises(DataError, match=f"is refused: .*{reason}"):
        read_bundle(repacked(model[0], change))


@pytest.mark.parametrize("share", [0.0, 0.5, 0.99])
def test_a_file_that_was_cut_is_refused(model, share):
    content = model[0].read_bytes()
    cut = model[0].with_name("cut.shoal")
    cut.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(DataError, match="refused: it is no complete archive"):
        read_bundle(cut)


def test_a_model_of_a_type_that_is_not_trusted_is_refused_even_with_a_right_manifest(
    model, monkeypatch
):
    path, done = model
    lie = path.with_name("lie.shoal")
    evil = skops.io.dumps(subprocess.Popen)
    monkeypatch.setattr(skops.io, "dumps", lambda _: evil)
    write_bundle(done.predictor, {}, lie)
    with pytest.raises(DataError, match="1 type that is not trusted"):
        read_bundle(lie)


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(DataError, match="cannot be read"):
        read_bundle(tmp_path / "none.shoal")


@pytest.mark.parametrize(
    ("lie", "problem"),
    [
        ({"target": "cots"}, "Did you mean 'cost'"),
        ({"model": "oracle"}, "oracle"),
    ],
)
def test_wrong_questions_are_refused(folder, lie, problem):
    with pytest.raises(StudyError, match=problem):
        export_model(folder / "study.yaml", Path("never.shoal"), **lie)


def test_values_of_classes_are_refused(folder, tmp_path):
    for name in ("stays.csv", "city.csv"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    sets = STUDY.replace("hierarchy: city.csv", "aggregate: {function: set}")
    (tmp_path / "study.yaml").write_text(sets)
    with pytest.raises(StudyError, match="Column 'city' shows what its class has in common"):
        export_model(tmp_path / "study.yaml", tmp_path / "m.shoal")
