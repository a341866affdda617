import numpy as np
import pytest

from shoal.risk.attacks.attack import Attack, attack_not_tried, attack_result, wilson_interval


@pytest.mark.parametrize(
    ("share", "attempts", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (0.0, 10, 0.0, 0.2775), (1.0, 10, 0.7225, 1.0)],
)
def test_the_interval_is_wilsons(share, attempts, low, high):
    assert wilson_interval(share, attempts) == pytest.approx((low, high), abs=1e-4)


def test_intervals_hold_the_truth_about_nineteen_times_of_twenty():
    random, truth, held = np.random.default_rng(3), 0.1, 0
    for _ in range(400):
        low, high = wilson_interval(float((random.random(300) < truth).mean()), 300)
        held += low <= truth <= high
    assert held > 0.92 * 400


def test_the_gain_is_what_the_release_adds_to_guessing():
    assert attack_result("x", "y", np.array([1.0, 0.0]), 0.0).gain == 0.5
    assert attack_result("x", "y", np.array([1.0, 0.0]), 0.5).gain == 0
    assert Attack("x", "y", 1, 1.0, 0.2, 1.0, 1.0).gain == 0


def test_nobody_to_attack_is_said():
    assert attack_result("x", "y", np.array([]), 0.0).reason == "there was nobody to attack"
    assert attack_not_tried("x", "y", "why").reason == "why"
