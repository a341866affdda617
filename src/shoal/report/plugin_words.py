"""What a plugin declares about itself, in words: for the command `models` and the reference pages.

All of it comes from the code: card, docstring, module docstring and schema of parameters.
"""

import inspect
import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shoal.card import Card, Measure, read_section

NUMBERS = {"integer": "whole number", "number": "number"}
WORDS = {"string": "text", "boolean": "true or false", "object": "mapping", "null": "nothing"}
LIMITS = {
    "minimum": "at least {}",
    "exclusiveMinimum": "above {}",
    "gt": "above {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "below {}",
}


@dataclass(frozen=True)
class Parameter:
    """One parameter of a plugin.

    Attributes:
        name: Its name in a study.
        takes: The values that it takes, with their bounds.
        needed: Whether it must be given.
        default: Its value if a study leaves it out, as a study would write it; may be empty.
        meaning: What it is for.
    """

    name: str
    takes: str
    needed: bool
    default: str
    meaning: str


def definition(plugin: type) -> str:
    """What a plugin is: the first line of its docstring."""
    return explanation(plugin).partition("\n")[0]


def explanation(plugin: type) -> str:
    """What a plugin is: its docstring without the attributes."""
    return _documentation(plugin).partition("\nAttributes:")[0].strip()


def background(plugin: type) -> str:
    """Where a plugin comes from: the docstring of its module, which cites the source."""
    return inspect.cleandoc(sys.modules[plugin.__module__].__doc__ or "")


def from_card(card: Card) -> dict[str, str]:
    """What a card says, by title; without what does not apply."""
    texts = {
        "In plain words": card.says,
        "Promise": card.promise,
        "Measured": None if card.measure is None else _measure(card.measure, card.symbol),
        "When to use it": " ".join(filter(None, [card.advice, card.more])),
        "References": "; ".join(card.references),
    }
    return {title: text for title, text in texts.items() if text}


def _measure(measure: Measure, symbol: str | None) -> str:
    letter = f"{symbol}, " if symbol else ""
    unit = f" ({measure.unit})" if measure.unit else ""
    return f"{letter}{measure.name}{unit}. {measure.means}"


def monotonic(plugin: type) -> str | None:
    """When a promise stays true as classes are merged; None if the plugin does not say."""
    declared = getattr(plugin, "monotonic", None)
    if isinstance(declared, property):  # it depends on the parameters
        said = inspect.getdoc(declared) or ""
        return f"{said[:1].lower()}{said[1:]}"
    if declared is None or isinstance(declared, bool):  # some losses have a switch
        return None
    return f"{declared.value}."


def parameters(plugin: type, schema: Mapping[str, Any]) -> list[Parameter]:
    """All parameters of a plugin in the order of their declaration.

    Args:
        plugin: The class; the docstrings of its parents explain parameters, too.
        schema: The JSON schema of its parameters.
    """
    families = [cls for cls in reversed(plugin.__mro__) if cls is not object]
    meanings = {k: v for cls in families for k, v in attributes(_documentation(cls)).items()}
    return [
        Parameter(
            name,
            takes(about, schema),
            name in schema.get("required", ()),
            _default(about),
            meanings.get(name, ""),
        )
        for name, about in schema.get("properties", {}).items()
    ]


def settings(key: str, name: str, schema: Mapping[str, Any]) -> str:
    """How a study writes a plugin, with the parameters that must be given: `{model: …, k: …}`.

    Args:
        key: Under which key a study names it, such as `model`.
        name: Its name.
        schema: The JSON schema of its parameters.
    """
    needed = "".join(f", {parameter}: …" for parameter in schema.get("required", ()))
    return f"{{{key}: {name}{needed}}}"


def takes(about: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """The values that a parameter takes, with their bounds, in words.

    Args:
        about: The part of the schema that is about it.
        schema: The whole schema, where references are looked up.
    """
    if "$ref" in about:
        return takes(schema["$defs"][about["$ref"].rpartition("/")[2]], schema)
    if "enum" in about:
        return ", ".join(f"`{value}`" for value in about["enum"])
    limits = [text.format(about[key]) for key, text in LIMITS.items() if key in about]
    return ", ".join([_kind(about, schema), *limits])


def attributes(docstring: str) -> dict[str, str]:
    """The part `Attributes:` of a docstring, by name, each on one line."""
    return dict(read_section(docstring, "Attributes"))


def _documentation(plugin: type) -> str:
    return inspect.cleandoc(plugin.__doc__ or "")


def _default(about: Mapping[str, Any]) -> str:
    """The default as JSON, without keys that are null; empty if there is none."""
    value = about.get("default")
    if isinstance(value, dict):
        value = {key: inner for key, inner in value.items() if inner is not None}
    return "" if value in (None, {}, []) else json.dumps(value, ensure_ascii=False)


def _kind(about: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """The type of a parameter in words, without its bounds."""
    if "anyOf" in about:
        kinds = [takes(part, schema) for part in about["anyOf"] if part.get("type") != "null"]
        exact = [kind for kind in kinds if kind != "whole number" or "number" not in kinds]
        return " or ".join(dict.fromkeys(exact))
    if "prefixItems" in about:
        return f"[{', '.join(takes(part, schema) for part in about['prefixItems'])}]"
    kind = about.get("type", "")
    if kind == "array":
        return f"list of {takes(about.get('items', {}), schema)}"
    return NUMBERS.get(kind) or ("path" if about.get("format") == "path" else WORDS.get(kind, kind))
