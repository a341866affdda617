"""Where answers about candidates come from: a sweep, which knows all, or a list of some.

Both answer the same questions (`shoal.server.actions.sweep_question`); a list knows one k, limit
and weights only, and of most candidates nothing.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from shoal.engine.lattice import Levels
from shoal.web.visit import Visit

Answer = dict[str, Any]


class Source(Protocol):
    """Answers questions about candidates."""

    async def ask(self, question: Mapping[str, Any]) -> Answer:
        """The answer."""


class Swept:
    """A sweep in a worker."""

    def __init__(self, visit: Visit, job: str) -> None:
        self._visit, self.job = visit, job

    async def ask(self, question: Mapping[str, Any]) -> Answer:
        """From the worker; NotFound if it has forgotten."""
        found: Answer = await self._visit.ask(self.job, question)
        return found


class Listed:
    """What the action `candidates` has listed."""

    def __init__(self, found: Mapping[str, Any], records: int) -> None:
        self._all: list[dict[str, Any]] = list(found["candidates"])
        self._by_levels = {tuple(one["levels"].values()): one for one in self._all}
        self._records, self.size = records, int(found["lattice_size"])

    async def ask(self, question: Mapping[str, Any]) -> Answer:
        """From the list."""
        best = self._all[0] if self._all and self._all[0]["accepted"] else None
        where = question.get("where", {})
        matching = [one for one in self._all if fits(one, where)]
        matching.sort(key=lambda one: _rank(one, question.get("sort", "loss")))
        first = question.get("skip", 0)
        closely = question.get("closely")
        if closely == "best":
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
            "closely": self._by_levels.get(tuple(closely)) if closely else None,
        }

    def _ranges(self) -> dict[str, list[int]]:
        by_column = list(zip(*self._by_levels, strict=True)) or [()]
        lows = [min(levels, default=0) for levels in by_column]
        return {"minimum": lows, "maximum": [max(levels, default=0) for levels in by_column]}

    def _about(self, nodes: Sequence[Levels]) -> dict[str, list[Any]]:
        found = [self._by_levels.get(tuple(node), {}) for node in nodes]
        keys = ("loss_normalized", "suppressed_records", "smallest_class", "accepted")
        return {key: [one.get(key) for one in found] for key in keys}


def fits(one: Mapping[str, Any], where: Mapping[str, Any]) -> bool:
    """Whether a candidate is among those that are wanted."""
    levels: Mapping[str, Sequence[int]] = where.get("levels", {})
    if any(one["levels"][name] not in allowed for name, allowed in levels.items()):
        return False
    if where.get("accepted") is not None and one["accepted"] != where["accepted"]:
        return False
    low, high = where.get("loss") or (0.0, 1.0)
    share = one["loss_normalized"]
    return share is None or low <= share <= high or (low <= 0 and high >= 1)


def _rank(one: Mapping[str, Any], sort: str) -> tuple[bool, float, float]:
    loss = float("inf") if one["loss_normalized"] is None else one["loss_normalized"]
    by = {
        "suppressed": one["suppressed_records"],
        "smallest": -(one["smallest_class"] or 0),
    }.get(sort, loss)
    return not one["accepted"], by, loss
