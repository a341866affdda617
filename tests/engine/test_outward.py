"""Bounds hold whatever is computed, and they are close."""

from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from shoal.engine.outward import Digits

ROUGH, FINE = Digits.of(5), Digits.of(40)
NUMBERS = st.fractions(-5, 5, max_denominator=1000)


@given(NUMBERS, NUMBERS)
def test_sums_products_and_quotients_lie_between_their_bounds(one, other):
    left, right = ROUGH.number(one), ROUGH.number(other)
    results = [
        (left + right, one + other),
        (left - right, one - other),
        (left * right, one * other),
    ]
    if other:
        results.append((left / right, one / other))
    for found, exact in results:
        assert Fraction(found.low) <= exact <= Fraction(found.high)


@given(NUMBERS)
def test_few_digits_enclose_what_many_digits_find(number):
    rough, fine = (digits.number(number).exp() for digits in (ROUGH, FINE))
    assert rough.low <= fine.low <= fine.high <= rough.high
    assert fine.low > 0
    if number > 0:
        rough, fine = (digits.number(number).ln() for digits in (ROUGH, FINE))
        assert rough.low <= fine.low <= fine.high <= rough.high


def test_subtracting_does_not_round_to_the_digits_of_somebody_else():
    third = FINE.number(Fraction(1, 3))
    assert (third - third).high < Decimal("1e-39")
