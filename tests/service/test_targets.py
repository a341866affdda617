"""Targets of a study: which columns are predicted, and what is said about wrong ones."""

import polars as pl
import pytest

from shoal.data.table import Table
from shoal.errors import StudyError
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.prepare.problem import problem_of, target_texts
from shoal.pipeline.ways.choice import read_of
from shoal.study.study import Study
from shoal.study.targets import quality_of

RECORDS = {"age": ["34", "45", "66"], "sex": ["m", "f", "m"], "dis": ["flu", None, "hiv"]}


def study(keys, **quality):
    return Study.of({**keys, "quality": {"model": "classification", **quality}})


def prepared(asked):
    return prepare(read_of(asked, Table.of(pl.DataFrame(RECORDS))))


def test_targets_that_are_named_are_predicted(keys):
    keys["columns"]["dis"]["target"] = True
    assert quality_of(study(keys, targets=["sex"])).targets == ("sex",)


def test_otherwise_marked_columns_are(keys):
    keys["columns"]["dis"]["target"] = keys["columns"]["sex"]["target"] = True
    assert quality_of(study(keys)).targets == ("sex", "dis")


def test_other_losses_predict_nothing(keys):
    keys["columns"]["dis"]["target"] = True
    asked = Study.of(keys)
    assert quality_of(asked) is asked.quality
    assert target_texts(asked, prepared(asked)) == {}


def test_only_targets_that_are_no_quasi_identifiers_are_encoded_beside(keys):
    asked = study(keys, targets=["dis", "sex"])
    problem = problem_of(prepared(asked))
    assert problem.quality.targets == ("dis", "sex")
    [(name, occurrences)] = problem.encoded.targets.items()
    assert name == "dis"
    assert occurrences.labels.to_list() == ["flu", "hiv", None]


@pytest.mark.parametrize(
    ("quality", "message"),
    [
        ({}, "nothing is to be predicted"),
        ({"targets": ["diss"]}, "'diss' is not a released column. Did you mean 'dis'"),
        ({"targets": ["id"]}, "'id' is not a released column"),
        ({"targets": ["dis"], "features": ["dis"]}, "features: 'dis' is to be predicted. Take it"),
        ({"targets": ["dis"], "features": ["id"]}, "features: 'id' is not a released column"),
        (
            {"targets": ["dis"], "features": ["age", "sexx"]},
            "features: 'sexx' is not a released column. Did you mean 'sex'",
        ),
        ({"targets": ["years"]}, "targets: 'years' is aggregated without clustering"),
        (
            {"targets": ["dis"], "features": ["years"]},
            "features: 'years' is aggregated without clustering",
        ),
    ],
)
def test_wrong_targets_and_features_are_named(keys, quality, message):
    keys["columns"]["id"] = {"role": "identifier"}
    keys["columns"]["years"] = {"role": "quasi-identifier", "aggregate": {"function": "mean"}}
    with pytest.raises(StudyError, match=message):
        study(keys, **quality)


def test_what_is_not_written_is_neither_predicted_nor_predicted_from(keys):
    keys["output"] = {"columns": ["age", "dis"]}
    with pytest.raises(StudyError, match="features: 'sex' is not a released column"):
        study(keys, targets=["dis"], features=["age", "sex"])
    with pytest.raises(StudyError, match="targets: 'sex' is not a released column"):
        study(keys, targets=["sex"])


def test_a_quasi_identifier_may_be_predicted_and_help_to_predict_others(keys):
    asked = study(keys, targets=["sex", "dis"], features=["age", "sex"])
    assert asked.quality.features == ("age", "sex")


def test_features_that_no_level_generalizes_are_looked_at_with_the_targets(keys):
    keys["columns"]["ward"] = {"role": "insensitive"}
    asked = study(keys, targets=["dis", "sex"], features=["age", "ward"])
    table = Table.of(pl.DataFrame(RECORDS | {"ward": ["A", None, "A"]}))
    joint = problem_of(prepare(read_of(asked, table))).encoded.joint
    assert {name: codes.tolist() for name, codes in joint.values.items()} == {
        "ward": [1, 0, 1],
        "dis": [1, 0, 2],
    }
    assert joint.counts.tolist() == [1, 1, 1]


def test_features_that_are_generalized_need_nothing_more(keys):
    asked = study(keys, targets=["dis"], features=["age"])
    assert not problem_of(prepared(asked)).encoded.joint.values


def test_a_loss_that_does_not_fit_the_table_says_so(keys):
    asked = Study.of({**keys, "quality": {"model": "static", "table": {"age": [0, 1, 2]}}})
    with pytest.raises(StudyError, match="column 'sex' has 2 levels, its list of losses has 0"):
        problem_of(prepared(asked))
