"""Random numbers are added to numbers (Brand 2002, doi:10.1007/3-540-47804-3_8).

Theory: docs/theory/methods.md.
"""

from typing import Literal

import numpy as np

from shoal.engine.arrays import Floats
from shoal.errors import StudyError
from shoal.methods.perturbation.draws import Draw, normal, system_draw

Kind = Literal["additive", "correlated", "keeping-variance"]


def with_noise(
    numbers: Floats, amount: float, kind: Kind = "additive", draw: Draw = system_draw
) -> Floats:
    """The columns with noise; a missing number (NaN) stays missing.

    A column with fewer than two numbers has no deviation, and gets no noise.

    Args:
        numbers: One row per record, one column per column.
        amount: How strong the noise is: `additive` noise has this share of each column's standard
            deviation, `correlated` noise this share of the columns' covariance; for
            `keeping-variance` it is between 0 and 1, the share of chance in what is shown.
        kind: `additive`: columns independently. `correlated`: noise that keeps correlations.
            `keeping-variance`: shrunk first, so that means and variances stay what they are.
        draw: Where chance comes from.
    """
    if amount < 0 or (kind == "keeping-variance" and amount > 1):
        raise StudyError("Noise: the amount must not be negative, nor above 1 to keep variances.")
    if kind == "correlated":
        return numbers + _noise_with_covariance(numbers, amount, draw)
    chance = normal(numbers.size, draw).reshape(numbers.shape)
    mean, spread = _mean_and_spread(numbers)
    if kind == "additive":
        return np.asarray(numbers + amount * spread * chance, np.float64)
    kept = np.sqrt(1 - amount**2)
    return np.asarray(kept * numbers + (1 - kept) * mean + amount * spread * chance, np.float64)


def _mean_and_spread(numbers: Floats) -> tuple[Floats, Floats]:
    """Mean and standard deviation of each column; 0 where there are too few numbers."""
    known = (column[~np.isnan(column)] for column in numbers.T)
    each = [(x.mean() if len(x) else 0.0, x.std(ddof=1) if len(x) > 1 else 0.0) for x in known]
    mean, spread = np.array(each, np.float64).reshape(-1, 2).T
    return mean, spread


def _noise_with_covariance(numbers: Floats, amount: float, draw: Draw) -> Floats:
    """Noise with a share of the covariance of the records without missing numbers."""
    whole = numbers[~np.isnan(numbers).any(axis=1)]
    chance = normal(numbers.size, draw).reshape(numbers.shape)
    if len(whole) < 2:
        return np.zeros_like(numbers)
    covariance = np.atleast_2d(np.cov(whole, rowvar=False))
    lengths, axes = np.linalg.eigh(covariance)
    root = axes * np.sqrt(np.maximum(lengths, 0))  # also where columns depend on each other
    return np.asarray(np.sqrt(amount) * chance @ root.T, np.float64)
