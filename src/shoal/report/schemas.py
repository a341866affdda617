"""JSON Schemas of what Shoal writes, made from the types that its own code is checked against.

A TypedDict becomes an object whose keys are all known. Its docstring describes it, and the section
`Attributes:` describes its keys. So a schema cannot fall behind the code (json-schema.org, draft
2020-12).
"""

from collections.abc import Callable
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, is_typeddict

from shoal.report.plugin_words import attributes
from shoal.report.types.certificate import Certificate
from shoal.report.types.sections import MethodFacts, Recoding
from shoal.report.types.summary import Summary
from shoal.study.keys.plain import Json

Schema = dict[str, Any]  # JSON Schema is JSON: an edge
HOME = "https://shoal.dev/schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
OPEN = (MethodFacts, Recoding)  # a plugin adds figures or parameters of its own
PRIMITIVES: dict[object, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
}


def summary_schema() -> Schema:
    """The schema of `summary.json`."""
    return as_published("summary", "The summary of a run", schema_of(Summary))


def certificate_schema() -> Schema:
    """The schema of `certificate.json`."""
    return as_published("certificate", "The certificate of a release", schema_of(Certificate))


def as_published(name: str, title: str, schema: Schema) -> Schema:
    """A schema with its address and its dialect."""
    return {"$schema": DIALECT, "$id": f"{HOME}/{name}.json", **schema, "title": title}


def schema_of(kind: Any) -> Schema:  # noqa: ANN401  (a TypedDict)
    """The schema of a TypedDict; the TypedDicts inside it stand under `$defs`, once each."""
    parts: dict[str, Schema] = {}
    whole = _object(kind, lambda inner: _part(inner, parts))
    return {**whole, "$defs": dict(sorted(parts.items()))}


def _part(kind: Any, parts: dict[str, Schema]) -> Schema:  # noqa: ANN401  (any annotation)
    """The schema of a value; a TypedDict becomes a reference to its entry in `parts`."""
    if not is_typeddict(kind):
        return _value(kind, lambda inner: _part(inner, parts))
    if kind.__name__ not in parts:
        parts[kind.__name__] = {}  # a type may hold itself
        parts[kind.__name__] = _object(kind, lambda inner: _part(inner, parts))
    return {"$ref": f"#/$defs/{kind.__name__}"}


Inner = Callable[[Any], Schema]  # makes the schema of a type that stands inside another


def _object(kind: Any, inner: Inner) -> Schema:  # noqa: ANN401  (a TypedDict)
    """The schema of a TypedDict, described by its docstring."""
    described = attributes(cleandoc(kind.__doc__ or ""))
    keys = {
        key: inner(value) | ({"description": described[key]} if key in described else {})
        for key, value in kind.__annotations__.items()
    }
    return {
        "description": cleandoc(kind.__doc__ or "").partition("\n")[0],
        "type": "object",
        "properties": keys,
        "required": [key for key in keys if key in kind.__required_keys__],
        "additionalProperties": kind in OPEN,
    }


def _value(kind: Any, inner: Inner) -> Schema:  # noqa: ANN401  (any annotation)
    """The schema of any other type; a KeyError if none is known for it."""
    if kind in PRIMITIVES:
        return dict(PRIMITIVES[kind])
    if kind == Json:  # whatever JSON can hold
        return {}
    return SHAPES[get_origin(kind)](get_args(kind), inner)


def _one_of(kinds: tuple[Any, ...], inner: Inner) -> Schema:
    """The schema of a union."""
    schemas = [inner(kind) for kind in kinds]
    names = [schema["type"] for schema in schemas if set(schema) == {"type"}]
    if len(names) == len(schemas):
        return {"type": names}
    return {"anyOf": schemas}


def _literal(words: tuple[Any, ...], _: Inner) -> Schema:
    return {"enum": list(words)}


def _list(kinds: tuple[Any, ...], inner: Inner) -> Schema:
    return {"type": "array", "items": inner(kinds[0])}


def _tuple(kinds: tuple[Any, ...], inner: Inner) -> Schema:
    return {"type": "array", "prefixItems": [inner(kind) for kind in kinds], "items": False}


def _dict(kinds: tuple[Any, ...], inner: Inner) -> Schema:
    return {"type": "object", "additionalProperties": inner(kinds[1])}


def _not_required(kinds: tuple[Any, ...], inner: Inner) -> Schema:
    return inner(kinds[0])


SHAPES: dict[object, Callable[[tuple[Any, ...], Inner], Schema]] = {
    Union: _one_of,
    UnionType: _one_of,
    Literal: _literal,
    list: _list,
    tuple: _tuple,
    dict: _dict,
    NotRequired: _not_required,
}
