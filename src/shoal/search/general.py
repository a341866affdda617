"""The exact search for any combination of promises and losses, one candidate at a time.

Slower than the compiled search, and needed where that one does not reach: promises about more than
class sizes, people instead of records, keys of several words, losses compared by rank. It uses what
the models declare: lower bounds give the order and the end; monotonic promises, and others that
know what they suppress in every specialization, end whole parts of the lattice after one failure
(docs/decisions/0010-exact-search.md).
"""

from collections.abc import Iterator

import numpy as np

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.candidate import Candidate, distinct_values
from shoal.engine.grouping import group
from shoal.progress import Progress, Watch
from shoal.quality.aggregate import Aggregate
from shoal.quality.model import Score
from shoal.quality.separable import Separable
from shoal.search.exact.ladder import snapped
from shoal.search.outcome import is_better, is_beyond
from shoal.search.problem import Problem
from shoal.search.unavoidable import unavoidable_below

SLACK = 1e-12  # floats that are summed in another order may differ by so much


def best_of(problem: Problem, watch: Watch) -> tuple[Candidate | None, int, int | None]:
    """The best candidate, how many were looked at, and the fewest records any would suppress."""
    levels = _levels(problem)
    closed: Bools = np.zeros(len(levels), np.bool_)
    best: tuple[Score, Candidate] | None = None
    fewest, checked = problem.encoded.records, 0
    for at, bound in _by_bound(problem, levels):
        here = tuple(levels[at].tolist())
        if best is not None and bound is not None and is_beyond(bound, best[0]):
            break
        if closed[at] or (best and bound and not is_better(bound, here, best[0], best[1].levels)):
            continue
        watch(Progress("search", checked, problem.lattice.size))
        candidate = problem.candidate(here)
        checked += 1
        fewest = min(fewest, candidate.suppressed_records)
        if not problem.accepts(candidate):
            if unavoidable_below(problem, candidate) > problem.maximum_suppressed:
                closed |= (levels <= levels[at]).all(axis=1)
            continue
        score = problem.quality.loss(candidate)
        if best is None or is_better(score, here, best[0], best[1].levels):
            best = score, candidate
    return (best[1] if best else None), checked, fewest


def _levels(problem: Problem) -> Counts:
    """The level vector of every candidate, in lexicographic order."""
    shape = problem.lattice.shape
    steps = np.indices(shape, dtype=np.int64).reshape(len(shape), -1).T
    levels: Counts = steps + np.array(problem.lattice.minimum)
    return levels


def _by_bound(problem: Problem, levels: Counts) -> Iterator[tuple[int, Score | None]]:
    """The candidates by what they cost at least; by level sum where the model does not say."""
    separable = getattr(problem.quality, "separable", None)
    if separable is None:
        for at in np.argsort(levels.sum(axis=1), kind="stable").tolist():
            yield at, None
        return
    form: Separable = separable(problem.encoded)
    columns = np.arange(levels.shape[1])
    parts = snapped(_least(problem, form))[columns, levels]
    fixed = np.broadcast_to(_least_aggregated(problem, form), (len(levels), form.aggregated))
    ranked = -np.sort(-np.hstack([parts, fixed]), axis=1)
    loss = _combined(form, ranked)
    is_rank = form.aggregate is Aggregate.RANK
    order = np.lexsort(ranked.T[::-1]) if is_rank else np.argsort(loss, kind="stable")
    for at in order.tolist():
        yield at, Score(float(loss[at]), rank=tuple(ranked[at].tolist()) if is_rank else ())


def _least(problem: Problem, form: Separable) -> Floats:
    """Each column's weighted loss at each level if nothing is suppressed."""
    encoded = problem.encoded
    height = max(column.height for column in encoded.columns)
    least = np.zeros((len(encoded.columns), height + 1))
    for at, column in enumerate(encoded.columns):
        counts = np.bincount(encoded.codes(at), encoded.counts, column.sizes[0])
        for level, codes in enumerate(column.codes):
            units = (counts * form.covers[at][level][codes]).sum()
            total = max(0.0, form.kept[at] * units - form.smallest[at])
            loss = total / form.scale[at] if form.scale[at] > 0 else 0.0
            least[at, level] = form.weights[at] * loss
    return least


def _least_aggregated(problem: Problem, form: Separable) -> Floats:
    """Each aggregated column's weighted loss at the lowest levels: above, classes only grow."""
    if not form.aggregated:
        return np.zeros(0)
    grouping = group(problem.encoded, problem.lattice.minimum)
    first = len(problem.encoded.columns)
    least = []
    for at, column in enumerate(problem.encoded.aggregated, first):
        units = int((grouping.sizes * distinct_values(column.values, grouping)).sum())
        loss = form.kept[at] * units / form.scale[at] if form.scale[at] > 0 else 0.0
        least.append(form.weights[at] * loss * (1 - SLACK))
    return np.array(least)


def _combined(form: Separable, parts: Floats) -> Floats:
    """Weighted column losses of every candidate as one number each."""
    combined: Floats
    match form.aggregate:
        case Aggregate.MAXIMUM:
            combined = np.max(parts, axis=1)
        case Aggregate.SUM:
            combined = np.sum(parts, axis=1)
        case Aggregate.ARITHMETIC_MEAN:
            combined = np.mean(parts, axis=1)
        case _:
            combined = np.expm1(np.log1p(parts).mean(axis=1))
    return combined
