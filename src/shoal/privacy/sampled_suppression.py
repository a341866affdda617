"""What random sampling and suppression promise together (Li, Qardaji & Su 2012, theorem 8).

Each record is drawn with the chance beta, generalized without looking at the data, and released
if at least k drawn records look like it. In a class of n records, leaving one of them out changes
the chance that j are drawn by the factor n (1 - beta) / (n - j), which is more than e^epsilon
exactly if j > gamma n, gamma = 1 - (1 - beta) e^-epsilon. So for every epsilon >= -ln(1 - beta)

    delta(k) = max over n >= ceil(k / gamma - 1) of a(n),   a(n) = P(Binomial(n, beta) > gamma n).

Everything is rounded to the safe side: beta downward, delta upward, k upward. The maximum is over
finitely many n, since a(n) <= exp(-n D) with D = gamma ln(gamma / beta) - (1 - gamma) epsilon, by
Chernoff (docs/theory/private.md; docs/decisions/0011-differential-privacy.md).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from functools import cache, cached_property

from shoal.engine.outward import Between, Digits
from shoal.errors import StudyError

DIGITS = Digits.of(60)
BITS = 64  # a chance in units of 2^-64 is drawn exactly by comparing one random word
LARGEST = 1_000_000  # class sizes to look at; beyond, no release would be worth anything
NEGLIGIBLE = Decimal("1e-50")  # of a sum, after which a geometric series bounds the rest


@cache
def largest_chance(epsilon: Fraction) -> Fraction:
    """The largest chance of a record to be drawn, rounded down to a whole number of 2^-64.

    Raises StudyError if that is 0.
    """
    chance = DIGITS.number(1) - DIGITS.number(-epsilon).exp()
    words = int((Fraction(chance.low) * 2**BITS).__floor__())
    if words < 1:
        raise StudyError("epsilon is so small that no record would be drawn. Use a larger one.")
    return Fraction(words, 2**BITS)


@cache
def smallest_class(epsilon: Fraction, delta: Fraction, beta: Fraction) -> int:
    """The smallest k that keeps (epsilon, delta) with the chance beta."""
    sampled = Sampled(beta, epsilon)
    allowed = DIGITS.number(delta).low
    last = sampled.size_beyond(allowed)
    for size, first in sampled.walk_down(last):
        # One look at a geometric series is enough for most sizes.
        if sampled.tail(size, first, terms=1) > allowed and sampled.tail(size, first) > allowed:
            return _above(Fraction(sampled.gamma.high) * (size + 1))
    return 1


def delta_of(k: int, beta: Fraction, epsilon: Fraction) -> Decimal:
    """An upper bound of the delta that k and beta keep with an epsilon; tight to 50 digits."""
    sampled = Sampled(beta, epsilon)
    least = max(1, (Fraction(k) / Fraction(sampled.gamma.high) - 1).__ceil__())
    at_least = next(sampled.tail(size, first) for size, first in sampled.walk_down(least))
    last = max(least, sampled.size_beyond(at_least))
    tails = (sampled.tail(size, first) for size, first in sampled.walk_down(last) if size >= least)
    return max(tails)


def epsilon_of(beta: Fraction) -> Decimal:
    """An upper bound of -ln(1 - beta), the least epsilon that sampling with beta can keep."""
    return DIGITS.number(1 - beta).ln().low.copy_negate()


@dataclass(frozen=True)
class Sampled:
    """How many records of a class are drawn, as far as privacy is concerned.

    Attributes:
        beta: The chance of a record to be drawn.
        epsilon: What drawing and suppressing may spend.
    """

    beta: Fraction
    epsilon: Fraction

    @cached_property
    def gamma(self) -> Between:
        """The share of a class that may be drawn before one record matters too much."""
        left = DIGITS.number(1 - self.beta) * DIGITS.number(-self.epsilon).exp()
        return DIGITS.number(1) - left

    @cached_property
    def odds(self) -> Between:
        """How many records are drawn for one that is not."""
        return DIGITS.number(self.beta / (1 - self.beta))

    def size_beyond(self, delta: Decimal) -> int:
        """A class size from which on a(n) is below delta; raises StudyError if it is too large."""
        one, epsilon = DIGITS.number(1), DIGITS.number(self.epsilon)
        ratio = (self.gamma / DIGITS.number(self.beta)).ln()
        distance = self.gamma * ratio - (one - self.gamma) * epsilon
        if distance.low <= 0:
            raise StudyError("epsilon is too close to 0 to tell how large classes must be.")
        wanted = Between(delta, delta, DIGITS).ln().low.copy_negate()
        size = DIGITS.up.divide(wanted, distance.low).to_integral_value(ROUND_CEILING)
        if size > LARGEST:
            raise StudyError(
                "epsilon is so large, or so small, that classes would need more than"
                f" {LARGEST:,} records to be looked at. Values between 0.01 and 5 are usual."
            )
        return max(1, int(size))

    def walk_down(self, last: int) -> Iterator[tuple[int, Decimal]]:
        """Sizes from the last down to 1, each with a bound of P(Binomial = first(size))."""
        up, drawn, left = DIGITS.up, DIGITS.number(self.beta), DIGITS.number(1 - self.beta)
        chance, count = Decimal(1), 0
        for size in range(1, last + 1):
            grow = self.first(size) > count
            by, over = (drawn, count + 1) if grow else (left, size - count)
            count += grow
            chance = up.multiply(up.divide(up.multiply(chance, by.high), over), size)
        yield last, chance
        for size in range(last, 1, -1):
            shrink = self.first(size - 1) < count
            by, over = (drawn, count) if shrink else (left, size - count)
            chance = up.divide(up.multiply(chance, over), DIGITS.down.multiply(by.low, size))
            count -= shrink
            yield size - 1, chance

    def first(self, size: int) -> int:
        """The least number of drawn records that is too many; at most the size."""
        share = DIGITS.down.multiply(self.gamma.low, size)
        return int(share.to_integral_value(ROUND_FLOOR)) + 1

    def tail(self, size: int, chance: Decimal, terms: int | None = None) -> Decimal:
        """An upper bound of P(Binomial >= first(size)).

        Args:
            size: The size of the class.
            chance: A bound of P(Binomial = first(size)).
            terms: How many terms are added up before a series bounds the rest; None for all that
                matter.
        """
        up, count, total = DIGITS.up, self.first(size), Decimal(0)
        while count <= size and terms != 0 and chance > total * NEGLIGIBLE:
            total = up.add(total, chance)
            chance = up.multiply(
                up.divide(up.multiply(chance, size - count), count + 1), self.odds.high
            )
            count += 1
            terms = None if terms is None else terms - 1
        if count > size:
            return total
        # From here on each term is at most this share of the one before, which is below 1.
        share = up.multiply(up.divide(Decimal(size - count), count + 1), self.odds.high)
        return up.add(total, up.divide(chance, DIGITS.down.subtract(Decimal(1), share)))


def _above(number: Fraction) -> int:
    """The least whole number greater than a number."""
    return int(number.__floor__()) + 1
