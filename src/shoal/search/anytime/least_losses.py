"""What every candidate costs at least, from what the loss says without looking at any.

Losses that have one part per column say it for each level; others for whole level vectors; for the
rest there is the least loss that the model declares (docs/theory/bounds.md).
"""

from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.candidate import distinct_values
from shoal.engine.grouping import group
from shoal.quality.aggregate import Aggregate
from shoal.quality.columns import weights_of
from shoal.quality.model import Bounded, BoundedAbove, BoundedByColumn, Score
from shoal.quality.separable import Separable
from shoal.search.exact.ladder import snap_ties
from shoal.search.problem import Problem

SLACK = 1e-12  # floats that are summed in another order may differ by so much


@dataclass(frozen=True, eq=False)
class LeastLosses:
    """A lower bound for each candidate.

    Attributes:
        loss: The bound as a number.
        ranked: For losses compared by rank: what is compared, one row per candidate.
    """

    loss: Floats
    ranked: Floats | None = None

    def score(self, at: int) -> Score:
        """The bound of one candidate as a score."""
        rank = () if self.ranked is None else tuple(self.ranked[at].tolist())
        return Score(float(self.loss[at]), rank=rank)

    def order(self, ties: Counts) -> Counts:
        """The candidates by their bounds, then by a number that breaks ties."""
        keys = self.loss[:, None] if self.ranked is None else self.ranked
        order: Counts = np.lexsort((ties, *keys.T[::-1]))
        return order


def least_losses(problem: Problem, levels: Counts) -> LeastLosses:
    """Lower bounds for candidates with these levels."""
    quality, encoded, most = problem.quality, problem.encoded, problem.maximum_suppressed
    form = _form(problem)
    if isinstance(quality, BoundedByColumn):
        return _by_column(problem, quality.least(encoded, most), quality.aggregate, levels)
    if form is not None:
        return _by_column(problem, form.least_column_losses(encoded), form.aggregate, levels)
    if isinstance(quality, Bounded):
        return LeastLosses(quality.bounds(encoded, levels, most))
    return LeastLosses(np.full(len(levels), quality.range(encoded)[0]))


def least_anywhere(problem: Problem) -> float:
    """A loss that no candidate is below, after looking at the lowest one only."""
    quality, lowest = problem.quality, problem.lattice.minimum
    least = least_losses(problem, np.array([lowest]))
    if least.ranked is not None:  # the number is only for display there
        return quality.range(problem.encoded)[0]
    bound = float(least.loss[0])
    if isinstance(quality, BoundedAbove):
        candidate = problem.candidate(lowest)
        bound = max(bound, quality.bound_above(candidate, problem.maximum_suppressed))
    return max(bound, quality.range(problem.encoded)[0])


def _form(problem: Problem) -> Separable | None:
    separable = getattr(problem.quality, "separable", None)
    return None if separable is None else separable(problem.encoded)


def _by_column(
    problem: Problem, least: tuple[Floats, ...], aggregate: Aggregate, levels: Counts
) -> LeastLosses:
    """Weighted parts, the same for every candidate with the same level, put together."""
    parts = snap_ties(_weighted_parts(problem, least))[np.arange(levels.shape[1]), levels]
    fixed = _aggregated_parts(problem)
    ranked = -np.sort(
        -np.hstack([parts, np.broadcast_to(fixed, (len(levels), fixed.size))]), axis=1
    )
    loss = _combine(aggregate, ranked)
    return LeastLosses(loss, ranked if aggregate is Aggregate.RANK else None)


def _weighted_parts(problem: Problem, least: tuple[Floats, ...]) -> Floats:
    """Each column's weighted loss at each level, at least; levels it does not have cost nothing."""
    form = _form(problem)
    weights = form.weights if form is not None else _weights(problem)
    weighted = np.zeros((len(least), max(map(len, least))))
    for at, part in enumerate(least):
        weighted[at, : len(part)] = weights[at] * part
    return weighted


def _weights(problem: Problem) -> Floats:
    """The weights of columns; smaller than 1 in all if only an aggregated column has weight 1."""
    alone, among = weights_of(problem.encoded), weights_of(problem.encoded, aggregated=True)
    return np.minimum(alone, among[: len(alone)])


def _aggregated_parts(problem: Problem) -> Floats:
    """Each aggregated column's weighted loss at the lowest levels: above, classes only grow."""
    form = _form(problem)
    if form is None:  # what the model scores, it names; without classes nothing more is known
        scored = problem.quality.loss(problem.candidate(problem.lattice.maximum)).by_column
        return np.zeros(sum(column.name in scored for column in problem.encoded.aggregated))
    if not form.aggregated_column_count:
        return np.zeros(0)
    grouping = group(problem.encoded, problem.lattice.minimum)
    first = len(problem.encoded.columns)
    least = []
    for at, column in enumerate(problem.encoded.aggregated, first):
        units = int((grouping.sizes * distinct_values(column.values, grouping)).sum())
        loss = form.kept[at] * units / form.scale[at] if form.scale[at] > 0 else 0.0
        least.append(form.weights[at] * loss * (1 - SLACK))
    return np.array(least)


def _combine(aggregate: Aggregate, parts: Floats) -> Floats:
    """Weighted column losses of every candidate as one number each."""
    combined: Floats
    match aggregate:
        case Aggregate.MAXIMUM:
            combined = np.max(parts, axis=1)
        case Aggregate.SUM:
            combined = np.sum(parts, axis=1)
        case Aggregate.ARITHMETIC_MEAN:
            combined = np.mean(parts, axis=1)
        case _:
            combined = np.expm1(np.log1p(parts).mean(axis=1))
    return combined
