"""Errors as application/problem+json (RFC 9457), in the library's words.

Messages name columns and counts, what was expected and what to try. They never repeat a value of a
request: validation errors name the place and the rule, not the value.
"""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Match

from shoal import errors
from shoal.server.jobs.problems import without_paths
from shoal.server.stored import refusals
from shoal.validation import Finding, findings

MEDIA = "application/problem+json"
PREFIX = "urn:shoal:problem:"
log = logging.getLogger("shoal.api")

# The slug and title of each status.
WORDS = {
    400: ("bad-request", "The request could not be understood"),
    401: ("signed-out", "Sign in first"),
    403: ("forbidden", "This is not allowed"),
    404: ("not-found", "There is no such thing"),
    405: ("method", "This cannot be done here"),
    406: ("not-acceptable", "This is not offered in that form"),
    408: ("too-slow", "The request came too slowly"),
    409: ("conflict", "This does not fit what is there"),
    413: ("too-large", "This is too large"),
    415: ("media-type", "This kind of content is not taken"),
    421: ("wrong-host", "This server has another name"),
    422: ("invalid", "The request is wrong"),
    429: ("too-many", "Too many attempts"),
    500: ("fault", "A fault of Shoal"),
    501: ("not-yet-available", "Not yet available"),
    503: ("busy", "Too busy"),
}
# The slug, title and status of each error; the first class that fits counts.
KINDS: dict[type[errors.ShoalError], tuple[str, str, int]] = {
    refusals.NotFound: (*WORDS[404], 404),
    refusals.InUse: ("in-use", "Something else needs it", 409),
    refusals.TooLarge: (*WORDS[413], 413),
    refusals.QuotaExceeded: ("quota", "More than may be kept", 409),
    errors.NotYetAvailable: (*WORDS[501], 422),
    errors.StudyError: ("study", "The study is wrong", 422),
    errors.DataError: ("data", "The data is wrong", 422),
    errors.UndecidedError: ("undecided", "Somebody must decide first", 409),
    errors.NoReleaseError: ("no-release", "No release can satisfy this study", 409),
    errors.VerificationError: ("verification", "The release was refused", 409),
    errors.Canceled: ("canceled", "This was canceled", 409),
    errors.ShoalError: (*WORDS[500], 500),
}


class Problem(BaseModel):
    """What went wrong, what was expected, what to try (RFC 9457)."""

    type: str = Field(description="The kind of problem.", examples=["urn:shoal:problem:not-found"])
    title: str = Field(description="The kind in words.", examples=["There is no such thing"])
    status: int = Field(description="The status of the answer.", examples=[404])
    detail: str = Field(description="All findings together.", examples=["There is no such table."])
    problems: list[str] = Field(
        description="Every finding, one sentence or two each.",
        examples=[["There is no such table."]],
    )


class Refused(HTTPException):
    """A refusal with a status and sentences for the person."""

    def __init__(
        self, status: int, *problems: str, headers: Mapping[str, str] | None = None
    ) -> None:
        self.problems = problems
        super().__init__(status, "\n".join(problems), dict(headers or {}))


def add_problems(app: FastAPI) -> None:
    """Let an application answer everything that goes wrong as problem+json."""
    app.add_exception_handler(errors.ShoalError, _answer_shoal_error)
    app.add_exception_handler(RequestValidationError, _answer_invalid_request)
    app.add_exception_handler(HTTPException, _answer_http_error)


def problem_response(
    status: int, problems: Sequence[str], headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """The answer for a problem whose slug and title follow from its status.

    Args:
        status: The status of the answer.
        problems: The sentences; the title stands in if there are none.
        headers: Further headers of the answer.
    """
    slug, title = WORDS.get(status, ("problem", "Something went wrong"))
    return _answer({"type": slug, "title": title, "status": status}, problems, headers)


def fault_response(error: Exception) -> JSONResponse:
    """Log a bug in Shoal, and return the answer; without its message, which may quote a value."""
    log_fault(error)
    return problem_response(
        500, [f"A fault of Shoal ({type(error).__name__}). Nothing was released."]
    )


def log_fault(error: BaseException) -> None:
    """Log the kind and place of a bug, without its message."""
    log.error("A fault of Shoal (%s).%s", type(error).__name__, "".join(_frames(error)))


def _answer(
    about: Mapping[str, Any], problems: Sequence[str], headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """The answer for a problem; `about` has its `type` (the slug), `title` and `status`."""
    sentences = [*map(errors.agree, problems)] or [about["title"] + "."]
    body = {
        "type": PREFIX + about["type"].removeprefix(PREFIX),
        "title": about["title"],
        "status": about["status"],
        "detail": "\n".join(sentences),
        "problems": sentences,
    }
    return JSONResponse(body, about["status"], dict(headers or {}), MEDIA)


async def _answer_shoal_error(request: Request, error: Exception) -> Response:
    return error_response(error, request.app.state.server.workspace.folder)


def error_response(error: Exception, home: Path | None = None) -> JSONResponse:
    """The answer for a refusal, an error of the library, or a bug, which is logged.

    Args:
        error: What was raised.
        home: The folder of the workspace, whose paths are shortened in the sentences.
    """
    if isinstance(error, HTTPException):
        sentences = error.problems if isinstance(error, Refused) else [_framework_sentence(error)]
        return problem_response(error.status_code, sentences, error.headers)
    if not isinstance(error, errors.ShoalError):
        return fault_response(error)
    short = [without_paths(text, home) if home else text for text in error.problems]
    return _answer(_kind_of(error), short)


def problem_of_job(problem: Mapping[str, Any]) -> Problem:
    """The problem of a job, as `shoal.server.jobs.problems` describes it, in our form."""
    kind = next((kind for kind in KINDS if kind.__name__ == problem["kind"]), errors.ShoalError)
    slug, title, status = KINDS[kind]
    sentences = list(problem["problems"])
    detail = "\n".join(sentences)
    return Problem(
        type=PREFIX + slug, title=title, status=status, detail=detail, problems=sentences
    )


def _kind_of(error: errors.ShoalError) -> dict[str, Any]:
    """The `type` (the slug), `title` and `status` of an error."""
    slug, title, status = next(KINDS[kind] for kind in KINDS if isinstance(error, kind))
    return {"type": slug, "title": title, "status": status}


async def _answer_http_error(request: Request, error: Exception) -> Response:
    """Answer a refusal, ours or the framework's; 405 lists the allowed methods."""
    answer = error_response(error)
    if answer.status_code == 405:
        answer.headers["Allow"] = ", ".join(sorted(_methods(request)))
    return answer


def _methods(request: Request) -> set[str]:
    """The methods of all routes with this address."""
    matching = [
        route for route in request.app.routes if route.matches(request.scope)[0] != Match.NONE
    ]
    return {method for route in matching for method in getattr(route, "methods", None) or ()}


async def _answer_invalid_request(_: Request, error: Exception) -> Response:
    """Answer a request that does not fit its schema, with each finding once."""
    problems = error.errors() if isinstance(error, RequestValidationError) else []
    return problem_response(422, list(dict.fromkeys(map(_sentence, findings(problems)))))


def _framework_sentence(error: HTTPException) -> str:
    """A sentence for a refusal of the framework, whose own words are for programmers."""
    sentences = {
        404: "There is nothing at this address. /api/v1/openapi.json lists what there is.",
        405: "This address does not take this method. The header Allow lists those it takes.",
    }
    return sentences.get(error.status_code, str(error.detail))


def _sentence(found: Finding) -> str:
    """A sentence with the place and the rule, without the value."""
    place = ".".join(_place(found.place))
    rule = RULES.get(found.type, found.rule)
    return f"{place}: {rule}.{found.hint}" if place else f"{rule}.{found.hint}"


RULES = {
    "json_invalid": "the body is no JSON",
    "value_error": "is not as expected",  # the message could repeat the value
    "model_attributes_type": "should be a JSON object; send Content-Type: application/json",
}


def _place(parts: Sequence[object]) -> Iterator[str]:
    """The parts of a place; one that does not look like a key could be a value, and is hidden."""
    for part in parts:
        text = str(part)
        yield text if re.fullmatch(r"[A-Za-z_-]{1,40}|\d{1,6}", text) else "…"


def _frames(error: BaseException) -> Iterator[str]:
    """The files and lines where a bug happened, for debugging; they contain no value."""
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        yield f" {code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}"
        trace = trace.tb_next
