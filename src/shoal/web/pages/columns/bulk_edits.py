"""Changes that can be made to several columns at once; nothing here touches a page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from shoal.server.stored.study_keys import StoredColumn, without
from shoal.study.keys.plain import Settings
from shoal.web.pages.columns.words import QUASI, builder_name

LEVELS = ("hierarchy", "min_level", "max_level", "aggregate")


@dataclass(frozen=True)
class Edit:
    """A change that is made to each selected column.

    Attributes:
        title: What it is called.
        apply: Returns the new keys of a column.
        refuse: Returns why a column stays as it is; empty if it is changed.
    """

    title: str
    apply: Callable[[StoredColumn], StoredColumn]
    refuse: Callable[[StoredColumn], str]


def changes(
    edit: Edit, columns: Mapping[str, StoredColumn]
) -> tuple[dict[str, StoredColumn], dict[str, str]]:
    """What an edit does to columns, whose keys are given by name.

    Returns:
        The new keys of the columns that change, and for each other column the reason why not.
    """
    reasons = {name: edit.refuse(keys) for name, keys in columns.items()}
    left = {name: reason for name, reason in reasons.items() if reason}
    changed = {name: edit.apply(keys.copy()) for name, keys in columns.items() if name not in left}
    same = {name: "is so already" for name, keys in changed.items() if keys == columns[name]}
    return {name: keys for name, keys in changed.items() if name not in same}, {**left, **same}


def _with(hierarchy: Settings) -> Callable[[StoredColumn], StoredColumn]:
    """An edit that gives a column this hierarchy, with all levels, instead of what it had."""

    def apply(keys: StoredColumn) -> StoredColumn:
        return {**without(keys, *LEVELS), "hierarchy": dict(hierarchy)}

    return apply


def _not_quasi(keys: StoredColumn) -> str:
    """Why an edit for quasi-identifiers is refused; empty for a quasi-identifier."""
    return "" if keys.get("role") == QUASI else "is no quasi-identifier"


def _has_one(keys: StoredColumn) -> str:
    """Why a column gets no hierarchy: it has one or an aggregate, or it is no quasi-identifier."""
    if keys.get("aggregate") or keys.get("hierarchy"):
        return "has one already"
    return _not_quasi(keys)


def _no_code(keys: StoredColumn) -> str:
    """Why values cannot be masked as codes; empty if they can."""
    if keys.get("type", "string") not in {"string", "integer"}:
        return f"its type is {keys['type']}, so it is no code"
    return _not_quasi(keys)


def _no_date(keys: StoredColumn) -> str:
    """Why values cannot be generalized as dates; empty if they can."""
    return _not_quasi(keys) if keys.get("type") == "date" else "its values are no dates"


def _has_levels(keys: StoredColumn) -> str:
    """Why the lowest level cannot be forbidden; empty if the column has levels above it."""
    if builder_name(keys) in {"", "identity"} or keys.get("aggregate"):
        return "has no levels"
    return _not_quasi(keys)


def _reset(keys: StoredColumn) -> StoredColumn:
    """The keys without anything about what becomes of the values."""
    return without(keys, *LEVELS, "weight", "pseudonym", "shift")


def _never_as_it_is(keys: StoredColumn) -> StoredColumn:
    return {**keys, "min_level": max(1, int(keys.get("min_level") or 0))}


def _all_levels(keys: StoredColumn) -> StoredColumn:
    return without(keys, "min_level", "max_level")


EDITS = {
    "automatic": Edit("Automatic hierarchy", _with({"builder": "automatic"}), _not_quasi),
    "missing": Edit("Automatic where there is none", _with({"builder": "automatic"}), _has_one),
    "masking": Edit("Masking, for codes", _with({"builder": "masking"}), _no_code),
    "priorities": Edit("Rare values first", _with({"builder": "priorities"}), _not_quasi),
    "dates": Edit(
        "Dates: month, quarter, year",
        _with({"builder": "dates", "granularities": ["month", "quarter", "year"],
               "always_root": True}),
        _no_date,
    ),
    "suppression": Edit(
        "All or nothing: values, or *", _with({"builder": "suppression"}), _not_quasi
    ),
    "keep": Edit("Keep as they are", _with({"builder": "identity"}), _not_quasi),
    "never": Edit("Never release values as they are", _never_as_it_is, _has_levels),
    "levels": Edit("Allow all levels", _all_levels, _not_quasi),
    "reset": Edit("Reset", _reset, lambda _: ""),
}  # fmt: skip
