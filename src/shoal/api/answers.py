"""How answers stand in OpenAPI: the problems that every route may tell, and media types."""

from typing import Any

from shoal.api.problems import MEDIA, WORDS, Problem

Responses = dict[int | str, dict[str, Any]]


def problems(*statuses: int) -> Responses:
    """The problems that a route may answer with, beyond those that every route may."""
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


def file_of(*media: str, says: str) -> Responses:
    """A route that answers with a file."""
    binary = {"schema": {"type": "string", "format": "binary"}}
    return {200: {"description": says, "content": dict.fromkeys(media, binary)}}
