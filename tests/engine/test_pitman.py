"""The compiled scores against sums written out."""

import numpy as np
import pytest

from shoal.engine.pitman import pitman_root, theta_for

SIZES, CLASSES = np.array([1, 2, 3, 4, 5, 8, 12]), np.array([30, 8, 4, 2, 1, 1, 1])


def scores(theta, alpha):
    """The two score equations, term by term."""
    count, total = CLASSES.sum(), SIZES @ CLASSES
    i = np.arange(1, count)
    first = (1 / (theta + i * alpha)).sum() - (1 / (theta + np.arange(1, total))).sum()
    inside = [(1 / (np.arange(1, size) - alpha)).sum() for size in SIZES]
    return first, (i / (theta + i * alpha)).sum() - CLASSES @ inside


def test_the_root_makes_the_sums_zero():
    found = np.empty(2)
    assert pitman_root(21.6, 0.32, SIZES, CLASSES, 1e-9, 100, found)
    assert scores(*found) == pytest.approx((0, 0), abs=1e-7)


def test_a_start_that_runs_away_finds_nothing():
    assert not pitman_root(1e6, -50.0, SIZES, CLASSES, 1e-6, 200, np.empty(2))


@pytest.mark.parametrize("alpha", [0.05, 0.2, 0.5])
def test_the_best_theta_of_an_alpha_makes_the_first_sum_zero(alpha):
    theta = theta_for(alpha, CLASSES.sum(), SIZES @ CLASSES)
    assert scores(theta, alpha)[0] == pytest.approx(0, abs=1e-6)
