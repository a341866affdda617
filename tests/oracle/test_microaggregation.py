"""Every visible problem of microaggregation on Adult: the same optimum, for each function."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest

from bridge import answer_of
from oracle.answers import every_answer, frame_of, hierarchy_in, same_score
from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.privacy import privacy_models
from shoal.quality import quality_models
from shoal.search import Problem

pytestmark = pytest.mark.oracle

PROBLEMS = [answer for answer in every_answer() if answer["config"].get("microaggregation")]


def problem_of(config: Mapping[str, Any]) -> Problem:
    """The question as the engine takes it; an aggregated column may stay outside the key."""
    names, dataset = config["quasi_identifiers"], config["dataset"]
    how = config["microaggregation"]
    outside = [name for name in names if "not generalised" in how.get(name, "")]
    frame, key = frame_of(dataset), [name for name in names if name not in outside]
    table = encode(
        {name: frame[name] for name in key},
        {name: hierarchy_in(dataset, name) for name in key},
        aggregated={name: frame[name] for name in outside},
    )
    [promise], loss = config["privacy_models"], config["quality_model"]
    settings = {"gs_factor": loss["gs_factor"], "aggregate": loss["aggregate"].replace("_", "-")}
    return Problem(
        table,
        Lattice((0,) * len(key), tuple(column.height for column in table.columns)),
        (privacy_models.build({"model": "k-anonymity", "k": promise["k"]}),),
        quality_models.build({"model": "loss", **settings}),
        Decimal(repr(config["suppression_limit"])),
    )


def test_the_answers_are_there():
    assert len(PROBLEMS) >= 23


@pytest.mark.parametrize("answer", PROBLEMS, ids=[answer["id"] for answer in PROBLEMS])
def test_the_optimum_is_the_same(answer):
    problem, theirs = problem_of(answer["config"]), answer["result"]
    outcome = answer_of(problem, "optimal")
    score = problem.quality.loss(problem.candidate(outcome.levels))
    assert same_score(score, theirs["score"])
    assert list(outcome.levels) == theirs["levels"]
    assert list(score.by_column) == theirs["attributes"] + [
        column.name for column in problem.encoded.aggregated
    ]
    assert list(score.by_column.values()) == pytest.approx(theirs["score_vector"], abs=1e-9)
    assert int(outcome.suppressed.sum()) == theirs["output_classes"]["suppressed"]


def test_a_loss_that_overlooks_the_aggregated_column_is_noticed():
    answer = PROBLEMS[0]
    problem = problem_of(answer["config"])
    score = problem.quality.loss(problem.candidate(tuple(answer["result"]["levels"])))
    *seen, aggregated = score.by_column.values()
    assert aggregated > 0.9
    assert not same_score(type(score)(max(seen)), answer["result"]["score"])
