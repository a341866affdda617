"""Writes docs/reference from the code: one page per name that a study can use.

A page is made of what a plugin declares anyway: its card, docstring, module docstring, and the
schema of its parameters. `make docs` runs this; a test fails where pages and code differ.
"""

import inspect
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from shoal.registry import Registry
from shoal.report import plugin_words as words
from shoal.study.keys import plugins

REFERENCE = Path(__file__).parent / "reference"
FAMILIES = {
    "privacy": plugins.privacy_models,
    "quality": plugins.quality_models,
    "search": plugins.strategies,
    "methods": plugins.methods,
    "hierarchies": plugins.builders,
    "aggregates": plugins.aggregates,
    "pseudonyms": plugins.pseudonym_methods,
    "learning": plugins.learning_models,
}
HEADINGS = {
    "privacy": "Privacy models",
    "quality": "Quality models",
    "search": "Search strategies",
    "methods": "Methods",
    "hierarchies": "Hierarchy builders",
    "aggregates": "Aggregate functions",
    "pseudonyms": "Pseudonym methods",
    "learning": "Learning models",
}
# How each family stands in a study, around the settings of one member.
IN_A_STUDY = {
    "privacy": "privacy: [{}]",
    "quality": "quality: {}",
    "search": "search: {}",
    "methods": "method: {}",
    "hierarchies": "columns: {{age: {{role: quasi-identifier, hierarchy: {}}}}}",
    "pseudonyms": "columns: {{ssn: {{role: identifier, pseudonym: {}}}}}",
    "learning": "evaluate: {{models: [{}]}}",
    "aggregates": "columns: {{age: {{role: quasi-identifier, type: integer, aggregate: {}}}}}",
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
    return [name for name in family if family.class_of(name).__module__.startswith("shoal.")]


def _index(families: Mapping[str, Registry[Any]]) -> str:
    lines = ["# What a study can name", "", "Written by `make docs` from the code; do not edit."]
    for folder, family in families.items():
        lines += ["", f"## {HEADINGS[folder]}", ""]
        for name in _ours(family):
            lines.append(
                f"- [`{name}`]({folder}/{name}.md): {words.definition(family.class_of(name))}"
            )
        later = [f"`{name}`" for name in family.planned if name not in family]
        lines += ["", f"Not yet available: {', '.join(later)}."] if later else []
    return "\n".join(lines) + "\n"


def _page(folder: str, family: Registry[Any], name: str) -> str:
    cls, schema = family.class_of(name), family.schema(name)
    shown = IN_A_STUDY[folder].format(words.settings(family.key, name, schema))
    monotonic = words.monotonic(cls)
    parts = [
        f"# {name}",
        f"*{family.kind}* · [all names](../README.md)",
        words.explanation(cls),
        f"```yaml\n{shown}\n```",
        *_parameters(cls, schema),
        *(f"**{title}.** {text}" for title, text in words.from_card(family.card(name)).items()),
        *([f"Monotonic: {monotonic}"] if monotonic else []),
        f"## Background\n\n{words.background(cls)}",
    ]
    return "\n\n".join(parts) + "\n"


def _parameters(cls: type, schema: Mapping[str, Any]) -> Iterator[str]:
    found = words.parameters(cls, schema)
    if not found:
        yield "It has no parameters."
        return
    lines = ["| parameter | what it takes | default | meaning |", "|---|---|---|---|"]
    for one in found:
        otherwise = f"`{one.default}`" if one.default else "–"
        cells = f"`{one.name}`", one.takes, "needed" if one.needed else otherwise, one.meaning
        lines.append(f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |")
    yield "\n".join(lines)
    yield from _sections(schema)


def _sections(schema: Mapping[str, Any]) -> Iterator[str]:
    """What stands in the mappings that parameters take."""
    for name, section in schema.get("$defs", {}).items():
        if "properties" in section:
            text = inspect.cleandoc(section.get("description", ""))
            summary, _, _ = text.partition("\n")
            keys = [f"- `{key}`: {meaning}" for key, meaning in words.attributes(text).items()]
            yield f"### `{name.lower()}`\n\n{summary}\n\n" + "\n".join(keys)


if __name__ == "__main__":
    main()
