"""What the verb finds about models, and that bad input is explained."""

import subprocess
import sys

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.data.table import Table
from shoal.errors import DataError, StudyError
from shoal.pipeline.learning.learned import score_models
from shoal.pipeline.learning.sides import sides_of
from shoal.pipeline.spine import anonymize
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.choice import read_of
from shoal.study.study import Study


def patients(records=160):
    """The old are mostly ill with the heart."""
    random = np.random.default_rng(5)
    age = random.integers(20, 80, records)
    heart = random.random(records) < np.where(age >= 50, 0.85, 0.2)
    return pl.DataFrame(
        {
            "age": age.astype(str),
            "zip": [f"8{digit}" for digit in random.integers(0, 4, records)],
            "sex": random.choice(["m", "f"], records),
            "ill": np.where(heart, "heart", "flu"),
            "ward": random.choice(["a", "b", "c"], records),
            "site": np.where(np.arange(records) % 4 == 0, "south", "north"),
        }
    )


TABLE = patients()
INTERVALS = {"builder": "intervals", "width": 10, "levels": 3}
AGE = {"role": "quasi-identifier", "type": "integer", "hierarchy": INTERVALS}
ZIP = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
SEX = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
COLUMNS = {
    "age": AGE,
    "zip": ZIP,
    "sex": SEX,
    "ill": {"role": "insensitive", "target": True},
    "ward": {"role": "sensitive"},
}
MEDIAN = {**AGE, "aggregate": {"function": "median", "clustering": True}}
TRANSFORMATIONS = {
    "categorization": {"columns": {"age": {**AGE, "min_level": 1}}},
    "aggregation with clustering": {"columns": {"age": MEDIAN}},
    "cell suppression": {"columns": {"zip": SEX}, "recoding": "local"},
}
PROMISES = {"k-anonymity": {"k": 3}}


def study(promise, transformation=None, **more):
    changed = TRANSFORMATIONS.get(transformation, {})
    keys = {
        "privacy": [{"model": promise, **PROMISES[promise]}],
        "suppression_limit": 0.3,
        "evaluate": {"models": ["naive-bayes"], "folds": 2},
        **changed,
        "columns": {**COLUMNS, **changed.get("columns", {})},
        **more,
    }
    return Study.of(keys)


def evaluated(asked, table=TABLE):
    done = anonymize(read_of(asked, Table.of(table)), Stopwatch())
    return score_models(asked, sides_of(done)), done


def test_what_is_kept_of_the_signal_shows():
    released = {
        name: evaluated(study("k-anonymity", name))[0]["targets"][0]["models"][0]["released"]["auc"]
        for name in ("categorization", "aggregation with clustering")
    }
    assert all(area > 0.7 for area in released.values()), released
    blind = study("k-anonymity", evaluate={"models": ["naive-bayes"], "features": ["sex", "zip"]})
    assert evaluated(blind)[0]["targets"][0]["models"][0]["released"]["auc"] < 0.6


def test_local_recoding_says_that_each_record_is_asked_in_its_own_form():
    found, _ = evaluated(study("k-anonymity", "cell suppression"))
    assert "of the first class that it fits" in found["how"]


MODELS = ["zero-r", "logistic-regression", "naive-bayes", "decision-tree", "gradient-boosting"]
MODELS += ["support-vector-machine", {"model": "random-forest", "trees": 20}]


@pytest.mark.parametrize("model", MODELS, ids=str)
@pytest.mark.parametrize("scaling", [{}, {"age": "x"}])
def test_every_model_learns_what_there_is_to_learn(model, scaling):
    asked = study("k-anonymity", evaluate={"models": model, "folds": 3, "scaling": scaling})
    [scores] = evaluated(asked)[0]["targets"][0]["models"]
    if model == "zero-r":
        assert scores["original"]["accuracy"] <= scores["baseline"]["accuracy"]
        return
    # Sixty ages as categories are too rare for the leaves of trees.
    if scaling or model in ("logistic-regression", "naive-bayes", "support-vector-machine"):
        assert scores["original"]["auc"] > 0.7
    assert scores["released"]["auc"] > 0.6


def test_a_seed_makes_an_evaluation_repeatable():
    again = [
        evaluated(study("k-anonymity", seed=seed, evaluate={"models": MODELS, "folds": 3}))[0]
        for seed in (7, 7, 8)
    ]
    assert again[0] == again[1]
    assert again[0] != again[2]


def test_several_targets_are_predicted_and_none_from_itself():
    asked = study("k-anonymity", evaluate={"targets": ["ill", "sex"], "models": "naive-bayes"})
    found, _ = evaluated(asked)
    assert [target["target"] for target in found["targets"]] == ["ill", "sex"]
    assert found["features"] == ["age", "zip", "ward"]
    for targets in ({"targets": ["ill"]}, {}):  # named, or marked by its column
        with pytest.raises(StudyError, match=r"evaluate\.features: 'ill' is a target"):
            study("k-anonymity", evaluate={**targets, "features": ["age", "zip", "ill"]})


def test_repetitions_divide_the_table_anew():
    settings = {"models": "naive-bayes", "folds": 3}
    once, _ = evaluated(study("k-anonymity", evaluate=settings))
    thrice, _ = evaluated(study("k-anonymity", evaluate={**settings, "repetitions": 3}))
    assert thrice["repetitions"] == 3
    assert once["targets"] != thrice["targets"]


# Bad input


@pytest.mark.parametrize(
    ("evaluate", "told"),
    [
        (
            {"targets": ["il"]},
            "evaluate.targets: 'il' is not a released column. Did you mean 'ill'",
        ),
        ({"features": ["agee"]}, "evaluate.features: 'agee' is not a released column"),
        ({"scaling": {"zip": "x"}}, "evaluate.scaling: 'zip' is of type string"),
        ({"scaling": {"age": "log("}}, "evaluate.scaling.age: 'log('"),
        ({"models": "logistic-regresion"}, "Did you mean 'logistic-regression'?"),
        ({"models": [{"model": "random-forest", "trees": 0}]}, "greater than or equal to 1"),
        ({"folds": 1}, "evaluate.folds: should be greater than or equal to 2"),
        ({"repetitions": 0}, "evaluate.repetitions"),
        ({"fold": 3}, "evaluate.fold: there is no such key. Did you mean 'folds'?"),
        ({"ranges": "middle"}, "Did you mean 'middles'?"),
    ],
)
def test_a_wrong_key_is_told(evaluate, told):
    with pytest.raises(StudyError) as caught:
        study("k-anonymity", evaluate=evaluate)
    assert told in str(caught.value)


def test_a_study_that_marks_nothing_has_nothing_to_predict():
    with pytest.raises(StudyError, match="nothing is to be predicted"):
        study("k-anonymity", columns={**COLUMNS, "ill": {"role": "insensitive"}})


def test_the_key_survives_the_study_file():
    settings = {"targets": ["ill"], "models": ["zero-r", {"model": "random-forest", "trees": 7}]}
    asked = study("k-anonymity", evaluate={**settings, "scaling": {"age": "log(x)"}})
    assert Study.of(asked.given()) == asked
    assert asked.given()["evaluate"]["models"] == list(settings["models"])


def only(**columns):
    return TABLE.with_columns(**{name: pl.Series(values) for name, values in columns.items()})


def test_one_class_only_cannot_be_predicted():
    with pytest.raises(DataError, match="Column 'ill': there is nothing to predict, all 160"):
        evaluated(study("k-anonymity"), only(ill=["flu"] * 160))


def test_too_many_classes_are_refused():
    with pytest.raises(DataError, match="found 160 different values"):
        evaluated(
            study("k-anonymity", acknowledge=["near-unique:ill", "looks-like-identifier:ill"]),
            only(ill=[f"case {at}" for at in range(160)]),
        )


def test_with_fewer_records_than_parts_each_record_is_a_part():
    asked = study("k-anonymity", evaluate={"models": "naive-bayes", "folds": 50})
    few = TABLE.head(12)
    found, _ = evaluated(asked, few)
    assert found["folds"] == 12


def test_where_all_records_are_suppressed_all_parts_are_undefined():
    keep = {
        name: {**column, "max_level": 0}
        for name, column in COLUMNS.items()
        if "hierarchy" in column
    }
    unique = only(age=[str(20 + at) for at in range(160)])
    asked = study("k-anonymity", columns={**COLUMNS, **keep}, suppression_limit=1)
    found, done = evaluated(asked, unique)
    assert done.outcome.suppressed.all()
    [scores] = found["targets"][0]["models"]
    assert scores["released"]["undefined_folds"] == 2
    assert scores["released"]["undefined_records"] == 160
    assert (scores["released"]["accuracy"], scores["released"]["auc"]) == (0, 0.5)


def test_numbers_that_overflow_are_told():
    asked = study("k-anonymity", evaluate={"scaling": {"age": "exp(exp(x))"}})
    with pytest.raises(DataError, match=r"`exp\(exp\(x\)\)` is no finite number for \d+ of \d+"):
        evaluated(asked)


@pytest.mark.parametrize("model", MODELS, ids=str)
def test_constant_features_give_the_baseline(model):
    table = only(
        age=["50"] * 160, zip=["81"] * 160, sex=["m"] * 160, ill=["flu", "flu", "flu", "heart"] * 40
    )
    for scaling in ({}, {"age": "x"}):
        asked = study(
            "k-anonymity",
            evaluate={"models": model, "folds": 2, "features": ["age"], "scaling": scaling},
        )
        [scores] = evaluated(asked, table)[0]["targets"][0]["models"]
        assert scores["released"]["accuracy"] == scores["baseline"]["accuracy"]


def test_a_target_that_is_generalized_away_does_not_stop_a_run():
    ill = {**SEX, "target": True, "min_level": 1}
    keys = {**study("k-anonymity").given(), "columns": {**COLUMNS, "ill": ill}}
    release = shoal.anonymize(TABLE, keys)
    assert "there is nothing to predict" in release.summary["learning"]["reason"]


def test_a_run_without_the_key_does_not_learn():
    keys = study("k-anonymity").given()
    del keys["evaluate"]
    assert "learning" not in shoal.anonymize(TABLE, keys).summary


def test_a_run_without_the_key_does_not_load_scikit_learn():
    code = (
        "import sys, polars as pl, shoal; age = {'role': 'quasi-identifier', 'hierarchy':"
        " {'builder': 'masking'}}; keys = {'columns': {'age': age}, 'privacy': [{'model':"
        " 'k-anonymity', 'k': 2}]}; shoal.anonymize(pl.DataFrame({'age': ['34', '39']}), keys);"
        " sys.exit(bool({'sklearn', 'skops'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_report_of_a_run_shows_the_models_and_their_curves(tmp_path):
    TABLE.write_csv(tmp_path / "data.csv")
    keys = {"data": "data.csv", **study("k-anonymity").given()}
    shoal.run(Study.of(keys, tmp_path), tmp_path / "run")
    page = (tmp_path / "run" / "report.html").read_text()
    assert "ill by naive-bayes" in page
    assert "ROC curves of heart" in page


def test_the_report_says_why_models_could_not_be_judged(tmp_path):
    only(ill=["flu"] * 160).write_csv(tmp_path / "data.csv")
    keys = {"data": "data.csv", **study("k-anonymity").given()}
    shoal.run(Study.of(keys, tmp_path), tmp_path / "run")
    assert "there is nothing to predict" in (tmp_path / "run" / "report.html").read_text()


def test_a_release_in_memory_has_the_scores():
    summary = shoal.anonymize(TABLE, study("k-anonymity")).summary
    [target] = summary["learning"]["targets"]
    assert target["target"] == "ill"
    assert target["models"][0]["released"]["accuracy"] > 0.5
