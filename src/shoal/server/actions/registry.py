"""Actions by name: what a person may ask a service to do, one for each verb.

An action is a function that takes a call and named arguments of plain JSON, in which ids stand for
stored things. Its signature is its schema, so REST, web and jobs refuse the same arguments with the
same words.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from shoal.errors import StudyError, did_you_mean
from shoal.server.actions.call import ActionResult
from shoal.server.stored.ids import PATTERN


@dataclass(frozen=True)
class Stored:
    """An argument that is the id of a stored thing: table, hierarchy, study, run or job."""

    kind: str


TableId = Annotated[str, Field(pattern=PATTERN), Stored("table")]
HierarchyId = Annotated[str, Field(pattern=PATTERN), Stored("hierarchy")]
StudyId = Annotated[str, Field(pattern=PATTERN), Stored("study")]
RunId = Annotated[str, Field(pattern=PATTERN), Stored("run")]
JobId = Annotated[str, Field(pattern=PATTERN), Stored("job")]
Names = Annotated[tuple[str, ...], Field(max_length=10_000)]


@dataclass(frozen=True)
class Action:
    """Something that a person may ask for.

    Attributes:
        name: Its name, as in the command line.
        function: The function that does it.
        arguments: Its arguments as a pydantic model.
        quick: Whether it is answered at once, without a job.
    """

    name: str
    function: Callable[..., ActionResult]
    arguments: type[BaseModel]
    quick: bool = False

    @property
    def purpose(self) -> str:
        """What it does, in a sentence."""
        return (self.function.__doc__ or "").strip().splitlines()[0]


ACTIONS: dict[str, Action] = {}


def action(
    *, quick: bool = False
) -> Callable[[Callable[..., ActionResult]], Callable[..., ActionResult]]:
    """Register a function as an action; the action has the name of the function."""

    def register(function: Callable[..., ActionResult]) -> Callable[..., ActionResult]:
        name = function.__name__.strip("_").replace("_", "-")
        ACTIONS[name] = Action(name, function, _model(name, function), quick)
        return function

    return register


def find_action(name: str) -> Action:
    """The action of this name; StudyError if there is none."""
    if name not in ACTIONS:
        raise StudyError(f"There is no such action.{did_you_mean(name, ACTIONS)}")
    return ACTIONS[name]


def _model(name: str, function: Callable[..., ActionResult]) -> type[BaseModel]:
    """The arguments of a function as a model, without the call itself."""
    parameters = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
    fields: dict[str, Any] = {
        each.name: (each.annotation, ... if each.default is each.empty else each.default)
        for each in parameters
    }
    title = "".join(part.capitalize() for part in name.split("-"))
    config = ConfigDict(extra="forbid", frozen=True)
    model: type[BaseModel] = create_model(f"{title}Arguments", __config__=config, **fields)
    return model
