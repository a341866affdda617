"""What the service says about itself, for people and programs."""

from collections.abc import Iterator
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from shoal.api.guard import Guarded
from shoal.api.problems import Problem
from shoal.api.settings import Settings
from shoal.version import __version__

ABOUT = """\
Everything that the command line of Shoal does, over HTTP.

* Long work is a job: the answer is 202 with its address in `Location`. `Prefer: wait=10` waits so
  many seconds for its end; `/jobs/{id}/events` streams its progress.
* Whatever goes wrong is told as `application/problem+json`.
* Stewards have tables and make releases. Researchers and viewers see what stewards share with them.
"""
DEFAULT_422 = ("HTTPValidationError", "ValidationError")


def describe(app: FastAPI, settings: Settings) -> None:
    """Let the application describe itself with our security and our problems."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _description(app, settings)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _description(app: FastAPI, settings: Settings) -> dict[str, Any]:
    found = get_openapi(
        title="Shoal", version=__version__, summary="De-identify health data.",
        description=ABOUT, routes=app.routes,
    )  # fmt: skip
    parts = found.setdefault("components", {})
    for name in DEFAULT_422:
        parts.setdefault("schemas", {}).pop(name, None)
    parts["schemas"]["Problem"] = Problem.model_json_schema()
    parts["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "The token of a script."},
        "session": {"type": "apiKey", "in": "cookie", "name": settings.cookie},
        "csrf": {"type": "apiKey", "in": "header", "name": "X-CSRF-Token"},
    }
    for operation in _guarded(app, found):
        operation["security"] = [{"token": []}, {"session": [], "csrf": []}]
    return found


def _guarded(app: FastAPI, found: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The operations that need somebody to be signed in."""
    for route in app.routes:
        if isinstance(route, Guarded) and route.allowed and route.include_in_schema:
            for method in route.methods or ():
                yield found["paths"][route.path_format][method.lower()]
