"""Local recoding never loses more than global and iterated recoding of the same study."""

from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from unittest.mock import patch

import numpy as np
import polars as pl
import pytest

from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.errors import NoReleaseError
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy import privacy_models
from shoal.progress import ignore_progress
from shoal.quality import quality_models
from shoal.search import Problem, strategies
from shoal.search.iterated_recoding import Iterated
from shoal.search.local_recoding import Local
from shoal.search.local_starts import ask_others

OPTIMAL = strategies.build({"strategy": "optimal"})
VALUES = [f"{number:02}" for number in range(12)]
BY_THREE = [f"{int(text) // 3}+" for text in VALUES]
THIRDS = Hierarchy.of([VALUES, BY_THREE, ["*"] * len(VALUES)], "thirds")
PROMISES = {
    "k": [{"model": "k-anonymity", "k": 3}],
    "l": [{"model": "distinct-l-diversity", "column": "ill", "l": 2}],
    "t": [
        {"model": "k-anonymity", "k": 2},
        {"model": "t-closeness", "column": "ill", "t": 0.4},
    ],
    "profit": [{"model": "prosecutor-profitability"}],
}
GAME = {"publisher_benefit": 1200, "publisher_loss": 1000, "adversary_gain": 1000}
LOSSES = {
    "loss": {"model": "loss"},
    "mean": {"model": "loss", "aggregate": "arithmetic-mean", "gs_factor": 0.3},
    "rank": {"model": "loss", "aggregate": "rank"},
    "precision": {"model": "precision"},
    "information": {"model": "entropy-based-loss"},
    "payout": {"model": "publisher-payout", "game": {**GAME, "adversary_cost": 100}},
    "prediction": {"model": "classification", "targets": ["ill"]},
    "two features": {"model": "classification", "targets": ["ill"], "features": ["c0", "c1"]},
}
QUESTIONS = [
    (promise, loss, limit, seed)
    for seed, (promise, loss) in enumerate(
        (promise, loss) for promise in PROMISES for loss in LOSSES
    )
    for limit in ("0", "0.2")
]


def drawn(promise, loss, limit, seed, records=30):
    """A small random problem, small numbers more often."""
    dice = np.random.default_rng(seed)
    draw = (dice.random((3, records)) ** 2 * len(VALUES)).astype(int)
    texts = {f"c{at}": pl.Series([VALUES[one] for one in row]) for at, row in enumerate(draw)}
    ills = pl.Series([f"ill {one}" for one in (dice.random(records) * 3).astype(int)])
    encoded = encode(
        texts, dict.fromkeys(texts, THIRDS), sensitive={"ill": ills}, targets={"ill": ills}
    )
    promises = tuple(map(privacy_models.build, PROMISES[promise]))
    quality = quality_models.build(LOSSES[loss])
    return Problem(encoded, Lattice((0,) * 3, (2,) * 3), promises, quality, Decimal(limit))


def order_of(problem, losses):
    """What answers are compared by."""
    if getattr(problem.quality, "aggregate", None) == "rank":
        return sorted(losses.loss_by_column.values(), reverse=True)
    return [losses.loss]


def is_not_worse(question, effort=0.02):
    problem = drawn(*question)
    others = []
    with suppress(NoReleaseError):
        others.append(OPTIMAL.run(problem, ignore_progress))
    with suppress(NoReleaseError):
        others.append(Iterated().run(problem, OPTIMAL, ignore_progress)[1])
    if not others:
        with pytest.raises(NoReleaseError):
            Local(effort=effort).run(problem, OPTIMAL, ignore_progress)
        return
    recoded, found = Local(effort=effort).run(problem, OPTIMAL, ignore_progress)
    keeps_its_promises(problem, recoded, found)
    assert 0 <= found.gap <= found.loss + 1e-12
    for other in others:
        ours, theirs = order_of(problem, found), order_of(problem, other)
        assert ours <= [loss + 1e-9 * abs(loss) + 1e-12 for loss in theirs]


def keeps_its_promises(problem, recoded, found):
    """As it is seen: every class that is released keeps them, and few enough are suppressed."""
    seen = replace(recoded, privacy=problem.privacy)
    candidate = seen.candidate((1,) * len(recoded.encoded.columns))
    broken = candidate.suppressed_tuples[recoded.encoded.tuple_of_record]
    assert not (broken & ~found.suppressed).any()
    assert found.suppressed.sum() <= problem.maximum_suppressed


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: "-".join(map(str, one)))
def test_local_recoding_is_not_worse_than_the_others(question):
    is_not_worse(question)


def test_a_local_recoding_that_does_not_ask_the_others_is_caught():
    def alone(problem, strategy, effort):
        return []

    def is_caught(question):
        try:
            is_not_worse(question)
        except (AssertionError, NoReleaseError):
            return True
        return False

    with patch("shoal.search.local_recoding.ask_others", alone):
        assert any(map(is_caught, QUESTIONS))


def test_the_limit_of_suppression_is_used():
    """An outlier holds its class up; without it the others keep their values."""
    texts = {"c0": pl.Series(["00"] * 5 + ["11"]), "c1": pl.Series(["00"] * 6)}
    encoded = encode(texts, dict.fromkeys(texts, THIRDS))
    promises = (privacy_models.build({"model": "k-anonymity", "k": 2}),)
    lattice, quality = Lattice((0, 0), (2, 2)), quality_models.build({"model": "loss"})
    problem = Problem(encoded, lattice, promises, quality, Decimal("0.2"))
    with patch("shoal.search.local_recoding.ask_others", lambda *_: []):
        _, found = Local(effort=0.02).run(problem, OPTIMAL, ignore_progress)
    assert found.suppressed.tolist() == [False] * 5 + [True]


def test_others_end_when_the_seconds_are_over():
    late = drawn("k", "loss", "0", 1)

    class Late:
        most, seconds, is_late, watch = 1e9, 1.0, True, staticmethod(ignore_progress)

    assert ask_others(late, OPTIMAL, Late()) == []
