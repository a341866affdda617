"""Ambiguity on the toy table: the numbers of docs/theory/losses.md."""

import numpy as np
import pytest

from quality.toy import NODES, bound_above, losses, problem_of
from reference import Column


def test_the_six_candidates():
    assert losses("ambiguity") == [56, 20, 20, 28, 28, 56]


def test_the_range_is_from_one_combination_each_to_all():
    problem = problem_of("ambiguity")
    assert problem.quality.range(problem.encoded) == (7, 7 * 4 * 2)


def test_nothing_suppressed_bounds_everything_above():
    found = [bound_above(levels, "ambiguity") for levels in NODES]
    assert found == [7, 14, 14, 28, 28, 56]


def test_the_geometric_mean_bounds_the_mean():
    problem = problem_of("ambiguity")
    found = problem.quality.bounds(problem.encoded, np.array(NODES), 7)
    assert found == pytest.approx([7, 14, 14, 28, 28, 56])  # here all values cover as many


def wide(columns, values):
    """A table whose combinations of values do not fit 64 bits."""
    rows = tuple((f"v{at}", "*") for at in range(values))
    return tuple(Column(f"x{at}", ("v0", "v1", "v0", "v0"), rows) for at in range(columns))


def test_more_combinations_than_fit_a_whole_number_are_counted_as_well():
    problem = problem_of("ambiguity", columns=wide(12, 100), predict={})
    loss = problem.quality.loss
    assert loss(problem.candidate((0,) * 12)).loss == pytest.approx(3 + 1e24)
    assert loss(problem.candidate((1,) * 12)).loss == pytest.approx(4e24)
    assert loss(problem.candidate((1,) * 6 + (0,) * 6)).loss == pytest.approx(3e12 + 1e24)


def test_both_ways_to_count_agree(monkeypatch):
    exact = losses("ambiguity")
    monkeypatch.setattr("shoal.quality.ambiguity.EXACT", 0)
    assert losses("ambiguity") == exact
