"""One change to a study that no candidate satisfies, after which one does."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome


class Kind(StrEnum):
    """What is changed."""

    LEVELS = "raise max_level"
    ROOTS = "add a root"
    SUPPRESSION = "raise suppression_limit"
    COLUMNS = "drop columns"
    PROMISE = "weaken a promise"


@dataclass(frozen=True, eq=False)
class Relaxation:
    """The smallest change of its kind that lets the study succeed.

    Attributes:
        kind: What is changed.
        steps: How large the change is: levels, roots, columns, records, or steps of a parameter.
        change: The change to the study as a merge patch (RFC 7386: null removes a key). Empty
            where a hierarchy itself must change, which a study cannot say.
        advice: What to do, as a sentence.
        problem: The question after the change; a dropped column stands at an added root.
        outcome: A release it allows: the best one, unless the search for it would take long.
    """

    kind: Kind
    steps: int
    change: Mapping[str, Any]
    advice: str
    problem: Problem
    outcome: Outcome

    @property
    def loss(self) -> float:
        """What the release loses, in [0, 1]; dropped columns count as lost."""
        return self.outcome.loss_normalized

    @property
    def suppressed(self) -> int:
        """How many records the release leaves out."""
        return int(self.outcome.suppressed.sum())

    @property
    def cost(self) -> tuple[bool, float, int]:
        """What relaxations are sorted by: weaker promises last, then the loss, then the kind."""
        return self.kind is Kind.PROMISE, self.loss, list(Kind).index(self.kind)

    def describe(self) -> str:
        """What to do, and what it leads to, as sentences."""
        most = "" if self.outcome.optimal else "at most "
        return (
            f"{self.advice} The loss is then {most}{self.loss:.1%};"
            f" {self.suppressed:,} of {self.problem.encoded.records:,} records are left out."
        )
