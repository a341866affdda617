"""The exponential mechanism: its chances, and that draws follow them to the last digit."""

from decimal import Decimal
from fractions import Fraction

import pytest

from shoal.search.private.draw import BITS, FIRST, chances, draw_option

SCORES = [Fraction(-3), Fraction(-1), Fraction(0)]


@pytest.mark.parametrize(
    ("epsilon", "expected"),
    [("2", (0.0351, 0.2595, 0.7054)), ("0.01", (0.3306, 0.3339, 0.3356))],
)
def test_chances_are_those_of_the_specification(epsilon, expected):
    found = chances(SCORES, Fraction(epsilon) / 2)
    assert tuple(round(float(chance.low), 4) for chance in found) == expected


def test_chances_equal_the_fractions_of_the_specification():
    # e to forty digits: the chances are (e^-3, e^-1, 1) over their sum.
    e = Fraction("2.7182818284590452353602874713526624977572")
    whole = e**-3 + e**-1 + 1
    for found, power in zip(chances(SCORES, Fraction(1)), (-3, -1, 0), strict=True):
        exact = e**power / whole
        assert abs(Fraction(found.low) - exact) < Fraction(1, 10**27)
        assert found.high - found.low < Decimal("1e-27")
        assert Fraction(found.low) < exact < Fraction(found.high)


def bits_of(share: Fraction):
    """The random bits of one number between 0 and 1, as many as are asked for."""
    used = 0

    def random_bits(count):
        nonlocal used
        used += count
        return int(share * 2**used) % 2**count

    return random_bits


def test_a_draw_changes_exactly_where_the_chances_add_up():
    bounds = chances(SCORES, Fraction(1), digits=60)
    first = Fraction(bounds[0].low)
    second = first + Fraction(bounds[1].low)
    little = Fraction(1, 10**50)
    for edge, below, above in ((first, 0, 1), (second, 1, 2)):
        assert draw_option(SCORES, Fraction(1), bits_of(edge - little)) == below
        assert draw_option(SCORES, Fraction(1), bits_of(edge + little)) == above


def test_a_number_on_the_edge_asks_for_more_digits():
    bounds = chances(SCORES, Fraction(1), digits=60)
    asked = []
    edge = bits_of(Fraction(bounds[0].low) + Fraction(1, 10**50))

    def counted(count):
        asked.append(count)
        return edge(count)

    draw_option(SCORES, Fraction(1), counted)
    assert asked[:2] == [BITS * FIRST] * 2


def test_scores_far_apart_are_drawn_without_overflow():
    scores = [Fraction(-(10**6)), Fraction(10**6)]
    assert draw_option(scores, Fraction(1), bits_of(Fraction(1, 10**9))) == 1
    low = chances(scores, Fraction(1))[0]
    assert 0 < low.low < low.high < Decimal("1e-800000")


def test_the_only_option_is_drawn():
    assert draw_option([Fraction(7)], Fraction(1), bits_of(Fraction(1, 2))) == 0
