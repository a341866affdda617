"""Differential privacy of a sampled release: beta and k, derived again with whole numbers.

Written from the theorem (Li, Qardaji & Su 2012; docs/theory/private.md), in fixed-point numbers
that are rounded up: a(n) = P(Binomial(n, beta) > gamma n) must be at most delta for every n from
ceil(k / gamma - 1) on. Beyond a size that Chernoff's bound gives, it always is.
"""

from fractions import Fraction
from functools import cache
from math import ceil, floor, log

from shoal.verify.promises.answer import Answer, Invisible, Promise, exact_number
from shoal.verify.promises.classes import Classes

NAME = "differential-privacy"
ONE = 1 << 512  # the number 1 in fixed point
WORD = 1 << 64  # a record is drawn if a random number below this is below beta times this
MOST = 2_000_000  # the largest class size to look at
UNSEEN = (
    "One release cannot show with which chance it was made. Derived again from epsilon and delta:"
    " records are drawn with the chance {beta:.6f}, and classes of fewer than {k} are not released;"
    " the classes agree with it, and all released columns form them."
)
REPEATED = " `reproducible: true`: the draw can be repeated, so this release is not private."


def differential_privacy(promise: Promise, classes: Classes) -> Answer:
    """Every class has at least k records; that they were drawn by chance cannot be seen."""
    beta, k = derive_draw(promise)
    smallest = int(classes.sizes.min()) if len(classes.sizes) else None
    reason = UNSEEN.format(beta=float(beta), k=k)
    return Answer(classes.sizes < k, f"are smaller than {k}", smallest, undecided=reason)


def derive_draw(promise: Promise) -> tuple[Fraction, int]:
    """The chance with which a record is drawn, and the smallest class that may be released.

    These are beta and k. Raises Invisible if the parameters promise nothing or are too small.
    """
    epsilon, delta = exact_number(promise, "epsilon"), exact_number(promise, "delta")
    if promise.get("steps") is not None:
        spent = promise.get("search_epsilon")
        epsilon -= Fraction(1, 10) if spent is None else exact_number(promise, "search_epsilon")
    if epsilon <= 0 or not 0 < delta < 1:
        raise Invisible("`epsilon` and `delta` promise nothing, or the search spends all of it.")
    if delta < Fraction(1, 1 << 300):
        raise Invisible("`delta` is too small for this verifier.")
    low, high = bounds_of_exponential(epsilon)
    beta = Fraction(floor((1 - high) * WORD), WORD)
    if not beta:
        raise Invisible("`epsilon` is so small that no record is drawn.")
    gamma = 1 - (1 - beta) * high, 1 - (1 - beta) * low
    return beta, _smallest(beta, gamma, epsilon, delta) + bool(promise.get("arx_compatible"))


@cache
def bounds_of_exponential(epsilon: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of e^-epsilon, from the series of e^epsilon, whose rest is at most twice a term."""
    term, total, at = Fraction(1), Fraction(0), 0
    while at < 2 * epsilon or term * ONE > 1:
        total, at = total + term, at + 1
        term = term * epsilon / at
    low, high = 1 / (total + 2 * term), 1 / total
    return Fraction(floor(low * ONE), ONE), Fraction(ceil(high * ONE), ONE)


def _smallest(
    beta: Fraction, gamma: tuple[Fraction, Fraction], epsilon: Fraction, delta: Fraction
) -> int:
    """The least k for which all class sizes from ceil(k / gamma - 1) on keep delta.

    `gamma` are a lower and an upper bound of it.
    """
    low, high = gamma
    # Chernoff's exponent in floating point, with one percent to spare.
    exponent = float(low) * log(low / beta) - float(1 - low) * float(epsilon)
    last = ceil(1.01 * -log(delta) / exponent) + 10 if exponent > 0 else MOST + 1
    if last > MOST:
        raise Invisible("`epsilon` asks for classes that are too large for this verifier.")
    allowed, worst = floor(delta * ONE), 0
    odds, chance, drawn = beta / (1 - beta), ONE, 0
    for size in range(1, last + 1):
        # From P(Binomial(size - 1) = drawn) to the least number of drawn records that is too many.
        if floor(low * size) + 1 > drawn:
            chance, drawn = _round_up(chance * size, beta / (drawn + 1)), drawn + 1
        else:
            chance = _round_up(chance * size, (1 - beta) / (size - drawn))
        if _tail(size, drawn, chance, odds, allowed) > allowed:
            worst = size
    return floor(high * (worst + 1)) + 1 if worst else 1


def _tail(size: int, drawn: int, chance: int, odds: Fraction, allowed: int) -> int:
    """An upper bound of P(Binomial >= drawn), as exact as the comparison with `allowed` needs.

    Args:
        size: The number of records.
        drawn: How many are drawn at least.
        chance: P(Binomial = drawn), in fixed point like the result.
        odds: beta / (1 - beta).
        allowed: delta, in fixed point.
    """
    total = 0
    while drawn < size and total <= allowed:
        share = (size - drawn) * odds / (drawn + 1)
        if share < 1 and total + _round_up(chance, 1 / (1 - share)) <= allowed:
            return total + _round_up(chance, 1 / (1 - share))
        total, chance, drawn = total + chance, _round_up(chance, share), drawn + 1
        if chance < total >> 256:  # each further term is smaller, by the share or more
            return total + _round_up(chance, 1 / (1 - share))
    return total + chance if drawn == size else total


def _round_up(chance: int, factor: Fraction) -> int:
    """A product, rounded up."""
    return -(-chance * factor.numerator // factor.denominator)
