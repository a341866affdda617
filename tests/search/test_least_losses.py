"""What candidates cost at least, on the toy table."""

import numpy as np
import pytest

from quality.toy import NODES, losses, problem_of
from shoal.quality import Score
from shoal.search.anytime.least_losses import least_anywhere, least_losses
from shoal.search.failure.loosened import Effort

LEVELS = np.array(NODES)


def found(model, limit="1", **settings):
    return least_losses(problem_of(model, limit=limit, **settings), LEVELS)


@pytest.mark.parametrize(
    ("aggregate", "wanted"),
    [
        ("sum", [0, 1 / 3, 1, 1, 4 / 3, 2]),
        ("maximum", [0, 1 / 3, 1, 1, 1, 1]),
        ("arithmetic-mean", [0, 1 / 6, 1 / 2, 1 / 2, 2 / 3, 1]),
        ("geometric-mean", [0, (4 / 3) ** 0.5 - 1, 2**0.5 - 1, 2**0.5 - 1, (8 / 3) ** 0.5 - 1, 1]),
    ],
)
def test_parts_of_columns_are_aggregated(aggregate, wanted):
    assert found("loss", aggregate=aggregate).loss == pytest.approx(wanted)


def test_ranks_are_compared_from_the_largest_part_down():
    least = found("loss", aggregate="rank")
    assert least.ranked == pytest.approx(
        np.array([[0, 0], [1 / 3, 0], [1, 0], [1, 0], [1, 1 / 3], [1, 1]])
    )
    assert least.score(4).rank == pytest.approx((1, 1 / 3))
    assert least.order(LEVELS.sum(axis=1)).tolist() == [0, 1, 2, 3, 4, 5]


def test_whole_candidates_are_asked_where_there_are_no_parts():
    assert found("discernibility").loss.tolist() == [7, 12.25, 12.25, 24.5, 24.5, 49]
    assert found("discernibility").score(5) == Score(49.0)


def test_the_declared_minimum_is_left_where_a_loss_says_nothing_before_looking():
    assert found("classification", targets=["dis"]).loss.tolist() == [0] * 6


def test_a_loss_without_levels_of_its_own_is_asked_for_its_separable_form():
    problem = problem_of("height")
    problem = type(problem)(problem.encoded, problem.lattice, problem.privacy, Effort((1, 0)))
    least = least_losses(problem, LEVELS).loss
    effort = [problem.quality.loss(problem.candidate(levels)).loss for levels in NODES]
    assert least == pytest.approx(effort)


def test_cheap_suppression_lowers_what_levels_cost_as_far_as_it_is_allowed():
    free = {"gs_factor": 0.25, "aggregate": "maximum"}
    assert found("precision", limit="0", **free).loss.tolist() == [0, 0.5, 1, 1, 1, 1]
    assert found("precision", limit="1", **free).loss.tolist() == [0, 0.5, 0.5, 0.5, 0.5, 0.5]


def test_ties_are_ordered_by_the_number_given():
    least = found("classification", targets=["dis"])
    assert least.order(np.array([5, 4, 3, 2, 1, 0])).tolist() == [5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize(
    ("model", "settings", "least"),
    [
        ("classification", {"targets": ["sex"]}, 1.5 / 7),  # three of seven are missed at the top
        ("discernibility", {}, 7),
        ("loss", {"aggregate": "rank"}, 0),
        ("static", {"table": {"age": [1, 2, 3], "sex": [0, 1]}}, 1),
    ],
)
def test_the_lowest_candidate_bounds_all(model, settings, least):
    problem = problem_of(model, **settings)
    assert least_anywhere(problem) == pytest.approx(least)
    assert least_anywhere(problem) <= min(losses(model, **settings)) + 1e-12


@pytest.mark.parametrize("model", ["kl-divergence", "ambiguity", "entropy-based-loss", "height"])
def test_no_candidate_of_the_toy_table_costs_less(model):
    assert (found(model).loss <= np.array(losses(model)) + 1e-12).all()
