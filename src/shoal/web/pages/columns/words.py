"""What a study says about a column, in a few words."""

from collections.abc import Mapping, Sequence

from shoal.data.types import column_types
from shoal.hierarchies import builders
from shoal.report.numbers import count_of
from shoal.server.stored.study_keys import StoredColumn, without

QUASI = "quasi-identifier"
TYPES = {
    name: str(column_types.card(name).title)
    for name in sorted(column_types, key=lambda one: column_types.card(one).place)
}
KEPT = "identity"


def way_of(keys: StoredColumn) -> str:
    """What becomes of the values of a column: generalize, aggregate or keep."""
    if keys.get("aggregate"):
        return "aggregate"
    return "keep" if builder_name(keys) == KEPT else "generalize"


def builder_name(keys: StoredColumn) -> str:
    """The builder of a column's hierarchy: `file` for an uploaded one.

    Quasi-identifiers without a hierarchy get `automatic`; for other columns it is empty.
    """
    given = keys.get("hierarchy")
    if not isinstance(given, Mapping):
        return "automatic" if keys.get("role") == QUASI else ""
    return "file" if "table" in given else str(given.get("builder", "automatic"))


def outcome_words(keys: StoredColumn) -> str:
    """What becomes of the values of a column, in words."""
    role = keys.get("role")
    if role == "undecided":
        return "nothing, before you decide what it is"
    if role == "identifier":
        return _identifier_words(keys.get("pseudonym"))
    if shift := keys.get("shift"):
        return f"shifted by up to {count_of(shift.get('days'), 'day')}"
    if role != QUASI:
        name = builder_name(keys)
        return f"as it is; {hierarchy_words(keys)} for promises" if name else "as it is"
    if aggregate := keys.get("aggregate"):
        return f"{aggregate.get('function')} of the class"
    return hierarchy_words(keys)


def hierarchy_words(keys: StoredColumn) -> str:
    """The hierarchy of a column, in words."""
    name, given = builder_name(keys), keys.get("hierarchy") or {}
    if name == KEPT:
        return "kept as it is"
    if name == "intervals" and given.get("width"):
        return f"intervals of {given['width']}"
    if name == "dates":
        listed = given.get("granularities")
        return ", ".join(map(str, listed)) if isinstance(listed, Sequence) else ""
    return builder_title(name).lower().replace("icd", "ICD")


def builder_title(name: str) -> str:
    """The title of a builder; an unknown name is returned as it is."""
    return str(builders.card(name).title) if name in builders else name


def type_words(keys: StoredColumn) -> str:
    """The type of a column, in words."""
    return TYPES.get(str(keys.get("type", "string")), "text")


def level_range(keys: StoredColumn, height: int) -> tuple[int, int]:
    """The lowest and the highest level that a release may use."""
    highest = keys.get("max_level")
    return keys.get("min_level") or 0, height if highest is None else highest


def within_height(keys: StoredColumn, height: int) -> StoredColumn:
    """The keys without limits above the height of a hierarchy."""
    low, high = keys.get("min_level") or 0, keys.get("max_level") or 0
    fitting = keys if low <= height else without(keys, "min_level")
    return fitting if high <= height else without(fitting, "max_level")


def level_name(level: int, height: int) -> str:
    """The name of a level in a hierarchy of this height: values, level 1, …, top."""
    if level == 0:
        return "values"
    return "top" if level == height else f"level {level}"


def _identifier_words(pseudonym: object) -> str:
    """What becomes of an identifier; `pseudonym` is a method, or a section that names one."""
    method = pseudonym.get("method") if isinstance(pseudonym, Mapping) else pseudonym
    return "not released" if method in {None, "drop"} else f"pseudonym: {method}"
