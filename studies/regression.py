"""Logistic regression on counted tuples: many trainings on one table, each in milliseconds.

The model is `logistic-regression` of `shoal.learning`, with the same penalty, so it has the same
answer. What is different is the way there: records that look alike are one line with a count for
each class, few weights are found by Newton's method, many by gradients, and the search for weights
starts where a similar one ended.
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import solve
from scipy.optimize import minimize

from shoal.engine.arrays import Codes, Floats
from shoal.engine.kernel import inner, kernel

PENALTY = 1.0
STEEPNESS, STEPS, MEMORY = 1e-5, 1000, 20
FEW = 500  # weights: with more, gradients are cheaper than curvatures
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

    def predicted(self, lines: Codes) -> Codes:
        """The most probable class of each line."""
        return _predicted(lines, self.base, self.values)


def learned(lines: Codes, counts: Floats, start: Weights) -> Weights:
    """The weights of values that make the counted classes most probable, large ones avoided.

    Args:
        lines: The values of each line, as places in the weights.
        counts: How often each line occurs with each class.
        start: Where the search begins; nothing else depends on it.
    """
    total, penalty = counts.sum(), _penalty(counts)
    # Steps are measured by how often a value occurs: all directions are then about as steep.
    often = np.bincount(lines.ravel(), np.repeat(counts.sum(axis=1), lines.shape[1]))
    often = np.concatenate([[total], often, np.zeros(len(start.values) - len(often))])
    scale = np.sqrt((often / 4 + penalty) / total)[:, None]
    begin = np.vstack([start.base, np.where(often[1:, None] > 0, start.values, 0.0)])
    search = _by_curvature if begin.size <= FEW else _by_gradient
    weights = search(lines, counts, begin, scale)
    return Weights(weights[0], weights[1:])


def _penalty(counts: Floats) -> float:
    """Of two classes only the difference is penalized, of which each has half."""
    return PENALTY * (2 if counts.shape[1] == 2 else 1)


def _by_gradient(lines: Codes, counts: Floats, begin: Floats, scale: Floats) -> Floats:
    total, penalty = counts.sum(), _penalty(counts)

    def steepness(point: Floats) -> tuple[float, Floats]:
        weights = point.reshape(begin.shape) / scale
        slope = np.zeros_like(weights)
        cost = _cost(lines, counts, weights, penalty, slope) / total
        return cost, (slope / scale).ravel() / total

    options = {"maxiter": STEPS, "gtol": STEEPNESS, "ftol": 0.0, "maxcor": MEMORY}
    point = (begin * scale).ravel()
    found = minimize(steepness, point, jac=True, method="L-BFGS-B", options=options)
    return np.asarray(found.x.reshape(begin.shape) / scale)


def _by_curvature(lines: Codes, counts: Floats, begin: Floats, scale: Floats) -> Floats:
    """Newton's method; a step that makes things worse is halved."""
    total, classes, penalty = counts.sum(), begin.shape[1], _penalty(counts)
    weights, slope = begin, np.zeros_like(begin)
    cost = _cost(lines, counts, weights, penalty, slope)
    for _ in range(STEPS):
        if np.abs(slope / scale).max() <= STEEPNESS * total:
            break
        curve = np.zeros((begin.size, begin.size))
        _curve(lines, counts, weights, curve)
        curve[np.diag_indices_from(curve)] += penalty
        curve[np.diag_indices(classes)] += FLAT * total - penalty
        step = solve(curve, slope.ravel(), assume_a="pos").reshape(begin.shape)
        before = cost
        for _ in range(HALVES):
            slope = np.zeros_like(begin)
            cost = _cost(lines, counts, weights - step, penalty, slope)
            if cost <= before:
                break
            step = step / 2
        else:
            break
        weights = weights - step
    return weights


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
    """How the slope changes with each weight; without the penalty."""
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
        for column in range(columns + 1):
            for second in range(columns + 1):
                for at in range(classes):
                    for other in range(classes):
                        row, place = values[column] * classes, values[second] * classes
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
