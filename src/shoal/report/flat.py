"""Parts of a report that may be missing or nested: a missing part is empty, a nested one flat."""

from collections.abc import Iterable, Mapping
from typing import TypeVar, cast, overload

from shoal.report.types.page import Entry
from shoal.report.words import label
from shoal.study.keys.plain import Json, Settings

Keys = TypeVar("Keys", bound=Mapping[str, object])
Part = TypeVar("Part")


def flat(value: object, name: str = "") -> list[Entry]:
    """Nested results as a list of named values, in their order; inner names follow outer ones.

    A list of texts is one value. The name is empty for a value that is not nested.
    """
    if isinstance(value, Mapping):
        nested = [flat(x, f"{name} {key}".strip()) for key, x in value.items()]
        return [entry for entries in nested for entry in entries]
    if isinstance(value, list | tuple) and value and all(isinstance(x, str) for x in value):
        value = ", ".join(value)
    if isinstance(value, list | tuple):
        return flat({str(place + 1): x for place, x in enumerate(value)}, name)
    if value is None and not name:
        return []
    return [{"name": label(name, 80) if name else "", "value": cast(Json, value)}]


@overload
def as_mapping(value: Keys | None) -> Keys: ...  # type: ignore[overload-overlap]
@overload
def as_mapping(value: object) -> Settings: ...
def as_mapping(value: object) -> object:
    """A copy of a mapping; empty if there is none, as in runs of older versions."""
    return dict(value) if isinstance(value, Mapping) else {}


@overload
def as_list(value: list[Part] | None) -> list[Part]: ...  # type: ignore[overload-overlap]
@overload
def as_list(value: object) -> list[Json]: ...
def as_list(value: object) -> object:
    """The elements as a list; empty if there are none, or if the value is a text."""
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str) else []
