"""The third state of a run: what was found."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from shoal.pipeline.states.prepared import Prepared
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome

if TYPE_CHECKING:
    from shoal.methods.registry import Treated


@dataclass(frozen=True, eq=False)
class Solved:
    """A study's answer for a table; nothing is released yet.

    Attributes:
        prepared: What was known before.
        problem: What was asked.
        recoded: The problem that the outcome is about; the same one unless classes or cells have
            levels of their own.
        outcome: What was found.
        treated: What the method decided, where the study has one.
    """

    prepared: Prepared
    problem: Problem
    recoded: Problem
    outcome: Outcome
    treated: "Treated | None" = None
