"""How large a class of a sample must be to stand for k people of the population (spec §1.2).

Of a population class of k people, a sample with fraction f has X ~ Poisson(f k) records. A sample
class of x records is too large for such a class if P(X ≥ x) is at most the significance.
"""

from enum import Enum
from math import exp, expm1, lgamma, log

MINIMUM = 1e-300  # a chance is never quite 0
ROUNDING = 1e-12  # chances this close to each other are equal


class Estimator(Enum):
    """The distribution of X, and what is added to the size.

    A class that is seen has at least one record; the truncated form takes that into account.
    """

    POISSON = (False, 0)
    ARX_POISSON = (False, 1)
    ZERO_TRUNCATED = (True, 0)

    @classmethod
    def of(cls, name: str, *, arx_compatible: bool) -> "Estimator":
        """The distribution of a name in a study."""
        if name == "zero-truncated-poisson":
            return cls.ZERO_TRUNCATED
        return cls.ARX_POISSON if arx_compatible else cls.POISSON


def smallest_sample_class(k: int, fraction: float, significance: float, form: Estimator) -> int:
    """min{x : P(X ≥ x) ≤ significance}, at least 1 and at most k."""
    truncated, more = form.value
    mean = fraction * k
    x, seen = (1, -expm1(-mean)) if truncated else (0, 1.0)
    while x < k and _at_least(x, mean) / seen > significance * (1 + ROUNDING):
        x += 1
    return max(1, min(k, x + more))


def _at_least(x: int, mean: float) -> float:
    """P(X ≥ x) > 0 for X ~ Poisson(mean): small terms are added, never taken off from 1."""
    if x < mean:
        return 1 - sum(_probability(j, mean) for j in range(x))
    total, j = 0.0, x
    while (term := _probability(j, mean)) > total * 1e-17:
        total, j = total + term, j + 1
    return max(total, MINIMUM)


def _probability(j: int, mean: float) -> float:
    return exp(j * log(mean) - mean - lgamma(j + 1))
