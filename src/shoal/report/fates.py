"""What became of every column, and how many records look like no other, in words."""

from typing import Literal, TypedDict

from shoal.report.flat import as_list, as_mapping
from shoal.report.numbers import is_number, number, percent
from shoal.report.types.sections import Fate, Unique
from shoal.report.types.summary import Summary
from shoal.report.words import label

WORDS = {
    "removed": "removed",
    "grouped": "grouped",
    "unchanged": "unchanged",
    "blanked": "unchanged but for blank cells",
    "changed": "shown with other values",
    "replaced": "replaced by pseudonyms or moved dates",
    "not named": "not released: the study does not name it",
}
UNIQUE: tuple[tuple[str, Literal["quasi_identifiers", "with_sensitive"] | None, str], ...] = (
    ("Unique records", "quasi_identifiers", "quasi-identifiers"),
    ("Unique with insensitive columns", None, "quasi-identifiers and insensitive columns"),
    ("Unique with sensitive columns", "with_sensitive", "all of these and sensitive columns"),
)


class FateRow(TypedDict):
    """What became of a column, in words."""

    name: str
    role: str
    fate: str
    told: str
    values: str


class Fact(TypedDict):
    """A figure with its name and its meaning."""

    name: str
    value: str
    meaning: str


def fates_of(summary: Summary) -> list[FateRow]:
    """Every column of the input: its role, what became of it, its values before and after."""
    return [
        {
            "name": label(column.get("name")),
            "role": label(column.get("role") or "–"),
            "fate": str(column.get("fate")),
            "told": WORDS.get(str(column.get("fate")), label(column.get("fate"))),
            "values": _values(column),
        }
        for column in map(as_mapping, as_list(summary.get("columns")))
    ]


def uniqueness_of(summary: Summary) -> list[Fact]:
    """How many records look like no other, by which columns; empty if they were not counted."""
    whole = as_mapping(summary.get("uniqueness"))
    sides: list[tuple[str, Unique, str]] = [
        (name, whole if key is None else as_mapping(whole.get(key)), by) for name, key, by in UNIQUE
    ]
    return [
        {
            "name": name,
            "value": f"{number(side['unique'])} ({percent(side.get('share'))})",
            "meaning": f"Records of the release that look like no other by {by}.",
        }
        for name, side, by in sides
        if is_number(side.get("unique"))
    ]


def _values(column: Fate) -> str:
    """How many different values a column had, and has."""
    before, after = column.get("before"), column.get("after")
    if not (is_number(before) and is_number(after)):
        return "–"
    return f"{number(before)} → {number(after)}"
