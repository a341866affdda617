"""The lines of the list of columns: what the study says, suggestions with reasons, and warnings."""

from collections.abc import Iterable, Mapping
from typing import TypedDict

from shoal.report.numbers import percent
from shoal.report.types.profile import ProfileColumn
from shoal.server.stored.study_keys import StoredColumn
from shoal.web.pages.data.profiles import Profile

LEFT_OUT = "left out of the proposal, because ten quasi-identifiers are enough"
PROMOTED = "no name of a column tells what others may know, so they might know this"
REPEATS = "records repeat an identifier here"


class Suggestion(TypedDict):
    """The role that is proposed for a column, and why.

    Attributes:
        role: The role; empty: leave the column out of the study.
        reason: Why.
        certain: Whether there is little doubt.
    """

    role: str
    reason: str
    certain: bool


class Counted(TypedDict):
    """What was counted in a column; shares are texts."""

    distinct: int
    distinct_share: str
    missing: int
    missing_share: str


class Line(TypedDict):
    """One column as the list shows it.

    Attributes:
        name: Its name.
        role: Its role in the study; empty if the study does not name it.
        type: Its type in the study.
        looks: The type that its values look like; None before the table was profiled.
        suggested: The role that is proposed; None before the table was profiled.
        facts: What was counted; None before the table was profiled.
        warnings: Why it could identify people, or why a run would refuse it.
        there: Whether the table has the column.
    """

    name: str
    role: str
    type: str
    looks: str | None
    suggested: Suggestion | None
    facts: Counted | None
    warnings: list[str]
    there: bool


def lines(
    names: Iterable[str], columns: Mapping[str, StoredColumn], profile: Profile | None
) -> list[Line]:
    """One line for each column of the table, then for those that only the study names.

    Args:
        names: The columns of the table.
        columns: What the study says about columns.
        profile: What `profile` found; None if nobody has looked yet.
    """
    known = list(names)
    seen = {one["name"]: one for one in profile["columns"]} if profile else {}
    proposed = profile["study"]["columns"] if profile else {}
    absent = [name for name in columns if name not in set(known)]
    return [
        _line(name, columns.get(name, {}), seen.get(name), proposed, there)
        for all_names, there in ((known, True), (absent, False))
        for name in all_names
    ]


def _line(
    name: str,
    keys: StoredColumn,
    seen: ProfileColumn | None,
    proposed: Mapping[str, StoredColumn],
    there: bool,
) -> Line:
    """The line of one column; `seen` is what the profile found in it."""
    role = str(keys.get("role", ""))
    return {
        "name": name,
        "role": role,
        "type": str(keys.get("type", "string")),
        "looks": seen["type"] if seen else None,
        "suggested": suggestion(name, seen, proposed),
        "facts": _facts(seen) if seen else None,
        "warnings": [*warnings(role, seen), *_unreadable(role, keys, seen)],
        "there": there,
    }


def _facts(seen: ProfileColumn) -> Counted:
    return {
        "distinct": seen["distinct"],
        "distinct_share": percent(seen["distinct_share"]),
        "missing": seen["missing"],
        "missing_share": percent(seen["missing_share"]),
    }


def suggestion(
    name: str, seen: ProfileColumn | None, proposed: Mapping[str, StoredColumn]
) -> Suggestion | None:
    """The role that is proposed for a column, and why; None before the table was profiled."""
    if not seen:
        return None
    if name not in proposed:
        return {"role": "", "reason": f"{seen['reason']}; {LEFT_OUT}", "certain": seen["certain"]}
    role = proposed[name]["role"]
    if role == seen["role"]:
        return {"role": role, "reason": seen["reason"], "certain": seen["certain"]}
    reason = PROMOTED if role == "quasi-identifier" else REPEATS
    return {"role": role, "reason": reason, "certain": False}


def warnings(role: str, seen: ProfileColumn | None) -> list[str]:
    """Why a column could identify people in the role that it has."""
    if not seen or role in {"", "identifier"}:
        return []
    suspicions = [_sentence(one["reason"]) for one in seen["suspicions"]]
    # Generalization makes precise values harmless.
    return suspicions if role != "quasi-identifier" else suspicions[:1]


def _unreadable(role: str, keys: StoredColumn, seen: ProfileColumn | None) -> list[str]:
    """A warning if the type does not fit all values, since a run would refuse them."""
    if not role or not seen:
        return []
    type, looks = keys.get("type", "string"), seen["type"]
    if type in {"string", "ordered", looks} or (type, looks) == ("decimal", "integer"):
        return []
    return [f"Not all values can be read as {type}; a run would refuse them."]


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def count_roles(columns: Mapping[str, StoredColumn]) -> dict[str, int]:
    """How many columns have each role."""
    counts: dict[str, int] = {}
    for keys in columns.values():
        counts[keys.get("role", "")] = counts.get(keys.get("role", ""), 0) + 1
    return counts
