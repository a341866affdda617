"""New records in the form of a locally recoded release."""

import json

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.data.table import Table
from shoal.errors import DataError
from shoal.learning import Anonymizer
from shoal.learning.bundle import document_of, read_bundle
from shoal.learning.document import local_of, transformation_settings
from shoal.pipeline.learning.sides import sides_of
from shoal.pipeline.release.labelings import labelings_of
from shoal.pipeline.release.local_ways import local_form_in_memory
from shoal.pipeline.spine import anonymize
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.choice import read_of
from shoal.progress import ignore_progress
from shoal.service.exports.model import export_model
from shoal.service.rerun import run_again
from shoal.study.study import Study

COLUMNS = {
    "age": {
        "role": "quasi-identifier",
        "type": "integer",
        "hierarchy": {"builder": "intervals", "width": 10, "levels": 3},
    },
    "zip": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
    "ill": {"role": "insensitive", "target": True},
}
KEYS = {
    "columns": COLUMNS,
    "privacy": [{"model": "k-anonymity", "k": 4}],
    "suppression_limit": 0.1,
    "recoding": {"mode": "iterated", "fraction": 0.02},
    "evaluate": {"folds": 3},
}


def patients(records, seed):
    dice = np.random.default_rng(seed)
    age = dice.integers(20, 80, records)
    ill = np.where(dice.random(records) < np.where(age > 50, 0.85, 0.15), "heart", "flu")
    digits = dice.integers(0, 30, records)
    return pl.DataFrame({"age": age, "zip": [f"8{digit:02}" for digit in digits], "ill": ill})


def recoded(keys=KEYS, records=200, seed=0):
    return anonymize(read_of(Study.of(keys), Table.of(patients(records, seed))), Stopwatch())


def texts_of(table):
    return {name: table[name].cast(pl.String) for name in ("age", "zip")}


@pytest.mark.parametrize("seed", range(5))
def test_every_released_record_finds_its_own_class_again(seed):
    done = recoded(seed=seed)
    form = local_form_in_memory(done, ["age", "zip"])
    assert len(np.unique(form.levels, axis=0)) > 2
    again = pl.DataFrame(form.texts(texts_of(patients(200, seed))))
    kept = pl.Series(~done.outcome.suppressed)
    released = done.frame.select("age", "zip").cast(pl.String)
    assert again.filter(kept).equals(released.filter(kept))
    assert int(form.records.sum()) == int(kept.sum())


def test_a_record_that_fits_no_class_shows_the_roots():
    form = local_form_in_memory(recoded({**KEYS, "suppression_limit": 0.9}), ["age", "zip"])
    strange = {"age": pl.Series(["999"]), "zip": pl.Series(["zzz"])}
    assert {name: texts.to_list() for name, texts in form.texts(strange).items()} == {
        "age": ["*"],
        "zip": ["***"],
    }


def test_the_transformer_brings_new_records_into_the_form_of_a_class():
    step = Anonymizer(KEYS)
    release, table = step.fit_transform(patients(200, 1)), patients(200, 1)
    kept = pl.Series(~step.suppressed_)
    again = step.transform(table)
    assert again.filter(kept).equals(release.filter(kept))
    assert step.levels_ == {}
    fresh = step.transform(patients(50, 7))
    shown = set(release.select("age", "zip").rows())
    assert sum(row in shown for row in fresh.select("age", "zip").rows()) > 40


def test_a_model_of_a_locally_recoded_release_predicts_raw_records_from_its_file(tmp_path):
    patients(300, 2).write_csv(tmp_path / "stays.csv")
    study = Study.of({"data": "stays.csv", **KEYS}, tmp_path)
    done = export_model(study, tmp_path / "model.shoal")
    new = patients(1000, 3)
    found = read_bundle(tmp_path / "model.shoal").predict(new.drop("ill"))
    assert found.equals(done.predictor.predict(new))
    assert (found["ill"] == new["ill"]).mean() > 0.7
    transformation = document_of(tmp_path / "model.shoal")["transformation"]
    assert transformation["kind"] == "local"
    local = transformation["local"]
    assert sum(each["n"] for each in local["classes"]) <= 300
    assert {"levels", "n", "labels"} == set(local["classes"][0])
    assert set(local["columns"]) == {"age", "zip"}


def test_values_that_no_way_can_label_follow_the_policy():
    groups = {"builder": "ordered-groups", "groups": [2], "order": "text"}
    city = {"role": "quasi-identifier", "hierarchy": groups}
    keys = {**KEYS, "columns": {**COLUMNS, "zip": {**city, "min_level": 1}}}
    with pytest.raises(DataError, match="unknown to its hierarchy"):
        Anonymizer(keys).fit(patients(200, 1)).transform(
            pl.DataFrame({"age": [30], "zip": ["new"], "ill": ["flu"]})
        )
    rooted = Anonymizer(keys, unseen="root").fit(patients(200, 1))
    found = rooted.transform(pl.DataFrame({"age": [30], "zip": ["new"], "ill": ["flu"]}))
    assert found["zip"].to_list() == ["*"]


def lost_class(local):
    local["classes"][0]["labels"].pop()


def unknown_level(local):
    local["classes"][0]["levels"][0] = 9


def lost_column(local):
    del local["columns"]["zip"]


@pytest.mark.parametrize("damage", [lost_class, unknown_level, lost_column])
def test_a_damaged_description_of_classes_is_refused(damage):
    labelings = labelings_of(recoded(), ["age", "zip"], "root")
    settings = transformation_settings(labelings.columns, labelings.local)
    damage(settings["local"])
    with pytest.raises(DataError, match="not described"):
        local_of(settings)


def test_a_run_is_found_again_exactly_or_not_at_all(tmp_path):
    patients(200, 4).write_csv(tmp_path / "stays.csv")
    study = Study.of({"data": "stays.csv", **KEYS}, tmp_path)
    shoal.run(study, tmp_path / "run")
    again = run_again(study, tmp_path / "run", Stopwatch(), ignore_progress)
    written = pl.read_csv(tmp_path / "run" / "draft.csv", infer_schema=False)
    kept = again.frame.filter(pl.Series(~again.outcome.suppressed)).cast(pl.String)
    assert sorted(kept.rows()) == sorted(written.rows())
    summary = json.loads((tmp_path / "run" / "summary.json").read_text())
    summary["classes"]["count"] += 1
    (tmp_path / "run" / "summary.json").write_text(json.dumps(summary))
    with pytest.raises(DataError, match="could not be found again"):
        run_again(study, tmp_path / "run", Stopwatch(), ignore_progress)


def test_how_a_record_is_asked_depends_on_its_quasi_identifiers_alone():
    """Trimming chooses classes by the value to be predicted; models must not learn it from that."""
    columns = {**COLUMNS, "ill": {"role": "sensitive", "target": True}}
    privacy = [*KEYS["privacy"], {"model": "t-closeness", "column": "ill", "t": 0.25}]
    keys = {**KEYS, "columns": columns, "privacy": privacy, "recoding": "local"}
    dice = np.random.default_rng(1)
    few = patients(25, 0)[dice.integers(0, 25, 400)]  # many records of few different values
    ill = np.where(dice.random(400) < np.where(few["age"] > 50, 0.9, 0.2), "heart", "flu")
    done = anonymize(read_of(Study.of(keys), Table.of(few.with_columns(ill=ill))), Stopwatch())
    sides = sides_of(done)
    before = np.stack(sides.input.training)
    asked, learned = (np.stack(one) for one in (sides.released.testing, sides.released.training))
    forms = {}
    for values, form in zip(before.T.tolist(), asked.T.tolist(), strict=True):
        assert forms.setdefault(tuple(values), form) == form
    assert len(
        {(*x, *y) for x, y in zip(before.T.tolist(), learned.T.tolist(), strict=True)}
    ) > len(forms)  # records of the same values were released in different forms


def test_new_records_take_the_class_that_loses_least():
    done = recoded({**KEYS, "recoding": "local"})
    form = local_form_in_memory(done, ["age", "zip"])
    covers = {
        name: dict(zip(column.labels[0], column.covers[0], strict=True))
        for name, column in zip(("age", "zip"), done.recoded.columns, strict=True)
    }
    lost = [
        sum(
            covers[name][label] / column.domain
            for name, label, column in zip(("age", "zip"), row, done.recoded.columns, strict=True)
        )
        for row in form.classes.rows()
    ]
    assert lost == sorted(lost)
