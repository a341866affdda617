"""The third state of a run: the solution of its problem."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from shoal.pipeline.states.prepared import Prepared
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome

if TYPE_CHECKING:
    from shoal.methods.registry import Treated


@dataclass(frozen=True, eq=False)
class Solved:
    """The solution of a study for its table; nothing is released yet.

    Attributes:
        prepared: The state before.
        problem: The problem that was solved.
        recoded: The problem that the outcome is about; the same one unless classes or cells have
            levels of their own.
        outcome: The candidate, its loss, and the suppressed records.
        treated: What the method decided, where the study has one.
    """

    prepared: Prepared
    problem: Problem
    recoded: Problem
    outcome: Outcome
    treated: "Treated | None" = None
