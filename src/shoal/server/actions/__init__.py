"""What people can ask a service to do: one action per verb, the same for REST and web.

check_arguments(workspace, name, arguments)    before the job is stored
perform(call, name, arguments)                 in a worker process
answer(workspace, name, arguments)             at once and without a job, for quick actions
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shoal.errors import StudyError
from shoal.ledger.workspace import Workspace
from shoal.server.actions import (  # noqa: F401  (importing a module registers its actions)
    by_hand,
    exports,
    fetching,
    hierarchies,
    ledger_actions,
    listing,
    measures,
    releases,
    run_actions,
    teaching,
    upgrading,
)
from shoal.server.actions.arguments import check_arguments
from shoal.server.actions.call import ActionResult, Call
from shoal.server.actions.registry import ACTIONS, Action, find_action

__all__ = [
    "ACTIONS",
    "Action",
    "ActionResult",
    "Call",
    "answer",
    "check_arguments",
    "find_action",
    "perform",
]


def perform(call: Call, name: str, arguments: Mapping[str, Any]) -> ActionResult:
    """Do an action. Its arguments are checked again, since stored things may be gone by now."""
    values = find_action(name).arguments.model_validate(
        dict(check_arguments(call.workspace, name, arguments))
    )
    return find_action(name).function(
        call, **{key: getattr(values, key) for key in values.model_fields_set}
    )


def answer(workspace: Workspace, name: str, arguments: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """The result of a quick action, computed at once and without a job; StudyError for others."""
    if not find_action(name).quick:
        raise StudyError(f"`{name}` takes its time. Submit it as a job.")
    return perform(Call(workspace, "", Path()), name, arguments).result
