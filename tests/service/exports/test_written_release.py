"""Models of a run learn from what it wrote: nothing is drawn, nothing is spent."""

import json

import numpy as np
import polars as pl
import pytest

from service.ledger.toy import states
from shoal.errors import DataError, ShoalError, StudyError
from shoal.ledger import ledger
from shoal.ledger.account import accounts
from shoal.ledger.workspace import Workspace
from shoal.pipeline.states.sides import Sides
from shoal.service import rerun, verbs
from shoal.service.drawn import DrawnRecords
from shoal.service.evaluate import evaluate
from shoal.service.exports.mapping import export_mapping
from shoal.service.exports.model import export_model

WARDS = ["north", "south", "east", "west"]
AGE = {
    "role": "quasi-identifier",
    "type": "integer",
    "min_level": 1,
    "max_level": 1,
    "hierarchy": {
        "builder": "intervals",
        "width": 20,
        "levels": 2,
        "lower": {"minimum": 0},
        "upper": {"maximum": 120},
    },
}
WARD = {
    "role": "quasi-identifier",
    "type": "ordered",
    "order": WARDS,
    "hierarchy": {"builder": "suppression"},
}
ILL = {
    "role": "quasi-identifier",
    "type": "ordered",
    "order": ["no", "yes"],
    "target": True,
    "hierarchy": {"builder": "suppression"},
    "max_level": 0,
}
DAYS = {
    "role": "quasi-identifier",
    "type": "integer",
    "aggregate": {"function": "interval", "clustering": False},
}
LEVELS = {"age": 1, "ward": 1, "ill": 0}
PRIVATE = {"model": "differential-privacy", "epsilon": 2, "delta": 0.01, "levels": LEVELS}
KEYS = {
    "data": "patients.csv",
    "columns": {"age": AGE, "ward": WARD, "ill": ILL},
    "evaluate": {"folds": 2, "models": ["naive-bayes", "logistic-regression"]},
}
SAMPLE = {"subset": {"sample": 0.5}, "privacy": [{"model": "k-anonymity", "k": 3}]}
INTERVALS = {**KEYS, "columns": {**KEYS["columns"], "days": DAYS}}
STUDIES = {
    "differential privacy": {**KEYS, "privacy": [PRIVATE]},
    "sample": {**KEYS, **SAMPLE, "output": {"suppressed": "blank"}, "suppression_limit": 0.5},
    "sample with intervals": {**INTERVALS, **SAMPLE},
    "intervals": {**INTERVALS, "privacy": SAMPLE["privacy"]},
}


RECORDS = 900
ONE = pytest.mark.parametrize("study", ["sample"], indirect=True)


def patients(count=RECORDS):
    """The old are mostly ill."""
    dice = np.random.default_rng(3)
    age = dice.integers(20, 80, count)
    return pl.DataFrame(
        {
            "age": age,
            "ward": dice.choice(WARDS, count),
            "ill": np.where(dice.random(count) < np.where(age < 60, 0.1, 0.9), "yes", "no"),
            "days": dice.integers(1, 30, count),
        }
    )


@pytest.fixture
def workspace(tmp_path, monkeypatch):
    monkeypatch.setenv("SHOAL_WORKSPACE", str(tmp_path / "workspace"))
    return Workspace(tmp_path / "workspace")


@pytest.fixture(params=[name for name in STUDIES if name != "intervals"])
def study(request, tmp_path, workspace):
    """A study whose records are drawn by chance, and its run."""
    patients().write_csv(tmp_path / "patients.csv")
    path = tmp_path / "study.yaml"
    path.write_text(json.dumps(STUDIES[request.param]))
    verbs.run(path, tmp_path / "run")
    return path


def written(folder):
    """The released records of a run; suppressed ones are blank."""
    return pl.read_csv(folder / "run" / "draft.csv", infer_schema=False).filter(
        pl.col("ill").is_not_null()
    )


def test_a_model_learns_from_what_was_written_and_from_nothing_else(study, tmp_path, workspace):
    found = export_model(study, tmp_path / "model", run=tmp_path / "run").predictor
    release = written(tmp_path)
    learned = found.estimator
    learned = getattr(learned, "indicators", learned)  # beside numbers, if there are any
    assert release.height > 100
    counts = dict(zip(found.classes, learned.class_count_, strict=True))
    assert counts == dict(release["ill"].value_counts().iter_rows())
    (age,) = [column for column in found.encoding.columns if column.name == "age"]
    assert set(age.categories) == set(release["age"])
    for label in age.categories:
        at = found.encoding.columns[0].categories.index(label)
        seen = release.filter(pl.col("age") == label)["ill"]
        expected = [int((seen == name).sum()) for name in found.classes]
        assert learned.feature_count_[:, at].tolist() == expected


@pytest.mark.parametrize("study", ["intervals", "sample with intervals"], indirect=True)
def test_written_intervals_count_as_their_middles_and_new_records_are_asked_as_they_are(
    study, tmp_path
):
    found = export_model(study, tmp_path / "model", run=tmp_path / "run").predictor
    release = written(tmp_path)
    ends = release["days"].str.extract_all(r"\d+").list.eval(pl.element().cast(pl.Float64))
    middles = release.select("ill", middle=ends.list.mean())
    for name, means in zip(found.classes, found.estimator.means, strict=True):
        seen = middles.filter(pl.col("ill") == name)["middle"]
        assert means.tolist() == pytest.approx([seen.mean()])
    (days,) = [each for each in found.labelings if each.name == "days"]
    assert (days.kind, days.texts(pl.Series([7])).to_list()) == ("aggregate", ["7"])


def test_the_same_run_gives_the_same_model_and_spends_nothing(study, tmp_path, workspace):
    before = accounts(workspace)
    new = patients(50)
    first, second = (
        export_model(study, tmp_path / name, run=tmp_path / "run").predictor.predict(new)
        for name in ("first", "second")
    )
    assert first.equals(second)
    export_mapping(study, tmp_path / "mapping.json", run=tmp_path / "run")
    evaluate(study, tmp_path / "run")
    assert accounts(workspace) == before
    assert states(workspace) == ["released"]  # the draft was given with the first export


def test_an_evaluation_learns_from_what_was_written_and_asks_everybody(study, tmp_path):
    found = evaluate(study, tmp_path / "run")["learning"]
    assert found["records"] == {
        "input": RECORDS, "released": written(tmp_path).height, "tested": RECORDS
    }  # fmt: skip
    _, scores = found["targets"][0]["models"]
    assert scores["released"]["accuracy"] > scores["baseline"]["accuracy"]


@pytest.mark.parametrize("verb", [export_model, export_mapping, lambda study, _: evaluate(study)])
def test_nothing_is_drawn_without_a_run(study, tmp_path, verb):
    with pytest.raises(StudyError, match="--run FOLDER"):
        verb(study, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_other_records_than_the_written_ones_are_noticed(study, tmp_path, monkeypatch):
    def draw_anew(given, summary, run):
        release = written(tmp_path)
        flags = np.random.default_rng(0).permutation(RECORDS) < release.height
        return DrawnRecords(pl.Series(flags), release)

    monkeypatch.setattr(rerun, "find_drawn_records", draw_anew)
    with pytest.raises(DataError, match=r"not the one that was written|not in its hierarchy"):
        evaluate(study, tmp_path / "run")


@ONE
@pytest.mark.parametrize("file", ["draft.csv", "study.yaml", "certificate.json"])
def test_a_run_that_was_changed_is_refused(study, tmp_path, file):
    path = tmp_path / "run" / file
    path.write_bytes(path.read_bytes() + b"\n")
    for verb in (export_model, export_mapping):
        with pytest.raises(DataError, match="not as its run left it"):
            verb(study, tmp_path / "out", run=tmp_path / "run")
    with pytest.raises(DataError, match="not as its run left it"):
        evaluate(study, tmp_path / "run")
    assert not (tmp_path / "out").exists()


@ONE
@pytest.mark.parametrize("file", ["draft.csv", "summary.json"])
def test_a_part_of_a_run_is_refused(study, tmp_path, file):
    (tmp_path / "run" / file).unlink()
    with pytest.raises(ShoalError):
        export_model(study, tmp_path / "out", run=tmp_path / "run")


@ONE
def test_a_withdrawn_draw_is_not_handed_over(study, tmp_path, workspace):
    export_mapping(study, tmp_path / "mapping.json", run=tmp_path / "run")
    (one,) = ledger.entries(workspace)
    ledger.withdraw(workspace, one.id)
    with pytest.raises(StudyError, match="withdrawn"):
        export_model(study, tmp_path / "out", run=tmp_path / "run")
    assert not (tmp_path / "out").exists()


def test_only_with_differential_privacy_a_file_is_judged_by_the_release_alone(
    request, study, tmp_path, monkeypatch
):
    asked = []
    alone = Sides.of_release
    monkeypatch.setattr(Sides, "of_release", lambda sides: asked.append(1) or alone(sides))
    export_model(study, tmp_path / "model", run=tmp_path / "run")
    assert bool(asked) == ("differential privacy" in request.node.name)
