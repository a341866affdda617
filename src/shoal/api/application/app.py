"""The application: gate, guard, routes and problems put together, and its OpenAPI description."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from starlette.concurrency import run_in_threadpool

from shoal.api.application.gate import Gate
from shoal.api.attempts import Attempts
from shoal.api.guard import Guarded
from shoal.api.links import Links
from shoal.api.problems import Problem, add_problems
from shoal.api.routes import NOUNS, pages, sockets
from shoal.api.running_server import RunningServer
from shoal.api.settings import Settings
from shoal.ledger.workspace import Workspace
from shoal.server import passwords
from shoal.server.jobs import Jobs
from shoal.server.users import local_user
from shoal.version import __version__

ABOUT = """\
Everything that the command line of Shoal does, over HTTP.

* Long work is a job: the answer is 202 with its address in `Location`. `Prefer: wait=10` waits so
  many seconds for its end; `/jobs/{id}/events` streams its progress.
* Whatever goes wrong is told as `application/problem+json`.
* Stewards have tables and make releases. Researchers and viewers see what stewards share with them.
"""
DEFAULT_422 = ("HTTPValidationError", "ValidationError")  # FastAPI's schemas, which we do not use


def application(settings: Settings) -> FastAPI:
    """The application for one workspace; its jobs run from its start to its end.

    Its state `server` is the `RunningServer`. On loopback, the user `local` is added at the start.
    """
    workspace = Workspace(settings.workspace.resolve())
    jobs = Jobs(workspace, workers=settings.workers, limits=settings.kept)
    server = RunningServer(settings, workspace, jobs, Links(), Attempts())

    @asynccontextmanager
    async def run_jobs(_: FastAPI) -> AsyncIterator[None]:
        if settings.is_loopback:
            await run_in_threadpool(local_user, workspace)
        await run_in_threadpool(passwords.prepare_dummy_hash)
        await run_in_threadpool(jobs.start)
        try:
            yield
        finally:
            await run_in_threadpool(jobs.close)

    app = FastAPI(
        title="Shoal",
        version=__version__,
        lifespan=run_jobs,
        docs_url=None,  # these pages load scripts from other sites
        redoc_url=None,
        openapi_url=None,  # one of our own routes has it
        redirect_slashes=False,
    )
    app.state.server = server
    for each in (*NOUNS, pages):  # added as they are: `include_router` would make new ones
        app.router.routes.extend(each.router.routes)
    app.router.routes.extend(sockets.ROUTES)
    add_problems(app)
    describe(app, settings)
    app.add_middleware(Gate, settings=settings)
    return app


def describe(app: FastAPI, settings: Settings) -> None:
    """Let the application describe itself by OpenAPI, with our security schemes and problems."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _description(app, settings)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _description(app: FastAPI, settings: Settings) -> dict[str, Any]:
    description = get_openapi(
        title="Shoal", version=__version__, summary="De-identify health data.",
        description=ABOUT, routes=app.routes,
    )  # fmt: skip
    parts = description.setdefault("components", {})
    for name in DEFAULT_422:
        parts.setdefault("schemas", {}).pop(name, None)
    parts["schemas"]["Problem"] = Problem.model_json_schema()
    parts["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "The token of a script."},
        "session": {"type": "apiKey", "in": "cookie", "name": settings.cookie},
        "csrf": {"type": "apiKey", "in": "header", "name": "X-CSRF-Token"},
    }
    for operation in _operations_with_guard(app, description):
        operation["security"] = [{"token": []}, {"session": [], "csrf": []}]
    return description


def _operations_with_guard(app: FastAPI, description: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The operations for which a person must be signed in."""
    for route in app.routes:
        if isinstance(route, Guarded) and route.allowed and route.include_in_schema:
            for method in route.methods or ():
                yield description["paths"][route.path_format][method.lower()]
