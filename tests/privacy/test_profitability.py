"""Profitability: docs/theory/game.md, and what the promise declares."""

import numpy as np
import pytest

from shoal.engine.classes import EquivalenceClasses
from shoal.privacy import Monotonic
from shoal.privacy.game import Game
from shoal.privacy.model import is_decided_by_size, minimum_size
from shoal.privacy.population import needs_population
from shoal.privacy.profitability import JournalistProfitability, ProsecutorProfitability

SIZES = np.array([1, 5, 80, 1])
LOST = np.array([0.0, 0.7686, 0.7686, 1.0])
POPULATION = np.array([100, 75, 80, 76])
CLASSES = EquivalenceClasses(SIZES, SIZES, population=POPULATION, information=lambda: LOST)


def test_only_classes_that_cost_as_much_as_they_bring_are_flagged():
    assert ProsecutorProfitability().violations(CLASSES).tolist() == [False, False, False, True]
    high = ProsecutorProfitability(game=Game(publisher_loss=2000))
    assert high.violations(CLASSES).tolist() == [True, True, False, True]


def test_hiding_among_the_population_makes_attacks_not_worth_it():
    high = JournalistProfitability(game=Game(publisher_loss=200_000))
    # 75 is the largest number among which a try still costs more than nothing: 300 / 75 = 4.
    assert high.violations(CLASSES).tolist() == [False, False, False, True]
    alone = EquivalenceClasses(SIZES, SIZES, information=lambda: LOST)
    prosecutor = ProsecutorProfitability(game=Game(publisher_loss=200_000))
    assert high.violations(alone).tolist() == prosecutor.violations(alone).tolist()


def test_without_attacks_only_sizes_count():
    prosecutor, journalist = (
        promise(attack="none") for promise in (ProsecutorProfitability, JournalistProfitability)
    )
    assert prosecutor.violations(CLASSES).tolist() == [True, True, False, True]
    assert journalist.violations(CLASSES).tolist() == [False, True, False, False]


def test_a_promise_declares_what_it_looks_at():
    allowed, none = ProsecutorProfitability(), ProsecutorProfitability(attack="none")
    assert (allowed.monotonic, none.monotonic) == (Monotonic.NEVER, Monotonic.ALWAYS)
    assert (is_decided_by_size(allowed), is_decided_by_size(none)) == (False, True)
    assert minimum_size(none) == 76
    assert minimum_size(ProsecutorProfitability(game=Game(publisher_loss=2400))) == 3
    assert needs_population(JournalistProfitability())
    assert not needs_population(allowed)


@pytest.mark.parametrize("model", [ProsecutorProfitability, JournalistProfitability])
def test_what_is_too_small_to_pay_is_lost_in_every_part(model):
    promise = model(game=Game(publisher_loss=6000))
    sizes = np.array([5, 6])
    found = promise.unavoidable(EquivalenceClasses(sizes, sizes, information=lambda: LOST[:2]))
    assert found.tolist() == [5, 0]
