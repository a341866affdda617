"""Anonymizing inside each part: nothing about a record is known when it is predicted."""

import numpy as np
import polars as pl
import pytest

from service.learning.test_learned import AGE, COLUMNS, SEX, TABLE, ZIP, only
from shoal.data.table import Table
from shoal.errors import StudyError
from shoal.pipeline.learning.learned import score_models
from shoal.pipeline.learning.part_sides import part_of, places_of
from shoal.pipeline.learning.strict_sides import sides_for_study
from shoal.pipeline.spine import anonymize
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.choice import read_of
from shoal.study.study import Study

pytestmark = pytest.mark.slow


def study(**more):
    asked = {"models": ["naive-bayes"], "folds": 3, "anonymize": "each-fold"}
    return Study.of(
        {
            "columns": {**COLUMNS, **more.pop("columns", {})},
            "privacy": [{"model": "k-anonymity", "k": 3}],
            "suppression_limit": 0.3,
            **more,
            "evaluate": asked | more.get("evaluate", {}),
        }
    )


def again(read):
    return anonymize(read, Stopwatch())


def released(asked, table=TABLE):
    return anonymize(read_of(asked, Table.of(table)), Stopwatch())


def evaluated(asked, table=TABLE):
    return score_models(asked, sides_for_study(released(asked, table), again))


def texts_of(features, side):
    codes = getattr(features, side)
    return {
        column.name: np.array(column.labels.to_list(), object)[code]
        for column, code in zip(features.columns, codes, strict=True)
    }


def test_the_records_of_a_part_are_not_there_when_its_release_is_made():
    seen = []

    def spy(read):
        seen.append(read.table.frame)
        return again(read)

    done = released(study())
    sides = sides_for_study(done, spy)
    assert [frame.height for frame in seen] == [107, 107, 106]
    for frame, part in zip(seen, sides.strict[0], strict=True):
        assert frame["age"].equals(TABLE["age"].filter(pl.Series(part.learned)))
        assert not (part.learned & part.asked).any()
        assert not (part.features.kept & ~part.learned).any()


def test_records_are_asked_in_the_form_of_the_part_that_does_not_know_them():
    done = released(study(columns={"age": {**AGE, "min_level": 1, "max_level": 1}}))
    for part in sides_for_study(done, again).strict[0]:
        asked = texts_of(part.features, "testing")["age"][part.asked]
        raw = TABLE["age"].cast(pl.Int64).to_numpy()[part.asked]
        assert asked.tolist() == [f"[{age // 10 * 10}, {age // 10 * 10 + 10}[" for age in raw]


def test_a_value_that_only_the_predicted_record_has_is_labeled_by_its_builder():
    table = only(age=["20"] * 53 + ["30"] * 53 + ["40"] * 53 + ["99"])
    done = released(study(columns={"age": {**AGE, "min_level": 1, "max_level": 1}}), table)
    [part] = [part for part in sides_for_study(done, again).strict[0] if part.asked[159]]
    assert texts_of(part.features, "testing")["age"][159] == "[90, 100["


def test_labels_of_an_order_come_from_the_part_alone():
    """The median of all records would tell about those that are predicted."""
    grouped = {"builder": "ordered-groups", "groups": [7]}
    age = {**AGE, "hierarchy": grouped, "min_level": 1, "max_level": 1}
    done = released(study(columns={"age": age}))
    labels = [
        set(part.features.columns[0].labels) for part in sides_for_study(done, again).strict[0]
    ]
    assert len({frozenset(one) for one in labels}) > 1


def test_the_scores_are_those_of_parts_that_differ():
    found = evaluated(study(evaluate={"repetitions": 2}))
    once = evaluated(study(evaluate={"anonymize": "once", "repetitions": 2}))
    assert found["anonymized"] == "each-fold"
    assert len(found["parts"]) == 6
    assert all(part["records"] in (106, 107) for part in found["parts"])
    assert all(set(part["levels"]) == {"age", "zip", "sex"} for part in found["parts"])
    [strict], [plain] = found["targets"][0]["models"], once["targets"][0]["models"]
    assert strict["original"] == plain["original"]
    assert strict["released"] != plain["released"]
    assert strict["released"]["auc"] > 0.6
    assert once["parts"] == []


@pytest.mark.parametrize(
    "more",
    [
        {"recoding": "local"},
        {"subset": {"sample": 0.8}},
        {"subset": {"column": "site", "equals": "north"},
         "privacy": [{"model": "delta-presence", "delta_min": 0.0, "delta_max": 0.95}]},
        {"columns": {"age": {**AGE, "aggregate": {"function": "mean", "clustering": True}}}},
        {"evaluate": {"max_records": 100}},
    ],
)  # fmt: skip
def test_other_forms_of_releases_can_be_judged_strictly(more):
    [scores] = evaluated(study(**more))["targets"][0]["models"]
    assert scores["released"]["undefined_folds"] == 0
    assert scores["released"]["accuracy"] > 0.4


def test_the_rest_of_a_population_stays_in_every_part():
    subset = {"subset": {"column": "site", "equals": "north"}}
    done = released(study(**subset))
    for part in sides_for_study(done, again).strict[0]:
        assert len(part.learned) == TABLE.filter(site="north").height


def test_a_part_without_a_release_is_counted():
    keep = {name: {**column, "max_level": 0} for name, column in COLUMNS.items()
            if "hierarchy" in column}  # fmt: skip
    twins = pl.concat([TABLE, TABLE])  # each record has a twin, which the part may lack
    asked = study(columns=keep, privacy=[{"model": "k-anonymity", "k": 2}], suppression_limit=0.0)
    found = evaluated(asked, twins)
    [scores] = found["targets"][0]["models"]
    assert scores["released"]["undefined_folds"] == 3
    assert [part["levels"] for part in found["parts"]] == [None] * 3


@pytest.mark.parametrize("column", [SEX, ZIP])
def test_a_target_whose_level_could_change_is_refused(column):
    asked = study(columns={"ill": {**column, "target": True}})
    with pytest.raises(StudyError, match="could show the target 'ill' in another way"):
        sides_for_study(released(asked), again)
    fixed = study(columns={"ill": {**column, "target": True, "min_level": 0, "max_level": 0}})
    assert sides_for_study(released(fixed), again).strict


def test_only_two_words_are_known():
    with pytest.raises(StudyError, match=r"evaluate.anonymize: .*Did you mean 'each-fold'"):
        study(evaluate={"anonymize": "each-fodl"})


def test_a_part_can_be_asked_about_its_own_records():
    done = released(study())
    members = np.arange(160) % 2 == 0
    everybody = np.ones(160, np.bool_)
    part = part_of(done.study, done.whole, places_of(done), members, everybody, again)
    asked, kept = texts_of(part.features, "testing"), part.features.kept
    learned_texts = texts_of(part.features, "training")
    for name in ("age", "zip", "sex"):
        assert asked[name][kept].tolist() == learned_texts[name][kept].tolist()
