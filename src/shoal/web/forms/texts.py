"""Converts what a person typed to a value of a study, and back.

A text that cannot be read stays a text: the library then says what is wrong with it. An empty
text becomes EMPTY, and EMPTY an empty text.
"""

import json
from collections.abc import Mapping
from typing import Any

from shoal.api.study_texts import keys_of
from shoal.errors import StudyError
from shoal.study.keys.plain import Settings

Empty = type("Empty", (), {"__repr__": lambda _: "EMPTY"})
EMPTY = Empty()  # nothing was typed or chosen
LONGEST = 2_000  # characters of a field that are read as YAML while a person types


def number_of(text: object) -> Any:  # noqa: ANN401  (a number, a text, or EMPTY)
    """The number that a person typed; a text that is no number is returned as it is."""
    typed = "" if text is None else str(text).strip()
    for read in (int, float):
        try:
            return read(typed)
        except ValueError:
            continue
    return typed or EMPTY


def number_text(value: object) -> str:
    """A number as a person would type it."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return "" if value is None or value is EMPTY else str(value)


def list_of(text: object, numbers: bool = False) -> Any:  # noqa: ANN401
    """The texts between commas as a list, or the numbers if `numbers`; EMPTY if there are none."""
    typed = [part.strip() for part in str(text or "").split(",") if part.strip()]
    return [number_of(part) if numbers else part for part in typed] or EMPTY


def list_text(value: object) -> str:
    """A list as a text with commas; empty for whatever is no list."""
    return ", ".join(map(number_text, value)) if isinstance(value, list | tuple) else ""


def free_of(text: object) -> Any:  # noqa: ANN401  (whatever YAML can say)
    """The value that a text in YAML says; the text itself if it is no YAML or too long."""
    typed = str(text or "").strip()
    if not typed:
        return EMPTY
    if len(typed) > LONGEST:
        return typed
    indented = "\n".join(f"  {line}" for line in typed.splitlines())
    try:
        return keys_of(f"value:\n{indented}\n")["value"]
    except StudyError:
        return typed


def free_text(value: object) -> str:
    """A value as it would stand in a study file, on one line."""
    if value is None or value is EMPTY:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def short(
    given: Mapping[str, Any], defaults: Mapping[str, Any], needed: frozenset[str]
) -> Settings:
    """Only the values that differ from the defaults, and those that must be given."""
    return {
        key: value
        for key, value in given.items()
        if value is not EMPTY and (key in needed or not same(value, defaults.get(key)))
    }


def same(one: object, other: object) -> bool:
    """Whether two values mean the same: true is not 1, and an empty section equals no section."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if one in ({}, [], None) and other in ({}, [], None):
        return True
    return one == other
