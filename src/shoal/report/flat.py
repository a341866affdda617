"""Parts of a report that may be missing or nested, as plain values in their order."""

from collections.abc import Iterable, Mapping
from typing import Any

from shoal.report.words import label

Row = dict[str, Any]


def flat(value: object, name: str = "") -> list[Row]:
    """Nested results as named values, in their order."""
    if isinstance(value, Mapping):
        nested = [flat(x, f"{name} {key}".strip()) for key, x in value.items()]
        return [entry for entries in nested for entry in entries]
    if isinstance(value, list | tuple) and value and all(isinstance(x, str) for x in value):
        value = ", ".join(value)
    if isinstance(value, list | tuple):
        return flat({str(place + 1): x for place, x in enumerate(value)}, name)
    if value is None and not name:
        return []
    return [{"name": label(name, 80) if name else "", "value": value}]


def mapped(value: object) -> Row:
    """A mapping, or an empty one where there is none."""
    return dict(value) if isinstance(value, Mapping) else {}


def listed(value: object) -> list[Any]:
    """A list, or an empty one where there is none."""
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str) else []
