"""Every estimator on the worked histogram of docs/theory/uniques.md: n = 91 records, 47 classes."""

from itertools import pairwise

import numpy as np
import pytest

from shoal.engine.size_histogram import SizeHistogram
from shoal.privacy.uniqueness import pitman, snb
from shoal.privacy.uniqueness.estimate import Estimate, estimate
from shoal.privacy.uniqueness.zayatz import log_falling_factorial
from shoal.verify.promises.estimates import Sizes, estimate_uniques

CLASSES = SizeHistogram(np.array([1, 2, 3, 4, 5, 8, 12]), np.array([30, 8, 4, 2, 1, 1, 1]))


@pytest.mark.parametrize(
    ("estimator", "population", "uniques", "by"),
    [
        ("zayatz", 1820, 226.52, "zayatz"),
        ("pitman", 1820, 100.18, "pitman"),
        ("snb", 1820, 138.18, "snb"),
        ("dankar", 1820, 100.18, "pitman"),
        ("zayatz", 364, 65.03, "zayatz"),
        ("pitman", 364, 55.83, "pitman"),
        ("snb", 364, 54.78, "snb"),
        ("dankar", 364, 54.78, "snb"),
    ],
)
def test_the_worked_estimates(estimator, population, uniques, by):
    found = estimate(CLASSES, population, estimator)
    assert found.uniques == pytest.approx(uniques, abs=0.005)
    assert found.estimator == by


def test_the_parameters_of_pitmans_model():
    theta, alpha = pitman.parameters(CLASSES)
    assert theta == pytest.approx(18.973116, abs=1e-5)
    assert alpha == pytest.approx(0.363283, abs=1e-6)


@pytest.mark.parametrize(
    ("population", "total", "alpha", "beta"),
    [(1820, 242.72, 0.161662, 0.030660), (364, 102.107, 0.319647, 0.142531)],
)
def test_the_parameters_of_the_slide_negative_binomial(population, total, alpha, beta):
    fraction = 91 / population
    found = snb.population_classes(CLASSES, fraction)
    assert found == pytest.approx(total, abs=5e-3)
    assert snb.parameters(CLASSES, found, fraction) == pytest.approx((alpha, beta), abs=1e-6)


def test_zayatz_may_grow_when_classes_merge():
    apart = SizeHistogram.of(np.array([2, 2, 1]))
    merged = SizeHistogram.of(np.array([4, 1]))
    assert estimate(apart, 10, "zayatz").uniques == pytest.approx(0.621, abs=5e-4)
    assert estimate(merged, 10, "zayatz").uniques == pytest.approx(1.355, abs=5e-4)


def test_a_sample_of_everybody_counts_its_own_uniques():
    sizes = SizeHistogram.of(np.array([1, 1, 1, 4]))
    assert estimate(sizes, 7, "zayatz").uniques == pytest.approx(3)


def test_small_histograms_have_no_solution_and_do_no_harm():
    few = SizeHistogram(np.array([1, 2, 3, 4]), np.array([4, 3, 2, 1]))
    assert estimate(few, 1000, "pitman") == Estimate(None, "pitman")
    assert estimate(few, 1000, "dankar") == Estimate(None, "pitman")
    assert estimate(few, 1000, "dankar", fall_back=True).estimator == "zayatz"
    assert estimate(SizeHistogram.of(np.array([1, 3])), 100, "snb").uniques is None
    assert estimate(SizeHistogram.of(np.array([1])), 100, "pitman").uniques is None


def test_nobody_is_unique_in_the_population_who_is_not_in_the_sample():
    assert estimate(SizeHistogram.of(np.array([2, 3])), 100, "dankar") == Estimate(0.0, "dankar")


def test_uniqueness_falls_as_unique_records_are_removed():
    # Newton's method alone runs away from some of these starts.
    shares = [pitman.pitman(CLASSES.remove_smallest(0, removed), 1820) for removed in range(20)]
    assert all(left > right for left, right in pairwise(shares))


@pytest.mark.parametrize("top", [1, 2, 11, 40, 1000, 317_238_626])
def test_quotients_of_factorials_are_exact(top):
    steps = np.array([step for step in (0, 1, 3, 10, 39) if step < top])
    by_hand = [sum(np.log(top - j) for j in range(1, step + 1)) for step in steps]
    assert log_falling_factorial(top, steps) == pytest.approx(by_hand, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("fraction", [0.2, 0.5, 0.9])
def test_snb_has_a_solution_beside_classes_of_thousands(fraction):
    sizes = np.repeat([1, 2, 3, 4, 5, 40, 5000], [9000, 3000, 1400, 900, 600, 50, 4])
    population = round(int(sizes.sum()) / fraction)
    found = estimate(SizeHistogram.of(sizes), population, "snb").uniques
    assert found == pytest.approx(estimate_uniques(Sizes.of(sizes), population, "snb"), rel=1e-3)
