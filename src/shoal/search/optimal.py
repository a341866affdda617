"""The default strategy: the best candidate, proven, after looking at as few as possible."""

import numpy as np

from shoal.errors import NotYetAvailable
from shoal.plugin import plugin
from shoal.privacy.model import Monotonic, minimum_size
from shoal.progress import Progress, Watch
from shoal.quality.separable import Separable
from shoal.search.costs import AGGREGATES, bounds_of, costs_of
from shoal.search.memory import BEST, EVALUATED, memory_for
from shoal.search.outcome import Outcome, outcome_of
from shoal.search.pairs import suppression_bounds
from shoal.search.problem import Problem
from shoal.search.strategy import no_release, strategies
from shoal.search.tables import tables_of
from shoal.search.walk import look_at, walk

SLICE = 256  # candidates between two signs of life


@strategies.register("optimal")
@plugin()
class Optimal:
    """Visit candidates by their lower bound until no other can be better."""

    def run(self, problem: Problem, watch: Watch) -> Outcome:
        """The best candidate, with the proof that it is."""
        form = problem.quality.separable(problem.encoded)
        levels, checked = solve(problem, form, watch)
        candidate = problem.candidate(levels)
        return outcome_of(problem, candidate, checked=checked, optimal=True, bound=0.0)


def solve(problem: Problem, form: Separable, watch: Watch) -> tuple[tuple[int, ...], int]:
    """Levels of the optimum and the number of candidates evaluated, by the compiled search."""
    size = max(minimum_size(promise) for promise in problem.privacy)
    tables = tables_of(problem.encoded, problem.lattice)
    costs = costs_of(form, tables, problem.lattice)
    bounds = bounds_of(costs, tables)
    order = np.argsort(bounds, kind="stable")
    fewest = suppression_bounds(tables, size)
    memory = memory_for(tables, problem.maximum_suppressed)
    look_at(tables, costs, memory, problem.lattice.size - 1, size)
    while not walk(tables, costs, bounds, order, fewest, memory, size, SLICE):
        watch(Progress("search", int(memory.tally[EVALUATED]), problem.lattice.size))
    if memory.tally[BEST] < 0:
        raise no_release(problem)
    return problem.lattice.at(int(memory.tally[BEST])), int(memory.tally[EVALUATED])
