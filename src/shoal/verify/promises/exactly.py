"""Comparisons of quotients without rounding: quickly where it is clear, exactly where it is not."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from shoal.verify.case.sensitive import Whole

_CLEAR = 1e-9  # quotients of 64-bit numbers as floats are right to 1e-15


def exceeds(numerators: Whole, denominators: Whole, limit: Fraction) -> NDArray[np.bool_]:
    """Which quotients are larger than a limit; denominators are positive."""
    return ~_at_most(numerators, denominators, limit, equal=True)


def reaches(numerators: Whole, denominators: Whole, limit: Fraction) -> NDArray[np.bool_]:
    """Which quotients are as large as a limit, or larger."""
    return ~_at_most(numerators, denominators, limit, equal=False)


def _at_most(
    numerators: Whole, denominators: Whole, limit: Fraction, *, equal: bool
) -> NDArray[np.bool_]:
    """Which quotients are smaller than a limit, or equal to it if `equal`."""
    away = numerators / denominators - float(limit)
    small: NDArray[np.bool_] = away < 0
    close = np.abs(away) <= _CLEAR * max(1.0, float(limit))
    for at in np.flatnonzero(close):
        exact = int(numerators[at]) - limit * int(denominators[at])
        small[at] = exact < 0 or (equal and exact == 0)
    return small
