"""What a service can be asked to do: one action per verb, shared by REST and web.

checked(workspace, name, arguments)    before a job is made of it
perform(call, name, arguments)         in a worker process
answer(workspace, name, arguments)     at once, for actions that are quick
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shoal.errors import StudyError
from shoal.ledger.workspace import Workspace
from shoal.server.actions import (  # noqa: F401  (importing them makes them known)
    by_hand,
    exports,
    fetching,
    hierarchies,
    ledger_actions,
    listing,
    measures,
    releases,
    runs_again,
    teaching,
    upgrading,
)
from shoal.server.actions.arguments import checked
from shoal.server.actions.call import Call, Made
from shoal.server.actions.registry import ACTIONS, Action, named

__all__ = ["ACTIONS", "Action", "Call", "Made", "answer", "checked", "named", "perform"]


def perform(call: Call, name: str, arguments: Mapping[str, Any]) -> Made:
    """Do what was asked for; its arguments were checked, but things may be gone since."""
    given = named(name).arguments.model_validate(dict(checked(call.workspace, name, arguments)))
    return named(name).function(
        call, **{key: getattr(given, key) for key in given.model_fields_set}
    )


def answer(workspace: Workspace, name: str, arguments: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """The result of an action that is quick, without a job."""
    if not named(name).quick:
        raise StudyError(f"`{name}` takes its time. Submit it as a job.")
    return perform(Call(workspace, "", Path()), name, arguments).result
