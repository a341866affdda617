"""Pareto-optimal candidates: no other has less risk, fewer suppressed records and less loss.

Every candidate is looked at with its classes suppressed up to every size. What is kept has a
smallest class, and the highest risk is one over its size. A point stays if no other is as good in
all three respects; between equals the tie rule of docs/theory/search.md decides. So for every k
and every limit the least loss is the least among the points within both.
"""

# mypy: disable-error-code="assignment, no-any-return"
# Inside kernels numbers are machine words; Numba checks their types when it compiles.

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.kernel import inner, kernel
from shoal.engine.lattice import Levels
from shoal.progress import Progress, Watch, ignore_progress
from shoal.quality.separable import Separable
from shoal.search.frontier.answers import Frontier, score_of
from shoal.search.frontier.row_losses import combine_rows
from shoal.search.problem.outcome import TIE


@dataclass(frozen=True)
class Point:
    """A candidate with its smallest classes suppressed.

    Attributes:
        levels: The level of each column.
        smallest: The smallest class that is kept; the highest risk is one over it.
        suppressed: How many records are left out.
        loss: The quality model's own score.
        loss_normalized: The score as a share of what can be lost at most.
    """

    levels: Levels
    smallest: int
    suppressed: int
    loss: float
    loss_normalized: float


def pareto(frontier: Frontier, watch: Watch = ignore_progress) -> list[Point]:
    """All Pareto-optimal points, by risk from low to high, then by suppressed records."""
    form = frontier.form(frontier.problem)
    ladder = np.full(frontier.problem.encoded.records + 2, np.inf)
    points: list[Point] = []
    for k in range(frontier.maximum_k, 0, -1):
        watch(Progress("frontier", frontier.maximum_k - k, frontier.maximum_k))
        points += _points(frontier, form, k, ladder)
    return points


def least_losses(points: Sequence[Point], ks: Sequence[int], allowed: Sequence[int]) -> Floats:
    """The least normalized loss for each k (rows) and number of suppressed records; NaN: none."""
    smallest = np.array([point.smallest for point in points])
    suppressed = np.array([point.suppressed for point in points])
    losses = np.array([point.loss_normalized for point in points])
    least = np.full((len(ks), len(allowed)), np.nan)
    for row, k in enumerate(ks):
        for at, limit in enumerate(allowed):
            within = losses[(smallest >= k) & (suppressed <= limit)]
            least[row, at] = within.min() if within.size else np.nan
    return least


def _points(frontier: Frontier, form: Separable, k: int, ladder: Floats) -> list[Point]:
    """Points whose smallest class has k records, or more if k is the largest; undominated ones."""
    cut = frontier.swept.cut(k)
    smallest = frontier.swept.smallest(cut)
    here = smallest >= k if k == frontier.maximum_k else smallest == k
    rows = np.flatnonzero(here)
    records, units = frontier.sums.unpack(frontier.swept.before(cut, rows))
    losses = frontier.losses(form, rows, records, units)
    loss, sizes = combine_rows(form, losses), smallest[rows]
    # Positions are in lexicographic order and sorting keeps it: the tie rule to the end.
    order = np.lexsort((frontier.level_sums[rows], np.round(loss, 12), records, -sizes))
    order = order[_keep_undominated(records[order], loss[order], ladder)]
    return [
        Point(
            frontier.problem.lattice.at(int(rows[at])),
            int(sizes[at]),
            int(records[at]),
            *score_of(frontier.problem, form, losses[at]),
        )
        for at in order
    ]


@kernel
def _keep_undominated(suppressed: Counts, losses: Floats, ladder: Floats) -> Bools:
    """Which points beat all earlier ones with as few suppressed records; the ladder remembers.

    The ladder is a Fenwick tree: the least loss with at most a number of suppressed records.
    """
    stays = np.zeros(losses.size, np.bool_)
    for at in range(losses.size):
        if losses[at] < _least(ladder, suppressed[at]) * (1 - TIE):
            stays[at] = True
            place = suppressed[at] + 1
            while place < ladder.size:
                ladder[place] = min(ladder[place], losses[at])
                place += place & -place
    return stays


@inner
def _least(ladder: Floats, suppressed: int) -> float:
    least = np.inf
    place = suppressed + 1
    while place > 0:
        least = min(least, ladder[place])
        place -= place & -place
    return least
