"""Uniqueness after Zayatz (1991, US Census SRD Report RR-91/08; docs/theory/uniques.md).

A class of i people in the population shows one record in the sample with probability h(i).
Population classes are taken to be distributed as sample classes are; so Bayes' rule tells how many
of the sample uniques are unique in the population, too.
"""

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.size_histogram import SizeHistogram


def zayatz(classes: SizeHistogram, population: int) -> float | None:
    """The estimated number of unique people."""
    sample, uniques = classes.records, classes.classes_of_size(1)
    if not uniques:
        return 0.0
    # h(i) / h(1): the common factor cancels in Bayes' rule.
    weights = classes.sizes * np.exp(_one_of(classes.sizes, population, sample))
    share = uniques / float(classes.classes @ weights)
    return uniques * share * population / sample


def _one_of(sizes: Counts, population: int, sample: int) -> Floats:
    """The logarithm of C(N-i, n-1) / C(N-1, n-1): the product of (N-n+1-j) / (N-j), j < i."""
    steps = sizes - 1
    outside = population - sample  # a class with more people than that shows at least two of them
    possible = steps <= outside
    steps = np.where(possible, steps, 0)
    found = log_falling_factorial(outside + 1, steps) - log_falling_factorial(population, steps)
    return np.where(possible, found, -np.inf)


def log_falling_factorial(top: int, steps: Counts) -> Floats:
    """Logarithms of Γ(x) / Γ(x - m) by Stirling's series, without a difference of large numbers."""
    x = float(top)
    rest: Floats = x - steps.astype(np.float64)
    # Near 1 the series is not exact yet: move up by a few factors first.
    shift = np.zeros(len(steps))
    for _ in range(12):
        near = rest < 12
        shift += np.where(near, np.log(rest), 0.0)
        rest = np.where(near, rest + 1, rest)
    at_top, moved = 0.0, x
    while moved < 12:
        at_top += np.log(moved)
        moved += 1
    m = moved - rest
    main = m * np.log(moved) - (rest - 0.5) * np.log1p(-m / moved) - m
    tails = _tail(np.full(len(steps), moved)) - _tail(rest)
    result: Floats = main + tails - at_top + shift
    return result


def _tail(x: Floats) -> Floats:
    """The end of Stirling's series for ln Γ."""
    y = 1 / (x * x)
    tail: Floats = (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y / 1680))) / x
    return tail
