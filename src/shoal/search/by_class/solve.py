"""From a problem to the levels of its optimum."""

import numpy as np

from shoal.engine.arrays import Counts
from shoal.engine.lattice import Levels
from shoal.progress import Watch
from shoal.search.by_class.form import Form
from shoal.search.by_class.state import search_for
from shoal.search.by_class.walk import begin, walk
from shoal.search.exact.pairs import suppression_bounds
from shoal.search.exact.paths import Search, prove
from shoal.search.exact.tables import Tables, raise_to_minimum, tables_of
from shoal.search.problem import Problem


def solve(
    problem: Problem, form_and_loads: tuple[Form, Counts], watch: Watch
) -> tuple[Levels | None, int, int | None]:
    """Levels of the optimum, candidates looked at; without optimum, the fewest suppressed records.

    Suppression never grows upward, so where nothing is acceptable the top suppresses the fewest.

    Args:
        problem: What is asked.
        form_and_loads: The loss and what each tuple carries, as `form_of` says.
        watch: Called after every few hundred candidates, and may cancel.
    """
    search = search_of(problem, *form_and_loads)
    begin(search.tables, search.memory, search.clues)
    levels, checked = prove(walk, search, problem.lattice, watch)
    if levels is None:  # the top was looked at first
        return None, checked, int(search.memory.seen.suppressed[0])
    return levels, checked, None


def search_of(problem: Problem, form: Form, loads: Counts) -> Search:
    """The search of a problem before it begins."""
    tables = tables_of(problem.encoded, problem.lattice)
    fewest = suppression_bounds(tables, form.terms.size)
    tables = tables_with_loads(tables, problem, form, loads)
    return search_for(tables, form, fewest, problem.maximum_suppressed)


def tables_with_loads(tables: Tables, problem: Problem, form: Form, loads: Counts) -> Tables:
    """The tables with what tuples carry, added up where the study's lowest levels merge them."""
    if any(problem.lattice.minimum):
        each = loads.reshape(-1, form.words).T
        parts = [
            raise_to_minimum(problem.encoded, problem.lattice, part.copy())[1] for part in each
        ]
        loads = np.stack(parts, axis=1).reshape(-1)
    return tables._replace(loads=loads)
