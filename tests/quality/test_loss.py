"""Loss on the toy table: every number of docs/theory/losses.md."""

import polars as pl
import pytest

from bridge import problem_of
from golden.tables import column
from reference import Column, Question
from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.errors import StudyError
from shoal.hierarchies import build_hierarchy, builders
from shoal.quality import quality_models
from shoal.quality.loss import Loss
from shoal.quality.model import generalization_and_suppression
from shoal.search.problem import Problem

TOY = (column("toy", "age"), column("toy", "sex"))


def score(levels, **settings):
    problem = problem_of(Question(TOY, 2, "1", **settings))
    return problem.quality.loss(problem.candidate(levels))


@pytest.mark.parametrize(
    ("levels", "age", "sex", "geometric", "arithmetic"),
    [
        ((0, 0), 1, 1, 1, 1),
        ((1, 0), 0.428571, 0.142857, 0.277753, 0.285714),
        ((0, 1), 0.142857, 1, 0.511858, 0.571429),
        ((2, 0), 1, 0, 0.414214, 0.5),
        ((1, 1), 0.333333, 1, 0.632993, 0.666667),
        ((2, 1), 1, 1, 1, 1),
    ],
)
def test_the_six_candidates_of_the_toy_table(levels, age, sex, geometric, arithmetic):
    found = score(levels)
    assert found.by_column == pytest.approx({"age": age, "sex": sex}, abs=5e-7)
    assert found.loss == pytest.approx(geometric, abs=5e-7)
    mean = score(levels, aggregate="arithmetic-mean").loss
    assert mean == pytest.approx(arithmetic, abs=5e-7)


@pytest.mark.parametrize(
    ("factor", "age", "sex"),
    [
        ("0.25", 0.380952, 0.071429),
        ("0.5", 0.428571, 0.142857),
        ("0.75", 0.265306, 0.142857),
    ],
)
def test_the_factor_moves_the_cost_between_generalization_and_suppression(factor, age, sex):
    found = score((1, 0), gs_factor=factor).by_column
    assert found == pytest.approx({"age": age, "sex": sex}, abs=5e-7)


@pytest.mark.parametrize(
    ("factor", "weights"),
    [(0, (1, 0)), (0.25, (1, 0.5)), (0.5, (1, 1)), (0.75, (0.5, 1)), (1, (0, 1))],
)
def test_the_factor_gives_two_weights(factor, weights):
    assert generalization_and_suppression(factor) == weights


def test_free_suppression_costs_exactly_nothing():
    # Thirds are not exact in floating point: 1/3 of 18 and 1/3 of 2 must not differ from 1/3 of 20.
    rows = (("v0",), ("v1",), ("v2",))
    values = ("v0",) * 18 + ("v1", "v2")
    problem = problem_of(Question((Column("a", values, rows),), 2, "1", gs_factor="0"))
    candidate = problem.candidate((0,))
    assert candidate.suppressed_records == 2
    assert problem.quality.loss(candidate).loss == 0.0


def test_free_generalization_costs_exactly_nothing():
    assert score((1, 1), gs_factor="1").loss == 0.0
    assert score((2, 1), gs_factor="1").loss == 0.0


def test_a_column_with_one_value_cannot_lose_anything():
    problem = problem_of(Question((Column("a", ("x", "x", "x"), (("x", "*"),)),), 5, "1"))
    for levels in ((0,), (1,)):
        assert problem.quality.loss(problem.candidate(levels)).loss == 0.0


def test_the_domain_is_the_hierarchy_not_the_values_that_occur():
    rows = tuple((f"v{at}", "*") for at in range(10))
    problem = problem_of(Question((Column("a", ("v0", "v1"), rows),), 2, "0"))
    assert problem.encoded.columns[0].domain == 10


@pytest.mark.parametrize("aggregate", ["sum", "maximum", "arithmetic-mean", "geometric-mean"])
def test_losses_stay_in_the_declared_range(aggregate):
    problem = problem_of(Question(TOY, 2, "1", aggregate))
    low, high = problem.quality.range(problem.encoded)
    for levels in problem.lattice:
        assert low <= problem.quality.loss(problem.candidate(levels)).loss <= high + 1e-12
    assert (low, high) == (0.0, pytest.approx(2.0 if aggregate == "sum" else 1.0))


@pytest.mark.parametrize(
    "settings",
    [{"gs_factor": -0.1}, {"gs_factor": 1.1}, {"gs_factor": "much"}, {"aggregate": "mean"}],
)
def test_wrong_parameters_are_refused(settings):
    with pytest.raises(StudyError, match=next(iter(settings))):
        quality_models.build({"model": "loss", **settings})


def test_the_default_is_the_geometric_mean_with_both_costs_in_full():
    model = quality_models.build({"model": "loss"})
    assert (model.aggregate, model.gs_factor) == ("geometric-mean", 0.5)


@pytest.mark.parametrize("suffix", ["", ".0"])
def test_shares_by_width_give_the_worked_loss_whatever_unit_they_are_counted_in(suffix):
    # docs/theory/hierarchies.md, second example: shares of 120, for whole numbers and for decimals
    values = pl.Series([text + suffix for text in ("0", "4", "15", "84", "100", "119")])
    settings = {
        "builder": "intervals",
        "intervals": [[0, 5]],
        "lower": {"snap": 10, "bottom": 0, "minimum": 0},
        "upper": {"snap": 90, "top": 100, "maximum": 120},
        "groups": [4],
        "shares": "width",
    }
    encoded = encode({"x": values}, {"x": build_hierarchy(builders.build(settings), values)})
    problem = Problem(encoded, Lattice((0,), (3,)), (), Loss())
    losses = [Loss().loss(problem.candidate((level,))).loss for level in range(4)]
    assert losses == pytest.approx([0, 0.103641, 0.159664, 1], abs=5e-7)
