"""Where answers about candidates come from: a sweep, which knows all, or a list of some.

Both answer the same questions (`shoal.server.actions.sweep_question`). A list knows only the
settings that it was made with, and only some candidates.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from shoal.engine.lattice import Levels
from shoal.service.candidate_figures import About, Candidate, Closely, Ranges, SweepAnswer
from shoal.web.pages.explore.settings import Question, Where
from shoal.web.visit import Visit


class Source(Protocol):
    """Answers questions about candidates."""

    async def ask(self, question: Question) -> SweepAnswer:
        """Answer a question; raises ShoalError if there is no answer."""


class Swept:
    """A sweep that a worker keeps."""

    def __init__(self, visit: Visit, job: str) -> None:
        self._visit, self.job = visit, job

    async def ask(self, question: Question) -> SweepAnswer:
        """Ask the worker; raises NotFound if it no longer keeps the sweep."""
        answer: SweepAnswer = await self._visit.ask(self.job, question)
        return answer


class Listed:
    """The candidates that the action `candidates` has listed, for the settings of the study.

    Attributes:
        size: How many candidates the lattice has; not all may be listed.
    """

    def __init__(self, found: Mapping[str, Any], records: int) -> None:
        self._all: list[Closely] = list(found["candidates"])
        self._by_levels = {tuple(one["levels"].values()): one for one in self._all}
        self._records, self.size = records, int(found["lattice_size"])

    async def ask(self, question: Question) -> SweepAnswer:
        """Answer from the list; k, limit and weights of the question are ignored."""
        best = self._all[0] if self._all and self._all[0]["accepted"] else None
        where = question.get("where", {})
        matching = [one for one in self._all if fits(one, where)]
        matching.sort(key=lambda one: _rank(one, question.get("sort", "loss")))
        first = question.get("skip", 0)
        closely = question.get("closely")
        if isinstance(closely, str):  # "best"
            closely = tuple(best["levels"].values()) if best else None
        return {
            "best": best,
            "lattice": self._ranges(),
            "columns": list(self._all[0]["levels"]) if self._all else [],
            "records": self._records,
            "candidates": matching[first : first + question.get("candidates", 0)],
            "matching": len(matching),
            "accepted": sum(one["accepted"] for one in self._all),
            "about": self._about(question.get("about", ())),
            "closely": self._by_levels.get(closely) if closely else None,
        }

    def _ranges(self) -> Ranges:
        """The lowest and highest levels that occur in the list."""
        by_column = list(zip(*self._by_levels, strict=True)) or [()]
        lows = [min(levels, default=0) for levels in by_column]
        return {"minimum": lows, "maximum": [max(levels, default=0) for levels in by_column]}

    def _about(self, nodes: Sequence[Levels]) -> About:
        """The figures of some candidates; None for those that are not in the list."""
        found = [self._by_levels.get(tuple(node)) for node in nodes]
        return {
            "loss_normalized": [one["loss_normalized"] if one else None for one in found],
            "suppressed_records": [one["suppressed_records"] if one else None for one in found],
            "smallest_class": [one["smallest_class"] if one else None for one in found],
            "accepted": [one["accepted"] if one else None for one in found],
        }


def fits(one: Candidate, where: Where) -> bool:
    """Whether a candidate matches a filter; one of unknown loss matches every range."""
    if any(one["levels"][name] not in some for name, some in where.get("levels", {}).items()):
        return False
    if where.get("accepted") is not None and one["accepted"] != where["accepted"]:
        return False
    low, high = where.get("loss") or (0.0, 1.0)
    share = one["loss_normalized"]
    return share is None or low <= share <= high or (low <= 0 and high >= 1)


def _rank(one: Candidate, sort: str) -> tuple[bool, float, float]:
    """The key to sort candidates by: within the limit or not, then the asked order, then loss."""
    loss = float("inf") if one["loss_normalized"] is None else one["loss_normalized"]
    by = {
        "suppressed": one["suppressed_records"],
        "smallest": -(one["smallest_class"] or 0),
    }.get(sort, loss)
    return not one["accepted"], by, loss
