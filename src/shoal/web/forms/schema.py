"""A JSON schema, as far as forms look at it."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from shoal.study.plain import Json


class Schema(TypedDict, total=False):
    """What a value is: an object with properties, a list of items, or one value with bounds."""

    type: str
    description: str
    properties: dict[str, "Schema"]
    required: Sequence[str]
    items: "Schema"
    anyOf: Sequence["Schema"]
    enum: Sequence[str]
    minimum: float
    maximum: float
    exclusiveMinimum: float
    default: Json
    additionalProperties: bool | Mapping[str, Json]
