"""Anonymization as a step of scikit-learn."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

import shoal
from shoal.errors import DataError, StudyError
from shoal.learning import Anonymizer

KEYS = {
    "columns": {
        "name": {"role": "identifier"},
        "age": {
            "role": "quasi-identifier",
            "type": "integer",
            "hierarchy": {"builder": "intervals", "width": 10, "levels": 2},
        },
        "sex": {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}},
        "ward": {"role": "insensitive"},
    },
    "privacy": [{"model": "k-anonymity", "k": 2}],
    "suppression_limit": 0.2,
}
TABLE = pl.DataFrame(
    {
        "name": ["A", "B", "C", "D", "E", "F"],
        "age": [31, 34, 45, 47, 49, 93],
        "sex": ["m", "m", "f", "f", "f", "m"],
        "ward": ["x", "y", "x", "y", "x", "y"],
    }
)
OLD = 5  # the record of the only one over 90


def test_the_release_comes_out_in_order_and_suppressed_records_are_blank():
    step = Anonymizer(KEYS)
    found = step.fit_transform(TABLE)
    assert found.rows()[0] == ("[30, 40[", "m", "x")
    assert found.rows()[OLD] == (None, None, None)
    assert found.equals(shoal.anonymize(TABLE, KEYS).table)
    assert step.levels_ == {"age": 1, "sex": 0}
    assert step.suppressed_.tolist() == [False] * 5 + [True]


def test_transform_gives_kept_records_what_the_release_shows_and_suppressed_ones_their_labels():
    step = Anonymizer(KEYS).fit(TABLE)
    again = step.transform(TABLE)
    assert again[:OLD].equals(step.fit_transform(TABLE)[:OLD])
    assert again.rows()[OLD] == ("[90, 100[", "m", "y")
    assert Anonymizer(KEYS, suppressed="generalized").fit_transform(TABLE).equals(again)


def test_new_records_get_the_labels_of_the_release():
    new = pl.DataFrame({"age": [53], "sex": ["d"], "ward": ["z"]})
    assert Anonymizer(KEYS).fit(TABLE).transform(new).rows() == [("[50, 60[", "d", "z")]


@pytest.mark.parametrize("kind", ["pandas", "polars"])
@pytest.mark.parametrize("given", [TABLE, TABLE.to_pandas(), TABLE.to_arrow()])
def test_the_container_can_be_chosen(kind, given):
    step = Anonymizer(KEYS).set_output(transform=kind)
    found = step.fit_transform(given)
    assert type(found).__module__.startswith(kind)
    assert type(step.transform(given)) is type(found)
    assert list(found.columns) == list(step.get_feature_names_out()) == ["age", "sex", "ward"]


def test_the_kind_that_went_in_comes_out_and_an_index_survives():
    given = TABLE.to_pandas().set_index(pd.Index(list("uvwxyz")))
    found = Anonymizer(KEYS).fit(given).transform(given)
    assert found.index.tolist() == list("uvwxyz")


def test_a_clone_has_the_parameters_and_nothing_learned():
    step = Anonymizer(KEYS, unseen="root").set_output(transform="pandas").fit(TABLE)
    copy = clone(step)
    assert copy.get_params() == {"study": KEYS, "unseen": "root", "suppressed": "blank"}
    with pytest.raises(NotFittedError):
        copy.transform(TABLE)
    assert copy.set_params(unseen="error").unseen == "error"
    assert isinstance(copy.fit_transform(TABLE), pd.DataFrame)


def test_a_pipeline_learns_from_the_release_and_predicts_raw_records():
    dice = np.random.default_rng(0)
    age = dice.integers(20, 80, 400)
    table = pd.DataFrame({"name": range(400), "age": age, "sex": dice.choice(["m", "f"], 400)})
    table["ward"] = dice.choice(["x", "y"], 400)
    steps = Anonymizer(KEYS), OneHotEncoder(handle_unknown="ignore"), LogisticRegression()
    pipeline = make_pipeline(*steps).fit(table, age >= 50)
    new = pd.DataFrame({"age": [21, 78], "sex": ["m", "f"], "ward": ["x", "new"]})
    assert pipeline.predict(new).tolist() == [False, True]
    names = pipeline[:-1].get_feature_names_out()
    assert "ward_x" in names


def test_the_target_that_scikit_learn_keeps_apart_joins_the_study():
    keys = {**KEYS, "privacy": [{"model": "distinct-l-diversity", "column": "ward", "l": 2}]}
    keys["columns"] = {**KEYS["columns"], "ward": {"role": "sensitive"}}
    apart = TABLE.drop("ward")
    step = Anonymizer(keys).fit(apart, TABLE["ward"].to_numpy())
    assert step.levels_ == Anonymizer(keys).fit(TABLE).levels_
    assert step.transform(apart).columns == ["age", "sex"]
    with pytest.raises(StudyError, match="no such column"):
        Anonymizer(keys).fit(apart)


def test_what_cannot_be_done_is_told():
    step = Anonymizer(KEYS).fit(TABLE)
    with pytest.raises(DataError, match="no column 'ward'"):
        step.transform(TABLE.drop("ward"))
    with pytest.raises(StudyError, match="expected default, pandas, polars"):
        step.set_output(transform="excel")
    with pytest.raises(StudyError, match="expected blank or generalized"):
        Anonymizer(KEYS, suppressed="gone").fit(TABLE)


def test_aggregated_numbers_are_learned_as_means_and_asked_as_they_are():
    age = {"role": "quasi-identifier", "type": "integer", "aggregate": {"function": "mean"}}
    keys = {**KEYS, "columns": {**KEYS["columns"], "age": age}, "suppression_limit": 0}
    step = Anonymizer(keys)
    learned, asked = step.fit_transform(TABLE), step.transform(TABLE)
    assert learned["age"].dtype == asked["age"].dtype == pl.Float64
    assert asked["age"].to_list() == TABLE["age"].to_list() != learned["age"].to_list()
