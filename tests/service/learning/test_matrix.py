"""Every transformation of table 1 of Eicher et al. 2020 with every privacy model can be judged."""

import numpy as np
import polars as pl
import pytest

from service.learning.test_learned import AGE, COLUMNS, SEX, TABLE, ZIP
from shoal.data.schema import column_types
from shoal.data.table import Table
from shoal.errors import ShoalError
from shoal.hierarchies import build_hierarchy, builders, fit_to_type
from shoal.hierarchies.arx_csv import write_arx
from shoal.pipeline.learning.learned import score_models
from shoal.pipeline.learning.sides import sides_of
from shoal.pipeline.spine import anonymize
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.choice import read_of
from shoal.privacy import privacy_models
from shoal.study.study import Study

pytestmark = pytest.mark.slow

MEAN = {"role": "quasi-identifier", "type": "integer", "aggregate": {"function": "mean"}}
MEDIAN = {**AGE, "aggregate": {"function": "median", "clustering": True}}
ENDS = {"builder": "top-bottom", "bottom": 30, "top": 60}

# The lines of the table, for numbers and for categories, and what else Shoal does to columns.
TRANSFORMATIONS = {
    "cell suppression of numbers": {"columns": {"age": {**SEX, "type": "integer"}},
                                    "recoding": "local"},
    "cell suppression of categories": {"columns": {"zip": SEX}, "recoding": "local"},
    "column suppression of numbers": {"columns": {"age": {**SEX, "type": "integer",
                                                          "min_level": 1}}},
    "column suppression of categories": {"columns": {"sex": {**SEX, "min_level": 1}}},
    "record suppression": {"suppression_limit": 0.5},
    "generalization of categories": {"columns": {"zip": {**ZIP, "min_level": 1}}},
    "categorization of numbers": {"columns": {"age": {**AGE, "min_level": 1}}},
    "categorization, as middles": {"columns": {"age": {**AGE, "min_level": 1}},
                                   "evaluate": {"ranges": "middles", "scaling": {"age": "x"}}},
    "top and bottom coding": {"columns": {"age": {**AGE, "hierarchy": ENDS, "min_level": 1}}},
    "aggregation": {"columns": {"age": MEAN}},
    "aggregation with clustering": {"columns": {"age": MEDIAN}},
    "aggregation into intervals": {"columns": {"age": {**MEAN,
                                                       "aggregate": {"function": "interval"}}}},
    "aggregation into sets": {"columns": {"zip": {**MEAN, "type": "string",
                                                  "aggregate": {"function": "set"}}}},
    "sampling": {"subset": {"sample": 0.8}},
    "local recoding": {"recoding": "local"},
    "all together": {"columns": {"age": MEAN, "zip": {**ZIP, "min_level": 1}},
                     "subset": {"sample": 0.9}, "suppression_limit": 0.5},
}  # fmt: skip
PRIVATE, LIMIT = "differential-privacy", 0.3
REPEATABLE = {"reproducible": True, "seed": 1}  # a sample that learns nothing would be bad luck
DOMAINS = {
    "age": [str(age) for age in range(100)],
    "zip": [f"8{digit}" for digit in range(10)],
    "sex": ["m", "f", "d"],
    "ill": ["flu", "heart", "other"],
    "ward": list("abcd"),
}
DRAWN = {name for name, keys in TRANSFORMATIONS.items() if "subset" in keys}
LOCAL = {name for name, keys in TRANSFORMATIONS.items() if "recoding" in keys}
SETTINGS = {
    "k-anonymity": {"k": 3},
    "k-map": {"k": 2, "estimator": "poisson"},
    "delta-presence": {"delta_min": 0.0, "delta_max": 0.95},
    "distinct-l-diversity": {"column": "ward", "l": 2},
    "entropy-l-diversity": {"column": "ward", "l": 1.2},
    "recursive-l-diversity": {"column": "ward", "c": 4, "l": 2},
    "t-closeness": {"column": "ward", "t": 0.5},
    "delta-disclosure": {"column": "ward", "delta": 2.5},
    "basic-beta-likeness": {"column": "ward", "beta": 2},
    "enhanced-beta-likeness": {"column": "ward", "beta": 2},
    "average-risk": {"threshold": 0.3},
    "sample-uniqueness": {"threshold": 0.1},
    "population-uniqueness": {"threshold": 0.1},
    "prosecutor-profitability": {},
    "journalist-profitability": {},
    PRIVATE: {"epsilon": 3, "delta": 0.2, "degree": "complete",
              "levels": {"ill": "none", "age": "medium"}},
}  # fmt: skip
GAME = {"publisher_benefit": 1200, "publisher_loss": 300, "adversary_gain": 300}
GAME |= {"adversary_cost": 4}
BESIDE = {
    "prosecutor-profitability": {"game": GAME},
    "journalist-profitability": {"game": GAME},
    "k-map": {"population": {"size": 5000}},
    "population-uniqueness": {"population": {"size": 5000}},
    "delta-presence": {"subset": {"column": "site", "equals": "north"}},
}
# Releases that Shoal refuses to make, with a piece of the reason it gives: nothing to judge there.
WITH_A_POPULATION = {"delta-presence", "journalist-profitability", "population-uniqueness"}
REFUSED = {(model, how): "recoding: local" for model in WITH_A_POPULATION for how in LOCAL}
# Differential privacy draws records itself, suppresses all classes that are too small, and allows
# neither aggregates nor levels that depend on the data.
NOT_PRIVATE = {
    **dict.fromkeys(LOCAL, "recoding: local levels depend on the data"),
    **{how: "an aggregate depends on the values" for how in TRANSFORMATIONS if "aggreg" in how},
    "all together": "an aggregate depends on the values",
    "sampling": "records are drawn by chance",
    "record suppression": "suppresses every class that is too small",
}
REFUSED |= {(PRIVATE, how): reason for how, reason in NOT_PRIVATE.items()}
REGISTERED = {
    name for name in privacy_models if privacy_models.class_of(name).__module__.startswith("shoal.")
}


def study(promise, transformation, folder):
    changed = TRANSFORMATIONS[transformation]
    keys = {
        "privacy": [{"model": promise, **SETTINGS[promise]}],
        "suppression_limit": LIMIT,
        **REPEATABLE,
        **BESIDE.get(promise, {}),
        **changed,
        "columns": {**COLUMNS, **changed.get("columns", {})},
        "evaluate": {"models": ["naive-bayes"], "folds": 2, **changed.get("evaluate", {})},
    }
    return Study.of(declared(keys, folder) if promise == PRIVATE else keys, folder)


def declared(keys, folder):
    """Differential privacy wants every released column to have a hierarchy of a declared domain."""
    every = {**keys["columns"], "ward": SEX, "ill": {**SEX, "target": True}}
    if keys["suppression_limit"] == LIMIT:
        del keys["suppression_limit"]
    columns = {}
    for name, column in every.items():
        columns[name] = dict(column)
        if "hierarchy" in column:
            type = column_types.build({"type": column.get("type", "string")})
            builder = fit_to_type(builders.build(column["hierarchy"]), type)
            write_arx(build_hierarchy(builder, pl.Series(DOMAINS[name])), folder / f"{name}.csv")
            columns[name]["hierarchy"] = f"{name}.csv"
    return {**keys, "columns": columns}


def judged(promise, transformation, folder):
    asked = study(promise, transformation, folder)
    done = anonymize(read_of(asked, Table.of(TABLE)), Stopwatch())
    return score_models(asked, sides_of(done)), done


def test_every_registered_privacy_model_has_settings_here():
    assert set(SETTINGS) == REGISTERED


@pytest.mark.parametrize("transformation", TRANSFORMATIONS)
@pytest.mark.parametrize("promise", sorted(REGISTERED))
def test_every_transformation_with_every_promise_can_be_judged(promise, transformation, tmp_path):
    if reason := REFUSED.get((promise, transformation)):
        with pytest.raises(ShoalError, match=reason):
            judged(promise, transformation, tmp_path)
        return
    found, done = judged(promise, transformation, tmp_path)
    [target] = found["targets"]
    [scores] = target["models"]
    assert found["records"]["released"] == np.count_nonzero(~done.outcome.suppressed) > 0
    chosen = "subset" in BESIDE.get(promise, {}) and transformation not in DRAWN
    tested = done.table.records if chosen else TABLE.height
    assert found["records"]["tested"] == tested
    assert scores["original"]["accuracy"] > scores["baseline"]["accuracy"]
    assert scores["released"]["undefined_folds"] == 0
    assert scores["released"]["accuracy"] > 0.3
    assert scores["relative_accuracy"] is not None
    assert None not in target["classes"]


def test_the_matrix_notices_a_promise_that_cannot_be_judged(monkeypatch, tmp_path):
    monkeypatch.setitem(REFUSED, ("k-anonymity", "sampling"), "recoding: local")
    with pytest.raises(pytest.fail.Exception):
        test_every_transformation_with_every_promise_can_be_judged(
            "k-anonymity", "sampling", tmp_path
        )
