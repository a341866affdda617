"""Uniqueness after Pitman (Hoshino 2001, J. Off. Stat. 17(4):499-520; docs/theory/uniques.md)."""

from collections.abc import Iterator
from itertools import product
from math import exp, isfinite, lgamma, log

import numpy as np

from shoal.engine.pitman import pitman_root, theta_for
from shoal.engine.size_histogram import SizeHistogram

ACCURACY, STEPS = 1e-8, 200
LEAST = -1.0  # the smallest α that a sample can tell
Parameters = tuple[float, float]


def pitman(classes: SizeHistogram, population: int) -> float | None:
    """The estimated number of unique people; None where the model has no solution."""
    found = parameters(classes)
    if found is None or found[1] == 0:
        return None
    theta, alpha = found
    if alpha <= LEAST:  # hardly any class of the population would be missing in the sample
        return None
    if theta + alpha <= 0:
        return None
    power = lgamma(theta + 1) - lgamma(theta + alpha) + alpha * log(population)
    # Where θ runs away there is no solution, and the estimate exceeds the population.
    return exp(power) if power <= log(population) else None


def parameters(classes: SizeHistogram) -> Parameters | None:
    """θ and α that fit best, from the first start that leads to a root; None if none does."""
    found = np.empty(2)
    for theta, alpha in _starts(classes):
        if pitman_root(theta, alpha, classes.sizes, classes.classes, ACCURACY, STEPS, found):
            return float(found[0]), float(found[1])
    return None


def _starts(classes: SizeHistogram) -> Iterator[Parameters]:
    """Where to start: the moments; the best θ of a few α; then the grid of the reference tool."""
    yield from _moments(classes)
    for alpha in (0.5, 0.2, 0.8, 0.05):
        yield theta_for(alpha, classes.count, classes.records), alpha
    yield from product((0.0, 0.33, 0.66, 0.99), repeat=2)


def _moments(classes: SizeHistogram) -> list[Parameters]:
    """A list with the start that the first moments suggest, empty unless it is a sensible one."""
    n, u, ones = classes.records, classes.count, classes.classes_of_size(1)
    c = ones * (ones - 1) / max(classes.classes_of_size(2), 1)
    below = 2 * ones * u + ones * c - n * c
    if below == 0:
        return []
    theta = (n * u * c - ones * (n - 1) * (2 * u + c)) / below
    alpha = (theta * (ones - n) + (n - 1) * ones) / (n * u)
    fits = isfinite(theta) and theta >= 0 and 0 < alpha < 1
    return [(theta, alpha)] if fits else []
