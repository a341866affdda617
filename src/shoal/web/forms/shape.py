"""Which kind of field each parameter of a JSON schema needs; nothing here touches a page.

Schemas are those that Pydantic writes: references into `$defs`, `anyOf` with null for parameters
that may be left out, bounds beside the type. Below, `given` is the schema of a parameter as it is
written, `about` the same without reference and null, and `schema` the one that holds `$defs`.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from shoal.report.plugin_words import attributes, takes
from shoal.server.stored.study_keys import without
from shoal.study.keys.plain import Json

NUMBERS = {"integer", "number"}
ENDLESS = re.compile(r", at most 1\d{12,}(\.0)?")  # a bound that no value comes near
# Parameters that name columns, and the roles of these columns; () means every column.
ONE_COLUMN = {"column": ("sensitive",), "node": (), "person": ("identifier",)}
SEVERAL_COLUMNS = {
    "targets": (), "features": (), "columns": (), "drop": (), "importance": ("quasi-identifier",),
}  # fmt: skip
GREEK = {
    "alpha": "α", "beta": "β", "delta": "δ", "epsilon": "ε", "delta_min": "δ min",
    "delta_max": "δ max", "search_epsilon": "ε of the search",
}  # fmt: skip
OURS = {
    "gs_factor": "Generalize or suppress",
    "arx_compatible": "As ARX computes it",
    "t": "t", "k": "k", "l": "l", "c": "c",
    "bin_size": "Smallest bin",
    "maximum_outliers": "Outliers at most",
}  # fmt: skip


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


@dataclass(frozen=True)
class Field:
    """One parameter.

    Attributes:
        name: Its key.
        label: Its name for people.
        kind: Which control it needs: switch, choice, choices, integer, number, text, list, free,
            column, columns, by-column, section, sections.
        meaning: What it is for; may be empty.
        hint: Which values it takes, in words; may be empty.
        needed: Whether it must be given.
        default: Its value if it is not given.
        options: What can be chosen; empty where anything can be typed.
        nullable: Whether it can be left empty.
        inner: The fields of a section, or of each of several sections; otherwise empty.
        schema: The schema whose `$defs` its references point to.
        about: Its own schema, without null and references.
    """

    name: str
    label: str
    kind: str
    meaning: str
    hint: str
    needed: bool
    default: Any
    options: tuple[str, ...]
    nullable: bool
    inner: tuple["Field", ...]
    schema: Mapping[str, Any]
    about: Mapping[str, Any]


def fields_of(
    schema: Mapping[str, Any],
    columns: Mapping[str, str] | None = None,
    meanings: Mapping[str, str] | None = None,
    root: Mapping[str, Any] | None = None,
) -> tuple[Field, ...]:
    """The fields of an object schema, in its order.

    Args:
        schema: The schema of an object.
        columns: The study's columns, each with its role.
        meanings: What parameters are for; otherwise the description tells it.
        root: The schema that holds the definitions, where it is another one.
    """
    root = root or schema
    described = attributes(str(schema.get("description", ""))) | dict(meanings or {})
    needed = schema.get("required", ())
    return tuple(
        _field(name, about, root, name in needed, described.get(name, ""), columns or {})
        for name, about in schema.get("properties", {}).items()
    )


def field_of(
    name: str, about: Mapping[str, Any], schema: Mapping[str, Any], columns: Mapping[str, str]
) -> Field:
    """The field of a value that is no parameter of an object, such as the value for one column.

    It need not be given.
    """
    return _field(name, about, schema, False, "", columns)


def _field(
    name: str,
    given: Mapping[str, Any],
    schema: Mapping[str, Any],
    needed: bool,
    meaning: str,
    columns: Mapping[str, str],
) -> Field:
    """The field of one parameter; without a meaning, a section is described by its own schema."""
    about, nullable = resolve(given, schema)
    kind = _kind(name, about, schema)
    options = _options(name, kind, about, schema, columns)
    inner = _inner(kind, about, schema, columns)
    hint = "" if kind in {"section", "sections", "by-column", "switch"} else _hint(given, schema)
    known = meaning or (str(about.get("description", "")).partition("\n")[0] if inner else "")
    return Field(
        name, label_of(name), kind, known, hint, needed, given.get("default"),
        options, nullable or not needed, inner, schema, about,
    )  # fmt: skip


def resolve(given: Mapping[str, Any], schema: Mapping[str, Any]) -> tuple[Mapping[str, Any], bool]:
    """A schema without references and null, and whether null is allowed.

    Where `anyOf` has only one schema besides null, that schema takes its place; otherwise the
    result has an `anyOf` without null.

    Args:
        given: The schema of a parameter.
        schema: The schema that holds `$defs`.
    """
    if "$ref" in given:
        return resolve(schema["$defs"][given["$ref"].rpartition("/")[2]], schema)
    kinds = [one for one in given.get("anyOf", ()) if one.get("type") != "null"]
    nullable = len(kinds) < len(given.get("anyOf", ()))
    if len(kinds) == 1:
        around = without(given, "anyOf", "default")
        return resolve({**around, **kinds[0]}, schema)[0], nullable
    return ({**given, "anyOf": kinds} if kinds else given), nullable


def _kind(name: str, about: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """The kind of control (see `Field.kind`); "free" for whatever has no control of its own."""
    if "anyOf" in about:
        kinds = {resolve(one, schema)[0].get("type") for one in about["anyOf"]}
        return "number" if kinds <= NUMBERS else "free"
    if "enum" in about or "const" in about:
        return "choice"
    if about.get("type") == "array":
        return _list_kind(name, about, schema)
    if about.get("type") == "object":
        return _object_kind(about)
    if about.get("type") == "string":
        return "column" if name in ONE_COLUMN else "text"
    return {"boolean": "switch", "integer": "integer", "number": "number"}.get(
        str(about.get("type")), "free"
    )


def _list_kind(name: str, about: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """The kind of control of a list: by its items, and for lists of columns by its name."""
    items, _ = resolve(about.get("items", {}), schema)
    if "enum" in items:
        return "choices"
    if items.get("type") == "object" and "properties" in items:
        return "sections"
    if items.get("type") == "string" and name in SEVERAL_COLUMNS:
        return "columns"
    return "list" if items.get("type") in {"string", *NUMBERS} else "free"


def _object_kind(about: Mapping[str, Any]) -> str:
    """The control of an object: a section if the schema names its keys, else by column or free."""
    if "properties" in about:
        return "section"
    values = about.get("additionalProperties")
    return "by-column" if isinstance(values, Mapping) and not about.get("propertyNames") else "free"


def _options(
    name: str,
    kind: str,
    about: Mapping[str, Any],
    schema: Mapping[str, Any],
    columns: Mapping[str, str],
) -> tuple[str, ...]:
    """What can be chosen in a field of this kind; empty if it offers no choice."""
    if kind == "choice":
        return tuple(map(str, about.get("enum", [about.get("const")])))
    if kind == "choices":
        return tuple(map(str, resolve(about["items"], schema)[0]["enum"]))
    if kind == "column":
        return columns_with_role(columns, ONE_COLUMN[name])
    if kind == "columns":
        return columns_with_role(columns, SEVERAL_COLUMNS[name])
    return columns_with_role(columns, ("quasi-identifier",)) if kind == "by-column" else ()


def columns_with_role(columns: Mapping[str, str], roles: Iterable[str]) -> tuple[str, ...]:
    """The columns of these roles; all columns if no role is given."""
    asked = set(roles)
    return tuple(name for name, role in columns.items() if not asked or role in asked)


def _inner(
    kind: str, about: Mapping[str, Any], schema: Mapping[str, Any], columns: Mapping[str, str]
) -> tuple[Field, ...]:
    """The fields inside a section, or inside each of several sections."""
    if kind == "section":
        return fields_of(about, columns, root=schema)
    if kind == "sections":
        return fields_of(resolve(about["items"], schema)[0], columns, root=schema)
    return ()


def _hint(given: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Which values a field takes, in the words of the reference pages."""
    words = takes(given, schema).replace("`", "").replace(" or nothing", "")
    words = ENDLESS.sub("", words)
    return words[:1].upper() + words[1:]


def label_of(name: str) -> str:
    """The label of a parameter: `share_at_risk` becomes Share at risk."""
    if name in GREEK:
        return GREEK[name]
    words = name.replace("_", " ").replace("-", " ")
    return OURS.get(name, words[:1].upper() + words[1:])
