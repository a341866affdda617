"""Actions: everything the command line does with stored things, each as a job.

The registry of actions knows their names and arguments. Here each of them becomes a route of the
same name, so that none can be missing.
"""

from typing import Any

from fastapi import Request, Response

from shoal.api.bodies import body_of, openapi_body
from shoal.api.guard import stewards
from shoal.api.ids import EXAMPLE
from shoal.api.nouns import router_for
from shoal.api.running_server import ThisServer, Who
from shoal.api.tasks import JOB, Job, Prefer, begin_job
from shoal.server.actions import ACTIONS, Action

router = router_for("actions")
EXAMPLES: dict[str, dict[str, Any]] = {
    "hierarchy-build": {
        "table": EXAMPLE, "column": "age", "settings": {"builder": "intervals", "width": 5},
    },
    "hierarchy-edit": {"hierarchy": EXAMPLE, "merge": ["flu | cold = infection"]},
    "apply": {"run": EXAMPLE, "levels": {"age": 1, "sex": 0}},
    "risk": {"run": EXAMPLE, "study": EXAMPLE, "models": True},
    "compare": {"before": EXAMPLE, "run": EXAMPLE},
    "benchmark": {"study": EXAMPLE, "settings": {"strict": {"suppression_limit": 0}}},
    "predict": {"model": EXAMPLE, "table": EXAMPLE},
    "fetch": {"connection": "hospital", "table": "patients"},
    "attack": {"run": EXAMPLE},
}  # fmt: skip


def _add(action: Action) -> None:
    """Add the route of an action."""

    @stewards
    async def begin(
        request: Request, response: Response, who: Who, server: ThisServer, prefer: Prefer = None
    ) -> Job:
        arguments = await body_of(request, action.arguments)
        given = arguments.model_dump(mode="json", exclude_unset=True)
        return await begin_job(server, who, response, prefer, action.name, given)

    router.add_api_route(
        f"/actions/{action.name}",
        begin,
        methods=["POST"],
        name=action.name,
        summary=action.purpose,
        operation_id=f"begin-{action.name}",
        openapi_extra=openapi_body(action.arguments, _example(action)),
        status_code=202,
        responses=JOB,
    )


def _example(action: Action) -> dict[str, Any]:
    """An example of the arguments: the one above, or only those that are required."""
    needed = [name for name, field in action.arguments.model_fields.items() if field.is_required()]
    return EXAMPLES.get(action.name) or dict.fromkeys(needed, EXAMPLE)


for _action in ACTIONS.values():
    if not _action.quick:
        _add(_action)
