"""From a problem to the levels of its optimum."""

import numpy as np

from shoal.engine.arrays import Counts
from shoal.engine.lattice import Levels
from shoal.progress import Progress, Watch
from shoal.search.by_class.form import Form
from shoal.search.by_class.state import State, give_back, state_for
from shoal.search.by_class.walk import begin, walk
from shoal.search.exact.memory import BEST, EVALUATED
from shoal.search.exact.pairs import suppression_bounds
from shoal.search.exact.tables import Tables, raised, tables_of
from shoal.search.problem import Problem

SLICE = 256  # candidates between two signs of life


def solve(
    problem: Problem, found: tuple[Form, Counts], watch: Watch
) -> tuple[Levels | None, int, int | None]:
    """Levels of the optimum, candidates looked at, and fewest suppressed records if none will do.

    Suppression never grows upward, so where nothing is acceptable the top suppresses the fewest.

    Args:
        problem: What is asked.
        found: The loss and what each tuple carries, as `form_of` says.
        watch: Is told after every few hundred candidates, and may cancel.
    """
    form, loads = found
    tables, state, loads = prepared(problem, form, loads)
    begin(tables, form, state)
    while not walk(tables, form, state, loads, SLICE):
        watch(Progress("search", int(state.tally[EVALUATED]), problem.lattice.size))
    give_back(state)
    if state.tally[BEST] < 0:  # the top was looked at first
        return None, int(state.tally[EVALUATED]), int(state.seen.suppressed[0])
    return problem.lattice.at(int(state.tally[BEST])), int(state.tally[EVALUATED]), None


def prepared(problem: Problem, form: Form, loads: Counts) -> tuple[Tables, State, Counts]:
    """The tables of a problem, an empty state, and what the tuples of its minimum carry."""
    tables = tables_of(problem.encoded, problem.lattice)
    fewest = suppression_bounds(tables, form.terms.size)
    state = state_for(tables, form, fewest, problem.maximum_suppressed)
    return tables, state, carried(problem, form, loads)


def carried(problem: Problem, form: Form, loads: Counts) -> Counts:
    """What tuples carry, added up where the study's lowest levels merge them."""
    if not any(problem.lattice.minimum):
        return loads
    each = loads.reshape(-1, form.words).T
    parts = [raised(problem.encoded, problem.lattice, part.copy())[1] for part in each]
    return np.stack(parts, axis=1).reshape(-1)
