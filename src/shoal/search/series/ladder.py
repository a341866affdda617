"""The ladder of a series: level vectors from the highest to the lowest, each below the one before.

All releases of a series show each record on a rung of one ladder. So what two of them show of a
region is the same, or one tells more than the other: never a bit of both.
"""

from collections.abc import Callable, Iterator

from shoal.engine.lattice import Levels
from shoal.search.local.charges import Charges, charges_of
from shoal.search.problem import Problem


def ladder_through(problem: Problem, levels: Levels) -> tuple[Levels, ...]:
    """A ladder from the highest to the lowest levels on which these levels are a rung.

    From there, the cheapest next step is taken in both directions.
    """
    charges = charges_of(problem)

    def generalization_loss(rung: Levels) -> float:
        return sum(_mean(charges, at, level) for at, level in enumerate(rung))

    def loss(rung: Levels) -> float:
        return problem.quality.loss(problem.candidate(rung)).loss

    above = _steps(levels, problem.lattice.maximum, 1, generalization_loss)
    below = _steps(levels, problem.lattice.minimum, -1, loss)
    return (*reversed([*above]), levels, *below)


def _steps(
    start: Levels, end: Levels, step: int, cost: Callable[[Levels], float]
) -> Iterator[Levels]:
    """The rungs from `start` (left out) to `end`; each is the cheapest step from the one before."""
    rung = start
    while rung != end:
        rung = min(_next(rung, end, step), key=lambda one: (cost(one), one))
        yield rung


def _next(rung: Levels, end: Levels, step: int) -> Iterator[Levels]:
    """The levels one step closer to the end in a single column."""
    for at, level in enumerate(rung):
        if level != end[at]:
            yield (*rung[:at], level + step, *rung[at + 1 :])


def _mean(charges: Charges, at: int, level: int) -> float:
    """What a record costs in a column at a level, on average, if nothing is suppressed."""
    encoded = charges.problem.encoded
    codes = encoded.columns[at].codes[level]
    costs = charges.costs[at][level][codes]
    return float((costs * encoded.marginals[at]).sum()) / max(1, encoded.records)
