"""Columns outside the key: a class shows one value for as many as it has.

Theory: docs/theory/recoding.md.
"""

from decimal import Decimal
from math import log

import polars as pl
import pytest

from bridge import answer_of, encoded_of
from golden.tables import column
from shoal.engine.lattice import Lattice
from shoal.privacy import privacy_models
from shoal.quality import quality_models
from shoal.search import Problem

# Of the toy table: men of 34, 45, 66, 70 and women of 34, 45, 70; four different ages in all.
AGES = pl.Series(["34", "45", "66", "70", "34", "70", "45"])
SCORED = ("loss", "precision", "entropy-based-loss")


def problem_of(model, k=2, limit="1", **settings):
    table = encoded_of((column("toy", "sex"),), aggregated={"age": AGES})
    return Problem(
        table,
        Lattice((0,), (1,)),
        (privacy_models.build({"model": "k-anonymity", "k": k}),),
        quality_models.build({"model": model, **settings}),
        Decimal(limit),
    )


def score(model, level, **settings):
    problem = problem_of(model, **settings)
    return problem.quality.loss(problem.candidate((level,)))


def test_loss_is_the_share_of_values_in_the_class():
    # Four men of four ages, three women of three.
    assert score("loss", 0).by_column == pytest.approx({"sex": 0, "age": (4 * 4 + 3 * 3) / 4 / 7})
    assert score("loss", 1).by_column == pytest.approx({"sex": 1, "age": 1})


def test_suppressed_records_lose_the_column_completely():
    assert score("loss", 0, k=4).by_column["age"] == pytest.approx((4 + 3) / 7)
    free = score("loss", 0, k=4, gs_factor=0.25).by_column["age"]
    assert free == pytest.approx((4 + 3 * (0.75 + 0.5 * 0.25)) / 7)


def test_precision_scores_it_unless_suppression_is_ignored():
    assert score("precision", 0).by_column["age"] == pytest.approx(25 / 28)
    assert score("precision", 0, k=4).by_column["age"] == pytest.approx(1)
    assert "age" not in score("precision", 0, monotonic=True).by_column


def test_entropy_based_loss_counts_the_information_in_it():
    everything = log(2) + log(4)
    lost = (4 * log(4) + 3 * log(3)) / everything
    assert score("entropy-based-loss", 0).loss == pytest.approx(lost)
    assert score("entropy-based-loss", 0, k=4).loss == pytest.approx(4 * log(4) / everything + 3)


@pytest.mark.parametrize(
    "model", ["height", "non-uniform-entropy", "normalized-non-uniform-entropy"]
)
def test_other_losses_take_no_notice(model):
    assert list(score(model, 0).by_column) == ["sex"]


@pytest.mark.parametrize("model", SCORED)
@pytest.mark.parametrize("limit", ["0", "0.5", "1"])
@pytest.mark.parametrize("factor", [0, 0.25, 0.5, 0.75, 1])
@pytest.mark.parametrize("strategy", ["optimal", "auto", "best-first"])
def test_every_strategy_finds_what_looking_at_all_candidates_finds(model, limit, factor, strategy):
    problem = problem_of(model, k=3, limit=limit, gs_factor=factor)
    ours, all_seen = answer_of(problem, strategy), answer_of(problem, "exhaustive")
    assert ours.loss == pytest.approx(all_seen.loss, rel=1e-12, abs=1e-15)
    assert ours.levels == all_seen.levels or strategy != "optimal"  # others may stop at a tie
