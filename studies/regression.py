"""Logistic regression on counted tuples: many trainings on one table, each in milliseconds.

The model is `logistic-regression` of `shoal.learning`, with the same penalty, so it has the same
answer. What is different is the way there: records that look alike are one line with a count for
each class, and weights are found by Newton's method, which starts where a similar search ended and
keeps its curvature for as long as that is good enough.
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.engine.kernel import inner, kernel

PENALTY = 1.0
STEEPNESS, STEPS = 1e-5, 1000
QUICK = 0.3  # what a step may leave of the steepness before its curvature counts as old
HALVES = 30  # of a step, before it counts as none
FLAT = 1e-9  # per record: a constant for all classes changes nothing, and must not divide by zero


@dataclass(frozen=True, eq=False)
class Weights:
    """What a regression learned.

    Attributes:
        base: For each class, whatever the record.
        values: For each value, of all columns one after the other, and class.
    """

    base: Floats
    values: Floats

    @classmethod
    def none(cls, values: int, classes: int) -> "Weights":
        """Nothing learned yet."""
        return cls(np.zeros(classes), np.zeros((values, classes)))

    def among(self, places: Counts, values: int) -> "Weights":
        """The weights of some of all values; the others have none."""
        found = Weights.none(values, len(self.base))
        found.values[places] = self.values
        return Weights(self.base, found.values)

    def predicted(self, lines: Codes) -> Codes:
        """The most probable class of each line."""
        return _predicted(lines, self.base, self.values)


@dataclass(frozen=True, eq=False)
class Curvature:
    """How the slope changes with each weight, ready to be divided by; an old one will often do."""

    factor: tuple[Floats, bool]

    @classmethod
    def of(cls, lines: Codes, counts: Floats, weights: Weights) -> "Curvature":
        """The curvature where some weights are."""
        return cls._at(lines, counts, np.vstack([weights.base, weights.values]))

    @classmethod
    def _at(cls, lines: Codes, counts: Floats, weights: Floats) -> "Curvature":
        classes, penalty = weights.shape[1], _penalty(counts)
        curve = np.zeros((weights.size, weights.size))
        _curve(lines, counts, weights, curve)
        curve[np.diag_indices_from(curve)] += penalty
        curve[np.diag_indices(classes)] += FLAT * counts.sum() - penalty
        return cls(cho_factor(curve.T, lower=True, overwrite_a=True, check_finite=False))

    def step(self, slope: Floats) -> Floats:
        """Where the slope would end if the curvature were the same everywhere."""
        found = cho_solve(self.factor, slope.ravel(), check_finite=False)
        return np.asarray(found.reshape(slope.shape))


def learned(
    lines: Codes, counts: Floats, start: Weights, curvature: Curvature | None = None
) -> Weights:
    """The weights of values that make the counted classes most probable, large ones avoided.

    Args:
        lines: The values of each line, as places in the weights.
        counts: How often each line occurs with each class.
        start: Where the search begins; nothing else depends on it.
        curvature: That of similar counts, if one is known; nothing else depends on it.
    """
    total, penalty = counts.sum(), _penalty(counts)
    # Slopes are measured by how often a value occurs: all directions are then about as steep.
    often = np.bincount(lines.ravel(), np.repeat(counts.sum(axis=1), lines.shape[1]))
    often = np.concatenate([[total], often, np.zeros(len(start.values) - len(often))])
    scale = np.sqrt((often / 4 + penalty) / total)[:, None]
    weights = np.vstack([start.base, np.where(often[1:, None] > 0, start.values, 0.0)])
    slope = np.zeros_like(weights)
    cost, before = _cost(lines, counts, weights, penalty, slope), np.inf
    for _ in range(STEPS):
        steepness = np.abs(slope / scale).max() / total
        if steepness <= STEEPNESS:
            break
        if curvature is None or steepness > QUICK * before:
            curvature = Curvature._at(lines, counts, weights)
        found = _stepped(lines, counts, (weights, cost), curvature.step(slope))
        if found is None:
            break
        weights, cost, slope, before = *found, steepness
    return Weights(weights[0], weights[1:])


def _stepped(
    lines: Codes, counts: Floats, at: tuple[Floats, float], step: Floats
) -> tuple[Floats, float, Floats] | None:
    """The next weights, their cost and slope; a step that makes things worse is halved."""
    weights, before = at
    for _ in range(HALVES):
        slope = np.zeros_like(weights)
        cost = _cost(lines, counts, weights - step, _penalty(counts), slope)
        if cost <= before:
            return weights - step, cost, slope
        step = step / 2
    return None


def _penalty(counts: Floats) -> float:
    """Of two classes only the difference is penalized, of which each has half."""
    return PENALTY * (2 if counts.shape[1] == 2 else 1)


@kernel
def _cost(lines: Codes, counts: Floats, weights: Floats, penalty: float, slope: Floats) -> float:
    """What is to be smallest, and its slope; the first weights are those of the base."""
    classes = counts.shape[1]
    shares = np.empty(classes)
    cost = 0.0
    for line in range(lines.shape[0]):
        records = counts[line].sum()
        if records == 0:
            continue
        cost += records * _shares(lines[line], weights, shares)
        for at in range(classes):
            if counts[line, at] > 0:
                cost -= counts[line, at] * _sum(lines[line], weights, at)
            shares[at] = records * shares[at] - counts[line, at]
            slope[0, at] += shares[at]
        for column in range(lines.shape[1]):
            value = lines[line, column] + 1
            for at in range(classes):
                slope[value, at] += shares[at]
    for value in range(1, weights.shape[0]):
        for at in range(classes):
            cost += penalty / 2 * weights[value, at] ** 2
            slope[value, at] += penalty * weights[value, at]
    return cost


@kernel
def _curve(lines: Codes, counts: Floats, weights: Floats, curve: Floats) -> None:
    """How the slope changes with each weight, without the penalty; above the diagonal only."""
    classes, columns = counts.shape[1], lines.shape[1]
    shares, values = np.empty(classes), np.zeros(columns + 1, np.int64)
    bent = np.empty((classes, classes))
    for line in range(lines.shape[0]):
        records = counts[line].sum()
        if records == 0:
            continue
        _shares(lines[line], weights, shares)
        for at in range(classes):
            for other in range(classes):
                bent[at, other] = -records * shares[at] * shares[other]
            bent[at, at] += records * shares[at]
        for column in range(columns):
            values[column + 1] = lines[line, column] + 1
        for column in range(columns + 1):  # values rise with their columns
            for second in range(column, columns + 1):
                row, place = values[column] * classes, values[second] * classes
                for at in range(classes):
                    for other in range(classes):
                        curve[row + at, place + other] += bent[at, other]


@inner
def _shares(values: Codes, weights: Floats, shares: Floats) -> float:
    """The probability of each class; returns the logarithm of what divides them."""
    largest, total = -np.inf, 0.0
    for at in range(shares.size):
        shares[at] = _sum(values, weights, at)
        largest = max(largest, shares[at])
    for at in range(shares.size):
        shares[at] = np.exp(shares[at] - largest)
        total += shares[at]
    for at in range(shares.size):
        shares[at] /= total
    return largest + np.log(total)


@inner
def _sum(values: Codes, weights: Floats, at: int) -> float:
    found = weights[0, at]
    for column in range(values.size):
        found += weights[values[column] + 1, at]
    return found


@kernel
def _predicted(lines: Codes, base: Floats, values: Floats) -> Codes:
    found = np.empty(lines.shape[0], np.int32)
    sums = np.empty(base.size)
    for line in range(lines.shape[0]):
        for at in range(base.size):
            sums[at] = base[at]
        for column in range(lines.shape[1]):
            for at in range(base.size):
                sums[at] += values[lines[line, column], at]
        found[line] = np.argmax(sums)
    return found
