"""All candidates of a large lattice, by counting: independent of the engine, and of its tricks.

Every candidate is counted or sorted afresh; nothing is carried from one to the next.
Losses in floating point only choose the finalists; the reference's fractions judge those.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

import numpy as np

from reference import Answer, Question, at, better

FEW = 1 << 18  # so many different keys can be counted without sorting them first
NEAR = 1e-9  # finalists are this close to the best; far more than floating point can be off


@dataclass(frozen=True)
class Sweep:
    """What every candidate suppresses for one k: records, and the domain shares they cover."""

    levels: list[tuple[int, ...]]
    suppressed: np.ndarray
    shares: np.ndarray
    suppressed_shares: np.ndarray


def sweeps(question: Question, sizes: Sequence[int]) -> dict[int, Sweep]:
    """Group every candidate once and look at it for several k."""
    counts = np.array(list(question.tuples.values()))
    coded = [_coded(question, place) for place in range(len(question.columns))]
    levels = list(question.candidates)
    found = {k: ([], []) for k in sizes}
    totals = []
    for candidate in levels:
        cells = [coded[place][level] for place, level in enumerate(candidate)]
        size = _class_sizes(reduce(_joined, (codes for codes, _ in cells)), counts)
        totals.append([(counts * share).sum() for _, share in cells])
        for k, (suppressed, shares) in found.items():
            lost = np.flatnonzero(size < k)
            suppressed.append(counts[lost].sum())
            shares.append([(counts[lost] * share[lost]).sum() for _, share in cells])
    return {
        k: Sweep(levels, np.array(suppressed), np.array(totals), np.array(shares))
        for k, (suppressed, shares) in found.items()
    }


def optimum_of(question: Question, sweep: Sweep) -> Answer | None:
    """The reference's optimum, with the sweep as its guide."""
    allowed = sweep.suppressed <= question.allowed
    if not allowed.any():
        return None
    loss = np.where(allowed, _loss(question, sweep), np.inf)
    finalists = np.flatnonzero(loss <= loss.min() * (1 + NEAR) + 1e-12)
    answers = [at(question, sweep.levels[place]) for place in finalists]
    return reduce(lambda best, answer: answer if better(answer, best) else best, answers)


def _coded(question: Question, place: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Per level: a number for each tuple's label, and the share of the domain it covers."""
    column = question.columns[place]
    values = [values[place] for values in question.tuples]
    coded = []
    for level, shares in enumerate(column.shares):
        numbers = {label: number for number, label in enumerate(shares)}
        labels = [column.labels[value][level] for value in values]
        codes = np.array([numbers[label] for label in labels], np.int64)
        coded.append((codes, np.array([float(shares[label]) for label in labels])))
    return coded


def _joined(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """One number for each pair of numbers."""
    return left * (right.max() + 1) + right


def _class_sizes(key: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """For every tuple, the records of all tuples with its key."""
    if key.max() > FEW:
        key = np.unique(key, return_inverse=True)[1]
    return np.bincount(key, counts)[key]


def _loss(question: Question, sweep: Sweep) -> np.ndarray:
    """The loss of every candidate in floating point (not for rank)."""
    gs = float(question.gs_factor)
    g, s = min(1.0, 2 - 2 * gs), min(1.0, 2 * gs)
    records = question.records
    domain = np.array([len(column.labels) for column in question.columns])
    least = g * records / domain
    lost = sweep.suppressed_shares
    total = g * (sweep.shares - lost) + (1 - s) * lost + s * sweep.suppressed[:, None]
    losses = np.maximum(0, (total - least) / (records - least))
    weights = [column.weight for column in question.columns]
    parts = losses * np.array([float(Fraction(weight, max(weights))) for weight in weights])
    match question.aggregate:
        case "maximum":
            return parts.max(axis=1)
        case "geometric-mean":
            return np.exp(np.log1p(parts).mean(axis=1)) - 1
        case _:
            return parts.sum(axis=1)
