"""The action `steps`: going through a table by hand, as in µ-Argus (paper 003)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from pydantic import Field

from shoal.server.actions.call import ActionResult, Call
from shoal.server.actions.registry import StudyId, action
from shoal.server.stored import study
from shoal.server.stored.study_keys import StoredKeys, without
from shoal.study.keys.plain import Json

if TYPE_CHECKING:
    from shoal.methods.steps import Session

Steps = Annotated[tuple[dict[str, Any], ...], Field(max_length=1000)]
Method = Annotated[dict[str, Any], Field(max_length=20)]


@action()
def steps(
    call: Call,
    *,
    study: StudyId,
    method: Method | None = None,
    steps: Steps = (),
    undone: Steps = (),
) -> ActionResult:
    """Show what steps done by hand lead to: what is still rare, what is blank, what is left.

    The method of the study says what counts as rare, unless another is given.
    """
    from shoal.service.by_hand import session_of  # noqa: PLC0415  (loads the engine)

    body = _with_method(call, study, method)
    session = session_of(call.study_file(body), kept={"steps": steps, "undone": undone})
    return ActionResult(
        {**session.plain(), "effect": session.effect.plain(), "columns": _levels(session)}
    )


def _with_method(call: Call, id: str, method: Mapping[str, Json] | None) -> StoredKeys:
    """The keys of the study; a given method replaces its promises and search."""
    body = study(call.workspace, call.owner, id).body
    if method is None:
        return body
    # Nothing is released here, so the study need not say which column tells people apart.
    return {**with_method(body, method), "person": False}


def with_method(body: StoredKeys, method: Mapping[str, Json]) -> StoredKeys:
    """The keys of a study with a method, without the keys that a method replaces."""
    return {**without(body, *INSTEAD), "method": dict(method)}


INSTEAD = {"privacy", "quality", "search", "recoding", "suppression_limit"}


class ColumnLevel(TypedDict):
    """A column with its current level, and the lowest and highest level it may have."""

    name: str
    level: int
    lowest: int
    highest: int


def _levels(session: "Session") -> list[ColumnLevel]:
    lattice, encoded = session.problem.lattice, session.problem.encoded
    bounds = zip(
        encoded.columns, session.state.levels, lattice.minimum, lattice.maximum, strict=True
    )
    return [
        {"name": column.name, "level": int(level), "lowest": int(low), "highest": int(high)}
        for column, level, low, high in bounds
    ]
