"""The risk of each record of a sample with sampling weights (docs/theory/risk.md).

Benedetti and Franconi: f records of the sample look the same and stand for F people by their
weights. How many people really look so is unknown; given the sample it is negative binomial with
success probability p = f/F, and the risk is the mean of one over it.
"""

import numpy as np

from shoal.engine.arrays import Bools, Counts, Floats

# With at least FEW records, or 1 - p of at most HALF, TERMS terms of the series are exact enough.
FEW, HALF, TERMS = 20, 0.5, 80


def individual_risk(frequencies: Floats, weights: Floats) -> Floats:
    """The risk of each record, from 0 to 1.

    Args:
        frequencies: f, how many records of the sample look the same.
        weights: F, the sum of their sampling weights; at least f.
    """
    share = np.minimum(1.0, frequencies / np.maximum(weights, frequencies))
    return np.asarray(share / frequencies * _hypergeometric(frequencies, share), np.float64)


def _hypergeometric(frequencies: Floats, share: Floats) -> Floats:
    """2F1(1, 1; f + 1; 1 - p): by Euler, without the power of a small p that would lose digits."""
    rest = 1 - share
    total, term = np.ones_like(rest), np.ones_like(rest)
    for n in range(TERMS):
        term = term * rest * (n + 1) / (frequencies + 1 + n)
        total += term
    slow = (frequencies < FEW) & (rest > HALF)
    total[slow] = frequencies[slow] * _integral(frequencies[slow], share[slow])
    return total


def _integral(frequencies: Floats, share: Floats) -> Floats:
    """The integral of s^(f-1) / (p + q s) over s from 0 to 1, up from f = 1.

    With q = 1 - p: q times the integral for f + 1 plus p times the one for f is 1/f, because
    p + q s cancels. Where p is smaller than q, each step makes the error of the one before smaller.
    """
    rest = 1 - share
    integral = -np.log(share) / rest
    for f in range(1, FEW - 1):
        integral = np.where(frequencies > f, (1 / f - share * integral) / rest, integral)
    return integral


def household_risk(risks: Floats, households: Counts) -> Floats:
    """For each record, the risk that anybody of its household is found, which reveals all members.

    Args:
        risks: The risk of each record.
        households: The household of each record, as a number.
    """
    _, of_record = np.unique(households, return_inverse=True)
    with np.errstate(divide="ignore"):  # somebody is found for certain
        safe = np.bincount(of_record, weights=np.log1p(-np.minimum(risks, 1.0)))
    return np.asarray(-np.expm1(safe)[of_record], np.float64)


def expected_reidentifications(risks: Floats) -> float:
    """How many records are found on average if all are looked for."""
    return float(risks.sum())


def threshold_for_rate(risks: Floats, rate: float) -> float:
    """The largest of these risks at which a cap on all risks keeps their mean below a rate.

    0 if even the smallest one does not.
    """
    ordered = np.sort(risks)
    below = np.concatenate(([0.0], np.cumsum(ordered)))
    last = np.searchsorted(ordered, ordered, side="right")
    kept: Bools = below[last] + ordered * (ordered.size - last) < rate * ordered.size
    return float(ordered[kept].max()) if kept.any() else 0.0
