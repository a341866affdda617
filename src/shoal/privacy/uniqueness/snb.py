"""Uniqueness after the slide negative binomial model.

Chen & Keller-McNulty 1998 (J. Off. Stat. 14(1):79-95); the number of classes after Shlosser (Haas &
Stokes 1998, doi:10.1080/01621459.1998.10473807). A population class has 1 + NegBin(α, β) people,
each of whom is in the sample with probability f. The equations are those of docs/theory/uniques.md.
"""

from math import exp, inf, isfinite, log, log1p

import numpy as np

from shoal.engine.size_histogram import SizeHistogram

Pair = tuple[float, float]

ACCURACY, STEPS = 1e-10, 200
LARGEST = 500  # the largest exponent, well below where e^x overflows
STARTS = [(a, b) for a in (-1.0, 0.0, -3.0, 1.5, -6.0) for b in (-2.0, 0.0, -5.0, 2.0, -9.0)]


def snb(classes: SizeHistogram, population: int) -> float | None:
    """The estimated number of unique people; None where the equations have no solution."""
    fraction = classes.records / population
    if not 0 < fraction < 1 or not classes.classes_of_size(1) or not classes.classes_of_size(2):
        return None
    total = population_classes(classes, fraction)
    found = parameters(classes, total, fraction)
    if found is None:
        return None
    alpha, beta = found
    uniques = total * beta**alpha
    return uniques if isfinite(uniques) and 0 < uniques <= population else None


def population_classes(classes: SizeHistogram, f: float) -> float:
    """K, the estimated number of classes of the population (Shlosser's third estimator)."""
    i, c = classes.sizes.astype(float), classes.classes.astype(float)
    unseen = np.exp(i * log1p(-f))  # (1 - f)^i
    squares = np.exp((i - 1) * log1p(-f * f))  # (1 - f²)^(i-1)
    growth = i * log1p(f)  # (1 - f)^i ((1 + f)^i - 1), whose second factor can be vast
    seen = np.where(
        growth < LARGEST, unseen * np.expm1(np.minimum(growth, LARGEST)), np.exp(i * log1p(-f * f))
    )
    first = (i * f * f * squares) @ c / (seen @ c)
    second = (unseen @ c) / ((i * f * unseen / (1 - f)) @ c)
    return float(classes.count + classes.classes_of_size(1) * first * second**2)


def parameters(classes: SizeHistogram, total: float, f: float) -> Pair | None:
    """α and β, by Newton's method on logarithms from several starts; None if none converges.

    Args:
        classes: The class sizes of the sample.
        total: The number of classes of the population.
        f: The share of the population that is in the sample.
    """
    if not isfinite(total) or total <= 0:
        return None
    goal = log(classes.classes_of_size(1)), log(classes.classes_of_size(2))
    for start in STARTS:
        found = _newton(start, total, f, goal)
        if found is not None:
            return found
    return None


def _newton(start: Pair, total: float, f: float, goal: Pair) -> Pair | None:
    """α and β, or None if there is no convergence.

    Newton's method with halved steps for ln α and ln(β / (1 - β)).
    """
    a, b = start
    error = _errors(a, b, total, f, goal)
    for _ in range(STEPS):
        if max(map(abs, error)) < ACCURACY:
            return exp(a), 1 / (1 + exp(-b))
        step = _step(a, b, error, total, f, goal)
        if step is None:
            return None
        part = 1.0
        while part > 1e-4:
            there = a - part * step[0], b - part * step[1]
            ahead = _errors(*there, total, f, goal)
            if _norm(ahead) < _norm(error):
                break
            part /= 2
        else:
            return None
        (a, b), error = there, ahead
    return None


def _step(a: float, b: float, error: Pair, total: float, f: float, goal: Pair) -> Pair | None:
    """The solution of the linearized equations; None if there is none.

    Derivatives are central differences.
    """
    h = 1e-6
    right, left = _errors(a + h, b, total, f, goal), _errors(a - h, b, total, f, goal)
    up, down = _errors(a, b + h, total, f, goal), _errors(a, b - h, total, f, goal)
    aa, ba = ((r - l) / (2 * h) for r, l in zip(right, left, strict=True))
    ab, bb = ((r - l) / (2 * h) for r, l in zip(up, down, strict=True))
    determinant = aa * bb - ab * ba
    if not isfinite(determinant) or abs(determinant) < 1e-14:
        return None
    return (
        (error[0] * bb - error[1] * ab) / determinant,
        (error[1] * aa - error[0] * ba) / determinant,
    )


def _errors(a: float, b: float, total: float, f: float, goal: Pair) -> Pair:
    """How far the expected numbers of uniques and of classes of two are from the goal.

    As differences of logarithms; infinite where the model makes no sense.
    """
    if abs(a) > 50 or abs(b) > 50:
        return inf, inf
    alpha, log_beta = exp(a), -log1p(exp(-b))
    d = (1 - f) * exp(log_beta - b)  # 1 - β is β e^-b, also where β is almost 1
    base = log(total) + alpha * (log_beta - log1p(-d)) + log(f)
    ones = base + log1p(alpha * d / (1 - d))
    inner = 2 - (1 - alpha) * d
    if inner <= 0:
        return inf, inf
    twos = base + a + log(f) + log_beta - b + log(inner / 2) - 2 * log1p(-d)
    return ones - goal[0], twos - goal[1]


def _norm(error: Pair) -> float:
    """The sum of the squares."""
    return error[0] ** 2 + error[1] ** 2
