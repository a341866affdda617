"""Check the arguments of an action before it becomes a job: their form, and that ids exist."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from shoal.ledger.workspace import Workspace
from shoal.server.actions.registry import Stored, find_action
from shoal.server.stored import job_rows as rows
from shoal.server.stored import run_rows as runs
from shoal.server.stored import study_rows as studies
from shoal.server.stored import table_rows as tables
from shoal.server.stored.ids import not_found
from shoal.study.keys.plain import Json
from shoal.study.keys.section import study_error

_KNOWN: dict[str, Callable[[Workspace, str, str], object]] = {
    "table": tables.table,
    "hierarchy": tables.table,
    "study": studies.study,
    "run": runs.run,
    "job": rows.find_job,
}


def check_arguments(workspace: Workspace, name: str, given: Mapping[str, Any]) -> dict[str, Json]:
    """The arguments as plain JSON; StudyError with everything that is wrong with their form.

    Args:
        workspace: The workspace, with the owner.
        name: The action.
        given: Its arguments; NotFound for ids of things that the owner does not have.
    """
    action = find_action(name)
    try:
        values = action.arguments.model_validate(dict(given))
    except ValidationError as error:
        raise study_error(error, given) from None
    for field, about in action.arguments.model_fields.items():
        for mark in _marks(about):
            value = getattr(values, field)
            if value is not None:
                _refuse_absent(workspace, mark.kind, value)
    return values.model_dump(mode="json", exclude_unset=True)


def _marks(about: FieldInfo) -> Iterator[Stored]:
    """The kinds of stored things that an argument names, also inside `RunId | None`."""
    inside = [getattr(kind, "__metadata__", ()) for kind in get_args(about.annotation)]
    for mark in (*about.metadata, *(mark for marks in inside for mark in marks)):
        if isinstance(mark, Stored):
            yield mark


def _refuse_absent(workspace: Workspace, kind: str, id: str) -> None:
    stored = _KNOWN[kind](workspace, workspace.owner, id)
    if kind in {"table", "hierarchy"} and getattr(stored, "kind", kind) != kind:
        raise not_found(kind)
