"""The worked values of spec/privacy.md §1.2: theory and the reference tool, both distributions."""

import math

import pytest

from shoal.privacy.sample_size import Estimator, smallest_sample_class


@pytest.mark.parametrize(
    ("k", "fraction", "significance", "poisson", "arx", "truncated"),
    [
        (5, 0.1, 0.05, 3, 4, 3),
        (10, 0.1, 0.05, 4, 5, 4),
        (20, 0.2, 0.01, 10, 11, 10),
        (5, 0.01, 0.05, 1, 2, 2),
    ],
)
def test_the_worked_sizes(k, fraction, significance, poisson, arx, truncated):
    def size(form):
        return smallest_sample_class(k, fraction, significance, form)

    assert size(Estimator.POISSON) == poisson
    assert size(Estimator.ARX_POISSON) == arx
    assert size(Estimator.ZERO_TRUNCATED) == truncated


@pytest.mark.parametrize("form", Estimator)
def test_no_risk_at_all_asks_for_k_and_any_risk_for_one(form):
    assert smallest_sample_class(7, 0.3, 0.0, form) == 7
    assert smallest_sample_class(7, 0.3, 1.0, form) <= 2


def test_a_larger_class_than_that_is_unlikely_and_a_smaller_one_is_not():
    size = smallest_sample_class(50, 0.3, 0.01, Estimator.POISSON)

    def at_least(x):  # P(X ≥ x) for Poisson(15)
        return 1 - sum(math.exp(-15) * 15**j / math.factorial(j) for j in range(x))

    assert at_least(size) <= 0.01 < at_least(size - 1)


def test_many_people_do_not_underflow():
    assert 900 < smallest_sample_class(2000, 0.5, 0.01, Estimator.POISSON) < 1200


def test_the_name_in_a_study_tells_the_distribution():
    assert Estimator.of("poisson", arx_compatible=False) is Estimator.POISSON
    assert Estimator.of("poisson", arx_compatible=True) is Estimator.ARX_POISSON
    assert Estimator.of("zero-truncated-poisson", arx_compatible=True) is Estimator.ZERO_TRUNCATED
