"""Why no candidate satisfies a study, and the cheapest changes after which one does.

Suppression never grows as columns are generalized (for promises that declare it), so the highest
levels that the study allows tell how close it comes: what is suppressed there is suppressed
everywhere. A column blocks a study if it still tells records apart at its highest allowed level.
"""

from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from shoal.engine.lattice import Levels
from shoal.plugin import parameters
from shoal.privacy.model import Promise
from shoal.progress import Watch, ignore_progress
from shoal.search.failure.feasible import FEW, is_feasible
from shoal.search.failure.loosened import drop_columns
from shoal.search.failure.relaxation import Relaxation
from shoal.search.failure.relaxing import name_of, relaxations
from shoal.search.problem import Problem
from shoal.search.problem.unavoidable import is_enough


@dataclass(frozen=True)
class Blocking:
    """A column or a promise that stands in the way.

    Attributes:
        name: The column, or the promise with its parameters.
        without: The records that would still have to be suppressed if it were not there.
    """

    name: str
    without: int


@dataclass(frozen=True, eq=False)
class Explanation:
    """Why a study has no release.

    Attributes:
        records: The number of records.
        allowed: How many may be suppressed.
        fewest: How many records the closest candidate would suppress.
        closest: The levels of that candidate.
        columns: The columns that still tell records apart there, the worst first.
        promises: The promises that are broken there, the worst first.
        relaxations: What would let the study succeed, the cheapest first.
    """

    records: int
    allowed: int
    fewest: int
    closest: Levels
    columns: tuple[Blocking, ...]
    promises: tuple[Blocking, ...]
    relaxations: tuple[Relaxation, ...]


def explain(problem: Problem, watch: Watch = ignore_progress) -> Explanation | None:
    """Why a problem has no answer; None if a candidate is acceptable.

    In a large lattice with promises that are not monotonic, an answer may exist all the same.
    """
    if is_feasible(problem):
        return None
    closest = _closest(problem)
    fewest = problem.candidate(closest).suppressed_records
    return Explanation(
        records=problem.encoded.records,
        allowed=problem.maximum_suppressed,
        fewest=fewest,
        closest=closest,
        columns=_columns_in_the_way(problem),
        promises=_promises_in_the_way(problem, closest),
        relaxations=relaxations(problem, fewest, watch),
    )


def _closest(problem: Problem) -> Levels:
    """The candidate that suppresses the fewest records; in large lattices the highest one."""
    free = replace(problem, suppression_limit=Decimal(1))  # however many may be suppressed
    if all(is_enough(free, promise) for promise in problem.privacy) or problem.lattice.size > FEW:
        return problem.lattice.maximum
    return min(problem.lattice, key=lambda levels: problem.candidate(levels).suppressed_records)


def _columns_in_the_way(problem: Problem) -> tuple[Blocking, ...]:
    """Columns that still tell records apart at their highest level, the worst first.

    The worst is the one without which the fewest records are suppressed.
    """
    found = []
    for at, column in enumerate(problem.encoded.columns):
        codes = problem.encoded.codes(at, problem.lattice.maximum[at])
        if np.any(codes != codes[0]):
            rest = drop_columns(problem, {at})
            candidate = rest.candidate(rest.lattice.maximum)
            found.append(Blocking(column.name, candidate.suppressed_records))
    return tuple(sorted(found, key=lambda blocking: blocking.without))


def _promises_in_the_way(problem: Problem, closest: Levels) -> tuple[Blocking, ...]:
    """Promises that fail at the closest levels even if no other is asked for, the worst first."""
    found = []
    for at, promise in enumerate(problem.privacy):
        alone = replace(problem, privacy=(promise,)).candidate(closest)
        if not problem.accepts(alone):
            others = (*problem.privacy[:at], *problem.privacy[at + 1 :])
            rest = replace(problem, privacy=others).candidate(closest)
            found.append(Blocking(_promise(promise), rest.suppressed_records))
    return tuple(sorted(found, key=lambda blocking: blocking.without))


def _promise(promise: Promise) -> str:
    """A promise with its parameters, such as `k-anonymity (k = 5)`."""
    given = ", ".join(f"{name} = {value}" for name, value in parameters(promise).items())
    return f"{name_of(promise)} ({given})" if given else name_of(promise)
