"""Writes docs/reference from the code: one page per name that a study can use.

A page is made of what a plugin declares anyway: docstring, module docstring (its source), and the
schema of its parameters. `make docs` runs this; a test fails where pages and code differ.
"""

import inspect
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from shoal.registry import Registry
from shoal.service import plugins

REFERENCE = Path(__file__).parent / "reference"
FAMILIES = {
    "privacy": plugins.privacy_models,
    "quality": plugins.quality_models,
    "search": plugins.strategies,
    "hierarchies": plugins.builders,
    "aggregates": plugins.aggregates,
}
HEADINGS = {
    "privacy": "Privacy models",
    "quality": "Quality models",
    "search": "Search strategies",
    "hierarchies": "Hierarchy builders",
    "aggregates": "Aggregate functions",
}
# How each family stands in a study, around the settings of one member.
IN_A_STUDY = {
    "privacy": "privacy: [{}]",
    "quality": "quality: {}",
    "search": "search: {}",
    "hierarchies": "columns: {{age: {{role: quasi-identifier, hierarchy: {}}}}}",
    "aggregates": "columns: {{age: {{role: quasi-identifier, type: integer, aggregate: {}}}}}",
}
NUMBERS = {"integer": "whole number", "number": "number"}
WORDS = {"string": "text", "boolean": "true or false", "object": "mapping", "null": "nothing"}
LIMITS = {
    "minimum": "at least {}",
    "exclusiveMinimum": "above {}",
    "gt": "above {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "below {}",
}


def main() -> None:
    """Write every page, and remove pages of names that are gone."""
    pages = {REFERENCE / place: text for place, text in all_pages().items()}
    for old in {*REFERENCE.rglob("*.md")} - set(pages):
        old.unlink()
    for path, text in pages.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(pages)} pages are in {REFERENCE.name}.\n")


def all_pages() -> dict[str, str]:
    """The text of every page by its path inside docs/reference."""
    families = {folder: find() for folder, find in FAMILIES.items()}
    pages = {"README.md": _index(families)}
    for folder, family in families.items():
        for name in _ours(family):
            pages[f"{folder}/{name}.md"] = _page(folder, family, name)
    return pages


def _ours(family: Registry[Any]) -> list[str]:
    """Names that Shoal itself registers, not those of other packages or of a running test."""
    return [name for name in family if family.named(name).__module__.startswith("shoal.")]


def _index(families: Mapping[str, Registry[Any]]) -> str:
    lines = ["# What a study can name", "", "Written by `make docs` from the code; do not edit."]
    for folder, family in families.items():
        lines += ["", f"## {HEADINGS[folder]}", ""]
        for name in _ours(family):
            lines.append(f"- [`{name}`]({folder}/{name}.md): {_first_line(family.named(name))}")
        later = [f"`{name}`" for name in family.planned if name not in family]
        lines += ["", f"Not yet available: {', '.join(later)}."] if later else []
    return "\n".join(lines) + "\n"


def _page(folder: str, family: Registry[Any], name: str) -> str:
    cls, schema = family.named(name), family.schema(name)
    text, _, _ = inspect.cleandoc(cls.__doc__ or "").partition("\nAttributes:")
    parts = [
        f"# {name}",
        f"*{family.kind}* · [all names](../README.md)",
        text.strip(),
        "```yaml\n" + _in_a_study(folder, family.key, name, schema) + "\n```",
        *_parameters(cls, schema),
        *_declared(cls),
        f"## Background\n\n{inspect.cleandoc(sys.modules[cls.__module__].__doc__ or '')}",
    ]
    return "\n\n".join(parts) + "\n"


def _in_a_study(folder: str, key: str, name: str, schema: Mapping[str, Any]) -> str:
    needed = "".join(f", {parameter}: …" for parameter in schema.get("required", ()))
    return IN_A_STUDY[folder].format(f"{{{key}: {name}{needed}}}")


def _declared(cls: type) -> Iterator[str]:
    """What the plugin declares about itself, where it declares anything."""
    monotonic = getattr(cls, "monotonic", None)
    if isinstance(monotonic, property):  # it depends on the parameters
        said = inspect.getdoc(monotonic) or ""
        yield f"Monotonic: {said[:1].lower()}{said[1:]}"
    elif monotonic is not None and not isinstance(monotonic, bool):  # some losses have a switch
        yield f"Monotonic: {monotonic.value}."


def _parameters(cls: type, schema: Mapping[str, Any]) -> Iterator[str]:
    properties = schema.get("properties", {})
    if not properties:
        yield "It has no parameters."
        return
    lines = ["| parameter | what it takes | default | meaning |", "|---|---|---|---|"]
    meanings = _meanings(cls)
    for name, about in properties.items():
        default = "needed" if name in schema.get("required", ()) else _default(about)
        cells = f"`{name}`", _takes(about, schema), default, meanings.get(name, "")
        lines.append(f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |")
    yield "\n".join(lines)
    yield from _sections(schema)


def _sections(schema: Mapping[str, Any]) -> Iterator[str]:
    """What stands in the mappings that parameters take."""
    for name, section in schema.get("$defs", {}).items():
        if "properties" in section:
            text = inspect.cleandoc(section.get("description", ""))
            summary, _, _ = text.partition("\n")
            keys = [f"- `{key}`: {meaning}" for key, meaning in _attributes(text).items()]
            yield f"### `{name.lower()}`\n\n{summary}\n\n" + "\n".join(keys)


def _default(about: Mapping[str, Any]) -> str:
    value = about.get("default")
    if isinstance(value, dict):
        value = {key: inner for key, inner in value.items() if inner is not None}
    return "–" if value in (None, {}, []) else f"`{json.dumps(value, ensure_ascii=False)}`"


def _takes(about: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """The values that a parameter takes, in words."""
    if "$ref" in about:
        return _takes(schema["$defs"][about["$ref"].rpartition("/")[2]], schema)
    if "enum" in about:
        return ", ".join(f"`{value}`" for value in about["enum"])
    limits = [text.format(about[key]) for key, text in LIMITS.items() if key in about]
    return ", ".join([_kind(about, schema), *limits])


def _kind(about: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    if "anyOf" in about:
        kinds = [_takes(one, schema) for one in about["anyOf"] if one.get("type") != "null"]
        exact = [kind for kind in kinds if kind != "whole number" or "number" not in kinds]
        return " or ".join(dict.fromkeys(exact))
    if "prefixItems" in about:
        return f"[{', '.join(_takes(one, schema) for one in about['prefixItems'])}]"
    kind = about.get("type", "")
    if kind == "array":
        return f"list of {_takes(about.get('items', {}), schema)}"
    return NUMBERS.get(kind) or ("path" if about.get("format") == "path" else WORDS.get(kind, kind))


def _meanings(cls: type) -> dict[str, str]:
    return _attributes(inspect.cleandoc(cls.__doc__ or ""))


def _attributes(docstring: str) -> dict[str, str]:
    """The part `Attributes:` of a docstring, by name, each on one line."""
    _, _, text = docstring.partition("\nAttributes:\n")
    found = re.findall(r"^    (\w+): (.*(?:\n        .*)*)", text, re.MULTILINE)
    return {name: " ".join(meaning.split()) for name, meaning in found}


def _first_line(cls: type) -> str:
    return inspect.cleandoc(cls.__doc__ or "").partition("\n")[0]


if __name__ == "__main__":
    main()
