"""What is told about each column: what the study says, what was suggested and why, what to mind."""

from collections.abc import Iterable, Mapping
from typing import Any

from shoal.report.numbers import percent

Keys = Mapping[str, Any]
LEFT_OUT = "left out of the proposal, because ten quasi-identifiers are enough"
PROMOTED = "no name of a column tells what others may know, so they might know this"
REPEATS = "records repeat an identifier here"


def lines(
    names: Iterable[str], columns: Mapping[str, Keys], profile: Keys | None
) -> list[dict[str, Any]]:
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
        _line(name, columns.get(name, {}), seen.get(name, {}), proposed) | {"there": there}
        for all_names, there in ((known, True), (absent, False))
        for name in all_names
    ]


def _line(name: str, keys: Keys, seen: Keys, proposed: Mapping[str, Keys]) -> dict[str, Any]:
    role = str(keys.get("role", ""))
    return {
        "name": name,
        "role": role,
        "type": str(keys.get("type", "string")),
        "looks": seen.get("type"),
        "suggested": suggestion(name, seen, proposed),
        "facts": _facts(seen) if seen else None,
        "warnings": [*warnings(role, seen), *_unreadable(role, keys, seen)],
    }


def _facts(seen: Keys) -> dict[str, Any]:
    """What was counted, shares in words."""
    return {
        "distinct": seen["distinct"],
        "distinct_share": percent(seen["distinct_share"]),
        "missing": seen["missing"],
        "missing_share": percent(seen["missing_share"]),
    }


def suggestion(name: str, seen: Keys, proposed: Mapping[str, Keys]) -> dict[str, Any] | None:
    """The role that is proposed for a column, and why; None if nobody has looked yet."""
    if not seen:
        return None
    if name not in proposed:
        return {"role": "", "reason": f"{seen['reason']}; {LEFT_OUT}", "certain": seen["certain"]}
    role = proposed[name]["role"]
    if role == seen["role"]:
        return {"role": role, "reason": seen["reason"], "certain": seen["certain"]}
    reason = PROMOTED if role == "quasi-identifier" else REPEATS
    return {"role": role, "reason": reason, "certain": False}


def warnings(role: str, seen: Keys) -> list[str]:
    """Why a column could give people away in the role that it has."""
    if not seen or role in {"", "identifier"}:
        return []
    found = [_sentence(one["reason"]) for one in seen["suspicions"]]
    # Generalized, a precise value is no danger any more.
    return found if role != "quasi-identifier" else found[:1]


def _unreadable(role: str, keys: Keys, seen: Keys) -> list[str]:
    """A type that does not fit all values: a run would refuse them."""
    type, looks = keys.get("type", "string"), seen.get("type")
    fits = {"string", "ordered", looks} | ({"decimal"} if looks == "integer" else set())
    if not role or not seen or type in fits:
        return []
    return [f"Not all values can be read as {type}; a run would refuse them."]


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def count_roles(columns: Mapping[str, Keys]) -> dict[str, int]:
    """How many columns have each role."""
    found: dict[str, int] = {}
    for keys in columns.values():
        found[keys.get("role", "")] = found.get(keys.get("role", ""), 0) + 1
    return found
