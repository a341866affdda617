"""The worked values of docs/theory/promises.md: ours and the reference tool, both distributions."""

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

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


@pytest.mark.parametrize("form", Estimator)
@pytest.mark.parametrize("digits", [6, 9, 20, 400])
def test_a_k_beyond_all_tables_is_answered(form, digits):
    k = 10**digits  # counting up to it would never end
    size = smallest_sample_class(k, 0.3, 0.01, form)
    assert k // 4 < size <= k
    assert smallest_sample_class(k, 0.3, 1.0, form) <= 2


@given(
    st.integers(2, 60),
    st.floats(0.01, 1),
    st.sampled_from([0.001, 0.01, 0.05, 0.5, 0.9]),
)
def test_the_size_is_the_first_of_all_that_is_unlikely(k, fraction, significance):
    mean = Fraction(fraction) * k
    term = left = Fraction(math.exp(-mean))
    chances = [Fraction(1), 1 - left]
    for j in range(1, k):
        term *= mean / j
        chances.append(chances[-1] - term)
    assume(all(abs(chance - Fraction(significance)) > 1e-9 for chance in chances))
    first = next((x for x in range(k) if chances[x] <= significance), k)
    assert smallest_sample_class(k, fraction, significance, Estimator.POISSON) == max(1, first)


def test_the_name_in_a_study_tells_the_distribution():
    assert Estimator.of("poisson", arx_compatible=False) is Estimator.POISSON
    assert Estimator.of("poisson", arx_compatible=True) is Estimator.ARX_POISSON
    assert Estimator.of("zero-truncated-poisson", arx_compatible=True) is Estimator.ZERO_TRUNCATED
