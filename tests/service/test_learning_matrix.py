"""Every transformation of table 1 of Eicher et al. 2020 with every privacy model can be judged."""

import numpy as np
import pytest

from service.test_learned import AGE, COLUMNS, SEX, TABLE, ZIP
from shoal.data.table import Table
from shoal.errors import ShoalError
from shoal.privacy import privacy_models
from shoal.service.learned import learned
from shoal.service.learning_sides import sides_of
from shoal.service.pipeline import anonymize
from shoal.service.stopwatch import Stopwatch
from shoal.service.study import Study

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
}
BESIDE = {
    "k-map": {"population": {"size": 5000}},
    "population-uniqueness": {"population": {"size": 5000}},
    "delta-presence": {"subset": {"column": "site", "equals": "north"}},
}
# Releases that Shoal refuses to make, with a piece of the reason it gives: nothing to judge there.
BY_CLASS_ONLY = {"delta-presence", "average-risk", "sample-uniqueness"}
BY_CLASS_ONLY |= {"population-uniqueness"}
REFUSED = {(model, how): "recoding: local" for model in BY_CLASS_ONLY for how in LOCAL}
# Models that are registered before a whole study with them can run, with the reason.
PENDING = {
    "differential-privacy": "its run and its account come in the same milestone",
    "journalist-profitability": "the key `game` comes in the same milestone",
    "prosecutor-profitability": "the key `game` comes in the same milestone",
}
REGISTERED = {
    name for name in privacy_models if privacy_models.named(name).__module__.startswith("shoal.")
}


def study(promise, transformation):
    changed = TRANSFORMATIONS[transformation]
    return Study.of(
        {
            "privacy": [{"model": promise, **SETTINGS[promise]}],
            "suppression_limit": 0.3,
            **BESIDE.get(promise, {}),
            **changed,
            "columns": {**COLUMNS, **changed.get("columns", {})},
            "evaluate": {"models": ["naive-bayes"], "folds": 2, **changed.get("evaluate", {})},
        }
    )


def judged(promise, transformation):
    asked = study(promise, transformation)
    done = anonymize(asked, Table.of(TABLE), Stopwatch())
    return learned(asked, sides_of(done)), done


def test_every_registered_privacy_model_has_settings_here():
    assert set(SETTINGS) | set(PENDING) >= REGISTERED
    assert not set(SETTINGS) & set(PENDING)


@pytest.mark.parametrize("transformation", TRANSFORMATIONS)
@pytest.mark.parametrize("promise", sorted(REGISTERED - set(PENDING)))
def test_every_transformation_with_every_promise_can_be_judged(promise, transformation):
    if reason := REFUSED.get((promise, transformation)):
        with pytest.raises(ShoalError, match=reason):
            judged(promise, transformation)
        return
    found, done = judged(promise, transformation)
    [target] = found["targets"]
    [scores] = target["models"]
    assert found["records"]["released"] == np.count_nonzero(~done.outcome.suppressed) > 0
    whole = transformation in DRAWN or promise not in BESIDE or "subset" not in BESIDE[promise]
    assert found["records"]["tested"] == (TABLE.height if whole else done.table.records)
    assert scores["original"]["accuracy"] > scores["baseline"]["accuracy"]
    assert scores["released"]["undefined_folds"] == 0
    assert scores["released"]["accuracy"] > 0.3
    assert scores["relative_accuracy"] is not None
    assert None not in target["classes"]


def test_the_matrix_notices_a_promise_that_cannot_be_judged(monkeypatch):
    monkeypatch.setitem(REFUSED, ("k-anonymity", "sampling"), "recoding: local")
    with pytest.raises(pytest.fail.Exception):
        test_every_transformation_with_every_promise_can_be_judged("k-anonymity", "sampling")
