"""Every sample of small tables, enumerated: how much does one record change at most?

A sample of one class is told by how many of its records are drawn, so a table of n alike records
has n + 1 samples worth telling apart, with exact chances.
"""

from decimal import Decimal
from fractions import Fraction
from math import comb

import pytest

from shoal.privacy.sampled_suppression import (
    Sampled,
    delta_of,
    epsilon_of,
    largest_chance,
    smallest_class,
)

BETA = Fraction(3, 5)


def test_paper_001_figure_2():
    epsilon = Fraction(epsilon_of(BETA))
    assert round(epsilon, 4) == Fraction("0.9163")
    assert delta_of(3, BETA, epsilon) == Decimal("0.216")
    assert (round(float(epsilon), 2), round(float(delta_of(3, BETA, epsilon)), 2)) == (0.92, 0.22)
    assert smallest_class(epsilon, Fraction("0.216"), BETA) == 3


def released(n: int, k: int, beta: Fraction) -> dict[int, Fraction]:
    """The chance of each release of a class of n records; 0 stands for a suppressed class."""
    chances = {j: comb(n, j) * beta**j * (1 - beta) ** (n - j) for j in range(n + 1)}
    small = sum((chances.pop(j) for j in range(min(k, n + 1))), Fraction(0))
    return {0: small, **chances}


def needed_delta(k: int, beta: Fraction, factor: Fraction, largest: int = 10) -> Fraction:
    """The least delta that covers all neighboring tables of up to so many records, exactly."""
    worst = Fraction(0)
    for n in range(1, largest + 1):
        sides = released(n, k, beta), released(n - 1, k, beta)
        for here, there in (sides, sides[::-1]):
            excess = (here[j] - factor * there.get(j, 0) for j in here)
            worst = max(worst, sum((part for part in excess if part > 0), Fraction(0)))
    return worst


def test_every_sample_of_ten_records_or_fewer_keeps_the_promise():
    factor = 1 / (1 - BETA)  # e^epsilon for epsilon = 0.9163
    assert needed_delta(3, BETA, factor) == Fraction("0.216")


def test_one_record_less_in_every_class_is_noticed():
    assert needed_delta(2, BETA, 1 / (1 - BETA)) > Fraction("0.216")


@pytest.mark.parametrize("beta", [Fraction(1, 10), Fraction(1, 3), BETA, Fraction(9, 10)])
@pytest.mark.parametrize("k", [1, 2, 3, 5, 8])
def test_no_enumeration_needs_more_than_the_derived_delta(beta, k):
    epsilon = Fraction(epsilon_of(beta))
    assert needed_delta(k, beta, 1 / (1 - beta), 30) <= delta_of(k, beta, epsilon)


@pytest.mark.parametrize("delta", [Fraction(1, 2), Fraction(1, 10), Fraction(1, 1000)])
def test_k_is_the_smallest_that_keeps_delta(delta):
    for epsilon in (Fraction(1, 2), Fraction(1), Fraction(2)):
        beta = largest_chance(epsilon)
        k = smallest_class(epsilon, delta, beta)
        assert delta_of(k, beta, epsilon) <= delta
        assert k == 1 or delta_of(k - 1, beta, epsilon) > delta


def test_tails_are_the_exact_ones_or_hardly_more():
    sampled = Sampled(BETA, Fraction(1))
    for size, first in sampled.walk_down(40):
        least = sampled.first(size)
        exact = sum(
            (comb(size, j) * BETA**j * (1 - BETA) ** (size - j) for j in range(least, size + 1)),
            Fraction(0),
        )
        found = Fraction(sampled.tail(size, first))
        assert exact <= found < exact * (1 + Fraction(1, 10**45))
        assert found <= Fraction(sampled.tail(size, first, terms=1))
