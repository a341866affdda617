"""Bodies of requests: JSON, taken at its word. `"5"` is no number, and a key nobody knows is wrong.

FastAPI would read `"yes"` as true. Here the schema that OpenAPI shows is the one that is checked.
"""

from typing import Any, TypeVar

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ConfigDict, ValidationError

from shoal.api.problems import Refused

Body = TypeVar("Body", bound=BaseModel)


class Wanted(BaseModel):
    """What a request asks for."""

    model_config = ConfigDict(extra="forbid", strict=True)


async def body_of(request: Request, model: type[Body]) -> Body:
    """The body of a request as a model."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(415, "The body is no JSON. Send it with `Content-Type: application/json`.")
    try:
        return model.model_validate_json(await request.body(), strict=True)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False, include_context=False)
        raise RequestValidationError(
            [{**one, "loc": ("body", *one["loc"])} for one in found]
        ) from None


def described(model: type[BaseModel], example: dict[str, Any] | None = None) -> dict[str, Any]:
    """The body in OpenAPI, for a route that reads it by itself."""
    schema = model.model_json_schema()
    content: dict[str, Any] = {"schema": schema}
    if example is not None:
        content["example"] = example
    return {"requestBody": {"required": True, "content": {"application/json": content}}}
