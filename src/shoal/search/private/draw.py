"""The exponential mechanism (McSherry & Talwar 2007, doi:10.1109/FOCS.2007.66), drawn exactly.

An option with the score s is drawn with a chance in proportion to e^(factor s). In floating point,
rounding would make some chances 0 and so tell about records (Ilvento 2020,
doi:10.1145/3372297.3417269). Here exponentials are known between two decimals, and the random
number to so many bits. While they leave open which option is meant, all get more digits: the result
is that of real numbers.
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from shoal.engine.outward import Between, Digits

RandomBits = Callable[[int], int]  # a number of so many random bits, as `secrets.randbits` gives
FIRST = 30  # digits to begin with; hardly any draw needs more
BITS = 4  # of the random number for each of these digits


def draw_option(scores: Sequence[Fraction], factor: Fraction, random_bits: RandomBits) -> int:
    """The place of the option that is drawn."""
    digits, number = FIRST, random_bits(BITS * FIRST)
    while (found := _option_at(scores, factor, digits, number)) is None:
        number = (number << (BITS * digits)) | random_bits(BITS * digits)
        digits *= 2
    return found


def chances(scores: Sequence[Fraction], factor: Fraction, digits: int = FIRST) -> list[Between]:
    """Bounds of the chance of each option."""
    weights = [weight(factor * score, digits) for score in scores]
    total = sum(weights[1:], weights[0])
    return [one / total for one in weights]


@lru_cache(1 << 16)
def weight(exponent: Fraction, digits: int) -> Between:
    """Bounds of the exponential; a search asks for the same ones again and again."""
    return _arithmetic(digits).number(exponent).exp()


@lru_cache(32)
def _arithmetic(digits: int) -> Digits:
    return Digits.of(digits)


def _option_at(
    scores: Sequence[Fraction], factor: Fraction, digits: int, number: int
) -> int | None:
    """The option at this share of all weights added up; None where the bounds leave it open."""
    exact, weights = _arithmetic(digits), [weight(factor * score, digits) for score in scores]
    least = list(accumulate((one.low for one in weights), exact.down.add))
    most = list(accumulate((one.high for one in weights), exact.up.add))
    low = exact.down.divide(exact.down.multiply(least[-1], Decimal(number)), _power(digits))
    high = exact.up.divide(exact.up.multiply(most[-1], Decimal(number + 1)), _power(digits))
    # Sums grow, so the first whose lower bound reaches the number is the only one it can be.
    found = next((at for at, bound in enumerate(least) if bound >= high), None)
    if found is None or (found and most[found - 1] > low):
        return None
    return found


def _power(digits: int) -> Decimal:
    """How many numbers of the random bits there are, exactly."""
    return Decimal(1 << (BITS * digits))
