"""The answers of routes in OpenAPI: problems that every route may have, and files."""

from typing import Any

from starlette.responses import Response

from shoal.api.problems import MEDIA, WORDS, Problem

Responses = dict[int | str, dict[str, Any]]


def problems(*statuses: int) -> Responses:
    """The problems that a route may answer with: these, and those of every route."""
    return {
        status: {
            "model": Problem,
            "description": WORDS[status][1],
            "content": {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for status in sorted({*statuses, *ALWAYS})
    }


ALWAYS = (400, 401, 403, 404, 405, 409, 413, 415, 421, 422, 429, 500, 503)
EVERYWHERE = problems()


def file_route(summary: str, says: str, *media: str) -> dict[str, Any]:
    """The settings of a route that answers with a file; `says` describes the file."""
    binary = {"schema": {"type": "string", "format": "binary"}}
    content = dict.fromkeys(media, binary)
    responses: Responses = {200: {"description": says, "content": content}}
    return {"summary": summary, "response_class": Response, "responses": responses}
