"""How large a class of a sample must be to stand for k people of the population.

Theory: docs/theory/promises.md.

Of a population class of k people, a sample with fraction f has X ~ Poisson(f k) records. A sample
class of x records is too large for such a class if P(X ≥ x) is at most the significance.
"""

from enum import Enum
from fractions import Fraction
from math import exp, expm1, lgamma, log

MINIMUM = 1e-300  # a chance is never quite 0
ROUNDING = 1e-12  # chances this close to each other are equal
BEYOND = 10**9  # no table has larger classes, so larger numbers need not be exact


class Estimator(Enum):
    """The distribution of X: whether it is truncated at zero, and what is added to the size.

    A class that is seen has at least one record; the truncated form takes that into account.
    """

    POISSON = (False, 0)
    ARX_POISSON = (False, 1)
    ZERO_TRUNCATED = (True, 0)

    @classmethod
    def of(cls, name: str, *, arx_compatible: bool) -> "Estimator":
        """The distribution that a study calls by this name."""
        if name == "zero-truncated-poisson":
            return cls.ZERO_TRUNCATED
        return cls.ARX_POISSON if arx_compatible else cls.POISSON


def smallest_sample_class(k: int, fraction: float, significance: float, form: Estimator) -> int:
    """min{x : P(X ≥ x) ≤ significance}, at least 1 and at most k.

    Args:
        k: How many people the class must stand for.
        fraction: The share of the population that is in the sample.
        significance: The chance of taking a class for large enough although it is not.
        form: The distribution of X.
    """
    truncated, more = form.value
    expected = Fraction(fraction) * k
    if expected > BEYOND:
        return min(k, int(expected)) if significance < 1 else 1
    mean = float(expected)
    first, seen = (1, -expm1(-mean)) if truncated else (0, 1.0)
    x = _first_unlikely(first, k, mean, significance * (1 + ROUNDING) * seen)
    return max(1, min(k, x + more))


def _first_unlikely(low: int, high: int, mean: float, chance: float) -> int:
    """The smallest x from low on with P(X ≥ x) ≤ chance, or high: the larger x, the less likely."""
    while low < high:
        middle = (low + high) // 2
        is_unlikely = _at_least(middle, mean) <= chance
        low, high = (low, middle) if is_unlikely else (middle + 1, high)
    return low


def _at_least(x: int, mean: float) -> float:
    """P(X ≥ x) > 0 for X ~ Poisson(mean): the smaller side is added up, from its largest term."""
    if x < mean:
        return 1 - _below(x, mean)
    total, term = 0.0, _probability(x, mean)
    while term > total * 1e-17:
        x, total = x + 1, total + term
        term *= mean / x
    return max(total, MINIMUM)


def _below(x: int, mean: float) -> float:
    """P(X < x) for x below the mean."""
    total, term = 0.0, _probability(x - 1, mean) if x else 0.0
    while term > total * 1e-17:
        x, total = x - 1, total + term
        term *= x / mean
    return total


def _probability(j: int, mean: float) -> float:
    """P(X = j) for X ~ Poisson(mean)."""
    return exp(j * log(mean) - mean - lgamma(j + 1))
