"""Publisher payout on the toy table: the numbers of docs/theory/losses.md."""

import numpy as np
import pytest

from bridge import encoded_of
from laws.climbs import population_of
from quality.toy import AGE, NODES, SEX, losses, problem_of, score
from shoal.engine.candidate import Candidate
from shoal.engine.grouping import group
from shoal.quality.publisher_payout import PublisherPayout

GAME = {"publisher_benefit": 1200, "publisher_loss": 300, "adversary_gain": 300}


def test_the_six_candidates():
    assert losses("publisher-payout") == pytest.approx([8400, 4500, 4500, 6200, 6200, 8700])


@pytest.mark.parametrize(("factor", "loss"), [(0.25, 3900), (0.5, 4500), (0.75, 2850)])
def test_the_factor_moves_the_cost_between_generalization_and_suppression(factor, loss):
    assert score((1, 0), "publisher-payout", gs_factor=factor).loss == pytest.approx(loss)


def test_nobody_attacks_what_brings_nothing():
    quiet = losses("publisher-payout", game={**GAME, "adversary_gain": 0})
    entropic = losses("entropy-based-loss")
    assert quiet == pytest.approx([1200 * loss for loss in entropic])


def test_what_is_missed_without_attacks_is_a_lower_bound():
    problem = problem_of("publisher-payout")
    bounds = problem.quality.bounds(problem.encoded, np.array(NODES), 7)
    assert bounds[1] == pytest.approx(2800)
    assert (bounds <= np.array(losses("publisher-payout")) + 1e-9).all()


def test_the_range_reaches_as_far_as_any_candidate():
    problem = problem_of("publisher-payout")
    low, high = problem.quality.range(problem.encoded)
    assert (low, high) == (0, 7 * 1500)
    assert max(losses("publisher-payout")) <= high


def test_a_journalist_looks_for_people_of_the_population():
    encoded = encoded_of([AGE, SEX], population=population_of([AGE, SEX]))
    grouping = group(encoded, (2, 1))
    candidate = Candidate(encoded, grouping, np.zeros(1, np.bool_))
    everybody = int(encoded.population.counts.sum())
    assert everybody > 7
    found = [PublisherPayout(who).loss(candidate).loss for who in ("prosecutor", "journalist")]
    assert found == pytest.approx([8400 + 300, 8400 + 300 * 7 / everybody])
