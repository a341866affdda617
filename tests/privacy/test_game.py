"""The game: the numbers of docs/theory/game.md."""

import numpy as np
import pytest

from shoal.engine.classes import EquivalenceClasses
from shoal.errors import StudyError
from shoal.privacy.game import EVERY_SIZE, Game, hides_among
from shoal.privacy.profitability import ProsecutorProfitability


def one(number):
    return np.array([number])


@pytest.mark.parametrize(
    ("size", "lost", "adversary", "publisher"),
    [
        (1, 0.0, 296, 900),
        (5, 0.7686217868402407, 56, 217.65),
        (80, 0.7686217868402407, -0.25, 277.65),
        (1, 1.0, 296, -300),
    ],
)
def test_payouts_of_the_worked_examples(size, lost, adversary, publisher):
    game = Game()
    assert game.adversary(one(size)) == pytest.approx([adversary])
    assert game.publisher(one(size), one(lost)) == pytest.approx([publisher], abs=0.005)
    assert game.pays(one(size), one(lost)).tolist() == [publisher > 0]


def test_a_high_stake_makes_a_precise_single_record_a_loss():
    game = Game(publisher_loss=2000)
    assert game.publisher(one(1), one(0.0)).tolist() == [-800]
    assert not game.pays(one(1), one(0.0))[0]


@pytest.mark.parametrize(
    ("gain", "cost", "size"),
    [(300, 4, 76), (10, 4, 3), (500, 4, 126), (2000, 4, 501), (0, 4, 1), (0, 0, 1)],
)
def test_the_smallest_class_that_nobody_attacks(gain, cost, size):
    assert Game(adversary_gain=gain, adversary_cost=cost).safe_size == size


def test_without_a_cost_every_class_is_attacked():
    game = Game(adversary_cost=0)
    assert game.safe_size == game.attack_limit == EVERY_SIZE
    assert game.is_attacked(one(10**9))[0]


def test_who_gains_nothing_by_a_try_does_not_try():
    game = Game(adversary_gain=0.3, adversary_cost=0.1)  # as floats, 0.1 · 3 is more than 0.3
    assert game.is_attacked(np.array([2, 3, 4])).tolist() == [True, False, False]
    assert (game.attack_limit, game.safe_size) == (3, 4)


@pytest.mark.parametrize(
    ("benefit", "loss", "size"), [(1200, 300, 1), (1200, 1200, 2), (100, 1000, 11), (1, 9999, 75)]
)
def test_smaller_classes_never_pay_however_precise(benefit, loss, size):
    game = Game(publisher_benefit=benefit, publisher_loss=loss)
    assert game.hopeless_below == size
    sizes = np.arange(1, size + 1)
    assert game.pays(sizes, np.zeros(size)).tolist() == [False] * (size - 1) + [True]


def test_without_a_benefit_nothing_pays():
    game = Game(publisher_benefit=0, publisher_loss=0)
    assert game.hopeless_below == EVERY_SIZE
    assert not game.pays(one(100), one(0.0))[0]


def test_rounding_does_not_make_nothing_more_than_nothing():
    assert not Game().pays(one(1000), one(1 - 2e-16))[0]


def test_records_hide_among_the_population_where_there_is_one():
    sizes = np.array([1, 2, 3])
    alone = EquivalenceClasses(sizes, sizes)
    among = EquivalenceClasses(sizes, sizes, population=np.array([5, 0, 7]))
    assert hides_among(alone, in_population=True).tolist() == [1, 2, 3]
    assert hides_among(among, in_population=True).tolist() == [5, 2, 7]
    assert hides_among(among, in_population=False).tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    "stakes",
    [{"publisher_loss": -1}, {"adversary_gain": float("inf")}, {"publisher_benefit": 1e300}],
)
def test_stakes_are_finite_and_not_negative(stakes):
    with pytest.raises(StudyError, match=next(iter(stakes))):
        ProsecutorProfitability(game=stakes)
