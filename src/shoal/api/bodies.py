"""Bodies of requests: strict JSON. `"5"` is not a number, and an unknown key is an error.

FastAPI would read `"yes"` as true. Here the schema that OpenAPI shows is the one that is checked.
"""

import json
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from fastapi import Depends, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, ValidationError

from shoal.api.problems import Refused
from shoal.validation import Finding, findings

Body = TypeVar("Body", bound=BaseModel)
JSON = "application/json"
LARGEST = 2**53  # larger numbers of JSON are not exact


class RequestBody(BaseModel):
    """The base of all bodies of requests."""

    model_config = ConfigDict(extra="forbid")


def json_body(model: type[Body]) -> Any:  # noqa: ANN401  (FastAPI's Depends)
    """The dependency that reads the body of a request, for the signature of a route."""

    async def read(request: Request) -> Body:
        return await body_of(request, model)

    reader: Callable[[Request], Coroutine[Any, Any, Body]] = read
    return Depends(reader)


async def body_of(request: Request, model: type[Body]) -> Body:
    """The body of a request as a model; 415 if it is not sent as JSON, 422 if it does not fit."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != JSON:
        raise Refused(415, f"The body is no JSON. Send it with `Content-Type: {JSON}`.")
    text = _exact(await request.body())
    try:
        return model.model_validate_json(text, strict=True)
    except ValidationError as error:
        found = findings(error.errors(include_url=False, include_input=False), json.loads(text))
        raise RequestValidationError(list(map(_detail, found))) from None


def openapi_body(model: type[BaseModel], example: dict[str, Any] | None = None) -> dict[str, Any]:
    """The key `requestBody` of OpenAPI, for a route that reads its body itself."""
    schema = model.model_json_schema()
    parts = schema.pop("$defs", {})
    content: dict[str, Any] = {"schema": _without_references(schema, parts)}
    if example is not None:
        content["example"] = example
    return {"requestBody": {"required": True, "content": {JSON: content}}}


def _detail(found: Finding) -> dict[str, Any]:
    """What is wrong with a body as FastAPI reports it, in our words already."""
    return {
        "type": found.type,
        "loc": ("body", *found.place),
        "ctx": {"message": found.rule, "hint": found.hint},
    }


def _exact(body: bytes) -> str:
    """The same JSON with whole numbers such as 5.0 as integers; refuses NaN and the like."""
    try:
        return json.dumps(json.loads(body, parse_float=_number, parse_constant=_refuse))
    except (ValueError, RecursionError):
        raise RequestValidationError(
            [{"type": "json_invalid", "loc": ("body",), "msg": "no JSON"}]
        ) from None


def _number(text: str) -> float | int:
    """A number of JSON; an integer if it is whole and exact."""
    number = float(text)
    return int(number) if number.is_integer() and abs(number) < LARGEST else number


def _refuse(_: str) -> float:
    raise ValueError("no number of JSON")


def _without_references(schema: Any, parts: dict[str, Any]) -> Any:  # noqa: ANN401
    """The schema with all references replaced by their parts; our schemas are not recursive."""
    if isinstance(schema, list):
        return [_without_references(item, parts) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _without_references(parts[schema["$ref"].rpartition("/")[2]], parts)
    return {key: _without_references(value, parts) for key, value in schema.items()}
