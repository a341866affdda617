"""Whether any candidate satisfies a problem, and which one, without taking long over it.

Where promises are monotonic the highest candidate decides. Where they are not, small lattices are
searched. In large ones, only the highest candidate is looked at: if it is not acceptable, another
one may be, and nobody knows.
"""

from dataclasses import replace

from shoal.engine.candidate import Candidate
from shoal.engine.lattice import Lattice, Levels
from shoal.errors import NoReleaseError
from shoal.progress import Watch
from shoal.search.failure.loosened import Effort
from shoal.search.optimal import Optimal, is_compiled
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome, outcome_of
from shoal.search.problem.unavoidable import is_enough, unavoidable_below

QUICK = 1 << 16  # candidates that the compiled search goes through in well under a second
FEW = 1 << 10  # candidates that can be looked at one by one


def is_feasible(problem: Problem) -> bool:
    """Whether a candidate is known to be acceptable; False if nobody knows."""
    top = problem.candidate(problem.lattice.maximum)
    if problem.accepts(top):
        return True
    if _ends_everything(problem, top) or problem.lattice.size > FEW:
        return False
    return any(problem.accepts(problem.candidate(levels)) for levels in problem.lattice)


def is_hopeless(problem: Problem) -> bool:
    """Whether it is certain, after one look, that no candidate is acceptable."""
    top = problem.candidate(problem.lattice.maximum)
    return not problem.accepts(top) and _ends_everything(problem, top)


def is_monotonic(problem: Problem) -> bool:
    """Whether an acceptable candidate is acceptable after any generalization, too."""
    return all(is_enough(problem, promise) for promise in problem.privacy)


def best(problem: Problem, watch: Watch) -> Outcome | None:
    """The best outcome if the search for it is quick, else the one of the highest levels.

    None if that search finds none, or if the highest levels are not acceptable.
    """
    if is_searchable(problem):
        try:
            return Optimal().run(problem, watch)
        except NoReleaseError:
            return None
    top = problem.candidate(problem.lattice.maximum)
    if not problem.accepts(top):
        return None
    return outcome_of(problem, top, checked=1, optimal=False, bound=0.0)


def is_searchable(problem: Problem) -> bool:
    """Whether the exact search is quick."""
    return problem.lattice.size <= (QUICK if is_compiled(problem) else FEW)


def fewest_steps(wide: Problem, allowed: Levels, watch: Watch) -> Levels | None:
    """The highest level of each column that must be allowed, the fewest steps above `allowed`.

    None if not even all levels are known to be enough. If the exact search takes too long, the
    levels cannot be lowered one by one, but may not be the fewest steps.

    Args:
        wide: The question with all levels allowed that could be.
        allowed: The highest level of each column so far.
        watch: Called now and then.
    """
    if not is_feasible(wide):
        return None
    if is_monotonic(wide):  # what is below the allowed levels suppresses no less than they do
        wide = replace(wide, lattice=Lattice(allowed, wide.lattice.maximum))
    if not is_searchable(wide):
        return _irreducible(wide, allowed)
    found = Optimal().run(replace(wide, quality=Effort(allowed)), watch)
    return tuple(map(max, found.levels, allowed))


def _ends_everything(problem: Problem, top: Candidate) -> bool:
    """Whether every candidate is known to suppress too many, given what the highest one does."""
    return unavoidable_below(problem, top) > problem.maximum_suppressed


def _irreducible(wide: Problem, allowed: Levels) -> Levels:
    """Acceptable levels, found by bisection: each column in turn goes as low as it may.

    No column goes below its allowed level.
    """
    levels = list(wide.lattice.maximum)
    for at, lowest in enumerate(allowed):
        low, high = lowest, levels[at]
        while low < high:
            levels[at] = (low + high) // 2
            if wide.accepts(wide.candidate(tuple(levels))):
                high = levels[at]
            else:
                low = levels[at] + 1
        levels[at] = high
    return tuple(levels)
