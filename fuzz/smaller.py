"""From a case with a finding to the smallest one that still has it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import monotonic

from fuzz.attempt import Finding, Result, attempt
from fuzz.case import Case


def smaller(
    case: Case,
    finding: Finding,
    seconds: float = 60,
    attempt: Callable[[Case], Result] = attempt,
) -> Case:
    """Leave out whatever the finding does not need, for a limited time."""
    end, again = monotonic() + seconds, True
    while again and monotonic() < end:
        again = False
        for other in _smaller(case):
            if monotonic() > end:
                break
            found = _found(attempt, other)
            if found is not None and _same(found, finding):
                case, again = other, True
                break
    return case


def _found(attempt: Callable[[Case], Result], case: Case) -> Finding | None:
    """What a smaller case shows; it may lack what brute force needs, and then it is no use."""
    try:
        return attempt(case).finding
    except (KeyError, IndexError, ValueError):
        return None


def _same(found: Finding, finding: Finding) -> bool:
    return found.kind == finding.kind and found.about.split(":")[0] == finding.about.split(":")[0]


def _smaller(case: Case) -> Iterator[Case]:
    """Less of everything, large parts first."""
    count = len(case.rows)
    for part in (count // 2, count // 4, 1):
        for start in range(0, count, part) if part else ():
            rows = (*case.rows[:start], *case.rows[start + part :])
            if rows:
                yield replace(case, rows=rows)
    for key in ("acknowledge", "output", "quality", "search", "game", "subset", "population"):
        if key in case.study:
            yield case.asking(**{key: None})
    promises = case.study.get("privacy", ())
    for at in range(len(promises) if len(promises) > 1 else 0):
        yield case.asking(privacy=[*promises[:at], *promises[at + 1 :]])
    yield from _fewer_columns(case)
    for name, rows in case.tables.items():
        for at in range(len(rows) if len(rows) > 1 else 0):
            yield replace(case, tables={**case.tables, name: (*rows[:at], *rows[at + 1 :])})


def _fewer_columns(case: Case) -> Iterator[Case]:
    columns = dict(case.study["columns"])
    for name, keys in columns.items():
        rest = {n: k for n, k in columns.items() if n != name}
        if rest:
            yield case.asking(columns=rest)
        for key in ("weight", "min_level", "max_level"):
            if key in keys:
                less = {k: v for k, v in keys.items() if k != key}
                yield case.asking(columns={**columns, name: less})
