"""Logistic regression on counted tuples: many trainings on one table, each in milliseconds.

The model is `logistic-regression` of `shoal.learning`, with the same penalty, so it has the same
answer. What is different is the way there: records that look alike are one line with a count for
each class, and the search for weights starts where a similar one ended.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from shoal.engine.arrays import Codes, Floats
from shoal.engine.kernel import kernel

PENALTY = 1.0
STEEPNESS, STEPS, MEMORY = 1e-5, 1000, 20


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
    classes, total = counts.shape[1], counts.sum()
    # Steps are measured by how often a value occurs: all directions are then about as steep.
    often = np.bincount(lines.ravel(), np.repeat(counts.sum(axis=1), lines.shape[1]))
    often = np.concatenate([[total], often, np.zeros(len(start.values) - len(often))])
    scale = np.sqrt((often / 4 + PENALTY) / total)[:, None]

    def steepness(point: Floats) -> tuple[float, Floats]:
        weights = point.reshape(-1, classes) / scale
        slope = np.zeros_like(weights)
        cost = _cost(lines, counts, weights, PENALTY, slope) / total
        return cost, (slope / scale).ravel() / total

    begin = np.vstack([start.base, np.where(often[1:, None] > 0, start.values, 0.0)]) * scale
    options = {"maxiter": STEPS, "gtol": STEEPNESS, "ftol": 0.0, "maxcor": MEMORY}
    found = minimize(steepness, begin.ravel(), jac=True, method="L-BFGS-B", options=options)
    weights = found.x.reshape(-1, classes) / scale
    return Weights(weights[0], weights[1:])


@kernel
def _cost(lines: Codes, counts: Floats, weights: Floats, penalty: float, slope: Floats) -> float:
    """What is to be smallest, and its slope; the first weights are those of the base."""
    classes = counts.shape[1]
    sums = np.empty(classes)
    cost = 0.0
    for line in range(lines.shape[0]):
        largest, total, records = -np.inf, 0.0, 0.0
        for at in range(classes):
            sums[at] = weights[0, at]
            records += counts[line, at]
        if records == 0:
            continue
        for column in range(lines.shape[1]):
            value = lines[line, column] + 1
            for at in range(classes):
                sums[at] += weights[value, at]
        for at in range(classes):
            largest = max(largest, sums[at])
        for at in range(classes):
            cost -= counts[line, at] * (sums[at] - largest)
            sums[at] = np.exp(sums[at] - largest)
            total += sums[at]
        cost += records * np.log(total)
        for at in range(classes):
            sums[at] = records * sums[at] / total - counts[line, at]
            slope[0, at] += sums[at]
        for column in range(lines.shape[1]):
            value = lines[line, column] + 1
            for at in range(classes):
                slope[value, at] += sums[at]
    for value in range(1, weights.shape[0]):
        for at in range(classes):
            cost += penalty / 2 * weights[value, at] ** 2
            slope[value, at] += penalty * weights[value, at]
    return cost


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
