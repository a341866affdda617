"""Every visible problem with differential privacy: its k, its chance, its levels, its scores.

Which records the other tool drew is not known, so scores of its private searches can only be close:
they are averages over thousands of records.
"""

from fractions import Fraction
from functools import cache

import pytest

from oracle.answers import by_name, every_answer, frame_of, hierarchy_in
from shoal.engine.encode import encode
from shoal.pipeline.prepare.subset import draw_exactly
from shoal.privacy import privacy_models
from shoal.search.private.scores import SCORES, Sample

pytestmark = pytest.mark.oracle


def answers(kind):
    name = f"differential_privacy_data_{kind}"
    return [
        answer
        for answer in every_answer()
        if name in [one["type"] for one in answer["config"].get("privacy_models", ())]
    ]


def promise_of(config):
    [asked] = config["privacy_models"]
    settings = {"epsilon": asked["epsilon"], "delta": asked["delta"], "arx_compatible": True}
    if "generalization_degree" in asked:
        settings["degree"] = asked["generalization_degree"].lower().replace("_", "-")
    else:
        settings |= {"steps": config["step_limit_expansions"]}
        settings |= {"search_epsilon": config["dp_search_budget"]}
    return privacy_models.build({"model": "differential-privacy", **settings})


def test_both_kinds_have_problems():
    assert len(answers("independent")) >= 13
    assert len(answers("dependent")) >= 2


@pytest.mark.parametrize("answer", by_name([*answers("independent"), *answers("dependent")]))
def test_k_and_the_chance_are_theirs(answer):
    promise, result = promise_of(answer["config"]), answer["result"]
    assert promise.k == result["dp_k"]
    assert float(promise.beta) == pytest.approx(result["dp_beta"], rel=1e-14)


@pytest.mark.parametrize("answer", by_name(answers("independent")))
def test_the_levels_of_a_degree_are_theirs(answer):
    config, promise = answer["config"], promise_of(answer["config"])
    heights = [hierarchy_in(config["dataset"], name).height for name in config["quasi_identifiers"]]
    assert [promise.level("any", height) for height in heights] == answer["result"]["levels"]


@pytest.mark.parametrize("answer", by_name(answers("dependent")))
def test_scores_of_private_searches_are_close_to_theirs(answer):
    config, result = answer["config"], answer["result"]
    sample = sample_of(config["dataset"], tuple(config["quasi_identifiers"]), answer["id"])
    score = SCORES[config["quality_model"]["type"].replace("_", "-")]
    found = float(score(sample.at(tuple(result["levels"]))))
    assert found == pytest.approx(result["score"], rel=0.02)


@cache
def sample_of(dataset, columns, identifier):
    [answer] = [one for one in answers("dependent") if one["id"] == identifier]
    promise, frame = promise_of(answer["config"]), frame_of(dataset)
    chosen = draw_exactly(frame.height, promise.beta, (1, 1))
    target = answer["config"].get("response_variable")
    return Sample(
        encode(
            {name: frame[name].filter(chosen) for name in columns},
            {name: hierarchy_in(dataset, name) for name in columns},
        ),
        frame.height,
        promise.k,
        (True,) * len(columns),
        (Fraction(1, len(columns)),) * len(columns),
        () if target is None else (target,),
    )
