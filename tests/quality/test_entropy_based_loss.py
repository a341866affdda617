"""Entropy-based loss on the toy table: the numbers of docs/theory/losses.md."""

import numpy as np
import pytest

from quality.toy import NODES, losses, problem_of, score
from reference import Column


def test_the_six_candidates():
    wanted = [7, 3, 3, 4.666667, 4.666667, 7]
    assert losses("entropy-based-loss") == pytest.approx(wanted, abs=5e-7)


@pytest.mark.parametrize(("factor", "loss"), [(0.25, 2.5), (0.5, 3), (0.75, 2)])
def test_the_factor_moves_the_cost_between_generalization_and_suppression(factor, loss):
    assert score((1, 0), "entropy-based-loss", gs_factor=factor).loss == pytest.approx(loss)


def test_free_generalization_costs_exactly_nothing():
    assert losses("entropy-based-loss", gs_factor=1) == [7, 1, 1, 0, 0, 0]


def test_the_range_is_from_nothing_to_every_record():
    problem = problem_of("entropy-based-loss")
    assert problem.quality.range(problem.encoded) == (0, 7)


def bounds(most, **settings):
    problem = problem_of("entropy-based-loss", **settings)
    return problem.quality.bounds(problem.encoded, np.array(NODES), most)


def test_without_suppression_nothing_above_costs_less():
    assert bounds(7) == pytest.approx([0, 7 / 3, 7 / 3, 14 / 3, 14 / 3, 7])


def test_cheap_suppression_may_undercut_generalization_as_far_as_it_is_allowed():
    assert bounds(7, gs_factor=0.25) == pytest.approx([0, 7 / 6, 7 / 6, 7 / 3, 7 / 3, 7 / 2])
    assert bounds(1, gs_factor=0.25)[[1, 5]] == pytest.approx([7 / 3 - 0.5, 6.5])
    assert bounds(0, gs_factor=0.25)[5] == pytest.approx(7)


def test_nothing_can_be_lost_where_there_is_one_value():
    only = Column("x", ("a", "a", "a"), (("a", "*"),))
    problem = problem_of("entropy-based-loss", columns=(only,), predict={})
    assert problem.quality.loss(problem.candidate((1,))).loss == 0
