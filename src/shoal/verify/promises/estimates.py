"""The verifier's own estimates of population uniqueness: sums term by term, roots by halving.

Zayatz 1991; Pitman's model: Hoshino 2001; slide negative binomial: Chen & Keller-McNulty 1998.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, lgamma, log

import numpy as np
from numpy.typing import NDArray

Whole = NDArray[np.int64]
Floats = NDArray[np.float64]


class NoEstimate(Exception):
    """An estimator has no solution for these classes."""


@dataclass(frozen=True, eq=False)
class Sizes:
    """How many classes have each size.

    Attributes:
        size: The sizes that occur.
        classes: How many classes have it.
    """

    size: Whole
    classes: Whole

    @classmethod
    def of(cls, sizes: Whole) -> "Sizes":
        """Count class sizes."""
        return cls(*np.unique(sizes, return_counts=True))

    @property
    def records(self) -> int:
        """The sum of all sizes."""
        return int((self.size * self.classes).sum())

    @property
    def count(self) -> int:
        """How many classes there are."""
        return int(self.classes.sum())

    def with_size(self, size: int) -> int:
        """How many classes have one size."""
        return int(self.classes[self.size == size].sum())


def estimate_uniques(sizes: Sizes, population: int, estimator: str) -> float:
    """The estimated number of people who are unique in the population; raises NoEstimate.

    Args:
        sizes: The classes of the sample.
        population: How many people the population has.
        estimator: `zayatz`, `pitman`, `snb`, or `dankar`, who chooses among these.
    """
    if population < sizes.records:
        raise NoEstimate
    if estimator != "dankar":
        return ESTIMATES[estimator](sizes, population)
    if sizes.records / population <= 0.1:
        return pitman(sizes, population)
    first = zayatz(sizes, population)
    try:
        return min(first, snb(sizes, population))
    except NoEstimate:
        return first


def zayatz(sizes: Sizes, population: int) -> float:
    """Zayatz's estimate: Bayes' rule, with the chance that a class of i shows one record."""
    sample, alone = sizes.records, sizes.with_size(1)
    steps = np.arange(1, int(sizes.size.max()))
    factors = np.maximum(population - sample + 1 - steps, 0) / np.maximum(population - steps, 1)
    chances = np.append(1.0, np.cumprod(factors)) * np.arange(1, int(sizes.size.max()) + 1)
    share = alone / float((sizes.classes * chances[sizes.size - 1]).sum())
    return alone * share * population / sample


def pitman(sizes: Sizes, population: int) -> float:
    """Pitman's estimate: the parameters at which both derivatives of the likelihood are zero."""
    alphas = np.concatenate((np.linspace(0.999, 0.001, 40), -np.geomspace(0.001, 1, 40)))
    bracket = _bracket(lambda value: _derivative_by_alpha(value, sizes), alphas.tolist())
    alpha = _bisect(lambda value: _derivative_by_alpha(value, sizes), *bracket)
    theta = _theta(alpha, sizes)
    if not theta + alpha > 0 or alpha == 0:
        raise NoEstimate
    power = lgamma(theta + 1) - lgamma(theta + alpha) + alpha * log(population)
    if power > log(population):
        raise NoEstimate
    return exp(power)


def _bracket(function: Callable[[float], float], places: list[float]) -> tuple[float, float]:
    """The first two neighboring places between which a function changes its sign."""
    left, before = places[0], function(places[0])
    for right in places[1:]:
        here = function(right)
        if before * here <= 0:
            return left, right
        left, before = right, here
    raise NoEstimate


def _derivative_by_alpha(alpha: float, sizes: Sizes) -> float:
    """The derivative by α, where that by θ is zero."""
    theta = _theta(alpha, sizes)
    if not np.isfinite(theta):
        return float("nan")
    i = np.arange(1, sizes.count)
    inside = np.append(0.0, np.cumsum(1 / (np.arange(1, int(sizes.size.max())) - alpha)))
    first = float((i / (theta + i * alpha)).sum())
    return first - float((sizes.classes * inside[sizes.size - 1]).sum())


def _theta(alpha: float, sizes: Sizes) -> float:
    """The θ at which the derivative by θ is zero; infinite where there is none."""
    i, j = np.arange(1, sizes.count), np.arange(1, sizes.records)

    def derivative(theta: float) -> float:
        return float((1 / (theta + i * alpha)).sum() - (1 / (theta + j)).sum())

    least = max(0.0, -alpha * (sizes.count - 1)) + 1e-9
    most = 1e12
    if derivative(least) < 0:
        return 0.0
    if derivative(most) > 0:
        return float("inf")
    return _bisect(derivative, least, most, geometric=True)


def snb(sizes: Sizes, population: int) -> float:
    """Slide negative binomial: the parameters that expect as many uniques and pairs as occur."""
    f, alone, pairs = sizes.records / population, sizes.with_size(1), sizes.with_size(2)
    if not alone or not pairs or not 0 < f < 1:
        raise NoEstimate
    total = _population_classes(sizes, f)
    a, b = np.meshgrid(np.linspace(-12, 6, 900), np.linspace(-25, 12, 900), indexing="ij")
    ones, twos = _log_expectations(a, b, total, f)
    misfit = np.hypot(ones - log(alone), twos - log(pairs))
    misfit[~np.isfinite(misfit)] = np.inf
    for place in np.argsort(misfit, axis=None)[:20]:
        start = np.array([a.flat[place], b.flat[place]])
        solution = _refine(start, total, f, (log(alone), log(pairs)))
        if solution is not None:
            beta = 1 / (1 + exp(-solution[1]))
            estimate = total * beta ** exp(solution[0])
            if 0 < estimate <= population:
                return float(estimate)
    raise NoEstimate


def _population_classes(sizes: Sizes, f: float) -> float:
    """Shlosser's third estimator of how many classes the population has."""
    i, c = sizes.size.astype(float), sizes.classes.astype(float)
    over = float((i * f**2 * (1 - f**2) ** (i - 1) * c).sum())
    # (1 - f)^i ((1 + f)^i - 1), multiplied out because (1 + f)^i of a large class is infinite
    under = float((((1 - f * f) ** i - (1 - f) ** i) * c).sum())
    top, bottom = float(((1 - f) ** i * c).sum()), float((i * f * (1 - f) ** (i - 1) * c).sum())
    return sizes.count + sizes.with_size(1) * over / under * (top / bottom) ** 2


def _log_expectations(a: Floats, b: Floats, total: float, f: float) -> tuple[Floats, Floats]:
    """Logarithms of the expected numbers of uniques and of pairs in the sample.

    `a` is the logarithm of α and `b` the logit of β; `total` is the number of classes in the
    population, and `f` the share of it that was sampled.
    """
    with np.errstate(all="ignore"):
        alpha, beta = np.exp(a), 1 / (1 + np.exp(-b))
        d = (1 - f) * (1 - beta)
        base = np.log(total * f) + alpha * np.log(beta / (1 - d))
        ones = base + np.log(1 + alpha * d / (1 - d))
        pairs = (2 - (1 - alpha) * d) / 2
        twos = base + np.log(alpha * f * (1 - beta) * pairs) - 2 * np.log(1 - d)
    return ones, twos


def _refine(
    start: Floats, total: float, f: float, goal: tuple[float, float]
) -> tuple[float, float] | None:
    """Newton's method from a good start, with one-sided differences; None if it finds no root.

    `goal` are the logarithms of the numbers of uniques and of pairs.
    """
    at = start
    for _ in range(60):
        here = _errors(at[0], at[1], total, f, goal)
        if not np.isfinite(here).all():
            return None
        if np.abs(here).max() < 1e-11:
            return float(at[0]), float(at[1])
        slopes = [
            (_errors(at[0] + x, at[1] + y, total, f, goal) - here) / 1e-7
            for x, y in ((1e-7, 0.0), (0.0, 1e-7))
        ]
        matrix = np.stack(slopes, axis=1)
        if not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-14:
            return None
        at = at - np.linalg.solve(matrix, here)
    return None


def _errors(a: float, b: float, total: float, f: float, goal: tuple[float, float]) -> Floats:
    """How far the expected numbers are from the goal; NaN where they are not finite."""
    errors: Floats = np.ravel(_log_expectations(np.array(a), np.array(b), total, f)) - goal
    return np.where(np.isfinite(errors), errors, np.nan)


def _bisect(
    function: Callable[[float], float], low: float, high: float, *, geometric: bool = False
) -> float:
    """A root of a function between two places where it has different signs, by bisection."""
    sign = function(low) > 0
    for _ in range(200):
        middle = (low * high) ** 0.5 if geometric else (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if (function(middle) > 0) == sign else (low, middle)
    return (low * high) ** 0.5 if geometric else (low + high) / 2


ESTIMATES: dict[str, Callable[[Sizes, int], float]] = {
    "pitman": pitman,
    "zayatz": zayatz,
    "snb": snb,
}
