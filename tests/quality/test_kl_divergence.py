"""KL divergence on the toy table (docs/theory/losses.md) and on tables to check by hand."""

from math import log2

import numpy as np
import pytest

from quality.toy import NODES, bound_above, losses, problem_of
from reference import Column

PAIRS = tuple((f"v{at}", f"w{at // 2}", "*") for at in range(4))


def divergence(values, levels, k=1, **settings):
    only = Column("x", tuple(f"v{at}" for at in values), PAIRS)
    problem = problem_of("kl-divergence", columns=(only,), k=max(2, k), predict={}, **settings)
    candidate = problem.candidate(levels)
    return problem.quality.loss(candidate).loss


@pytest.mark.parametrize("arx_compatible", [True, False])
def test_the_six_candidates_whose_tuples_are_all_different(arx_compatible):
    wanted = [0.192645, 0.428571, 0.428571, 0.177873, 0.177873, 0.192645]
    found = losses("kl-divergence", arx_compatible=arx_compatible)
    assert found == pytest.approx(wanted, abs=5e-7)


def test_each_different_tuple_counts_once():
    # Three and one of four records in a class of two values: 1/2 is taken for 3/4 and for 1/4.
    wanted = 0.75 * log2(0.75 / 0.5) + 0.25 * log2(0.25 / 0.5)
    assert divergence([0, 0, 0, 1], (1,)) == pytest.approx(wanted)


def test_the_other_tool_counts_each_record():
    wanted = 3 * 0.75 * log2(0.75 / 0.5) + 0.25 * log2(0.25 / 0.5)
    assert divergence([0, 0, 0, 1], (1,), arx_compatible=True) == pytest.approx(wanted)


def test_suppressed_records_are_spread_over_everything():
    # v0 stays as it is, v1 is alone: a quarter of the records is spread over four values.
    wanted = 0.75 * log2(1) + 0.25 * log2(0.25 / (0.25 / 4))
    assert divergence([0, 0, 0, 1], (0,)) == pytest.approx(wanted)


def test_records_that_are_spread_evenly_anyway_lose_exactly_nothing():
    assert divergence([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], (1,)) == 0.0
    assert divergence([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3], (2,)) == 0.0


def test_large_classes_are_counted_like_small_ones(monkeypatch):
    small = losses("kl-divergence")
    monkeypatch.setattr("shoal.quality.kl_divergence.SMALL", 2)
    assert losses("kl-divergence") == pytest.approx(small, rel=1e-14)


def test_the_divergence_without_suppression_bounds_everything_above():
    found = [bound_above(levels, "kl-divergence") for levels in NODES]
    wanted = [0, 0.142857, 0.142857, 0.177873, 0.177873, 0.192645]
    assert found == pytest.approx(wanted, abs=5e-7)


def test_a_single_column_bounds_all():
    problem = problem_of("kl-divergence")
    found = problem.quality.bounds(problem.encoded, np.array(NODES), 7)
    ages = 2 / 7 * log2(2 / 7 / 0.25) * 3 + 1 / 7 * log2(1 / 7 / 0.25)
    assert found[[0, 5]] == pytest.approx([0, ages])
    assert (found <= np.array(losses("kl-divergence"))).all()


def test_losses_stay_in_their_range():
    for arx_compatible in (True, False):
        problem = problem_of("kl-divergence", arx_compatible=arx_compatible)
        low, high = problem.quality.range(problem.encoded)
        assert low == 0
        assert max(losses("kl-divergence", arx_compatible=arx_compatible)) <= high
