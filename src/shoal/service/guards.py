"""Misuse guards: columns that would undo a release are refused unless acknowledged (design.md §6).

k-anonymity protects what the quasi-identifiers tell. A column that is released as it is and that
tells records apart by itself (a file number, a hashed name) gives everybody away.
"""

from collections.abc import Callable, Iterator

import polars as pl

from shoal.data.suspicion import (
    Suspicion,
    looks_like_hash,
    looks_like_identifier,
    near_unique,
)
from shoal.data.table import Table
from shoal.errors import ShoalError, StudyError
from shoal.service.study import Study

Guard = Callable[[str, pl.Series], Suspicion | None]


def guarded(study: Study, table: Table) -> Iterator[ShoalError]:
    """One error for each guard that a column sets off without being acknowledged."""
    for name, column in study.columns.items():
        if column.role not in {"sensitive", "insensitive"} or name not in table.names:
            continue
        known = table.texts(name, column.options.type).drop_nulls()
        for guard, finding in GUARDS.items():
            acknowledged = f"{guard}:{name}" in study.acknowledge
            if not acknowledged and (found := finding(name, known)):
                yield StudyError(_advice(guard, name, found.reason))


def _near_unique(_: str, known: pl.Series) -> Suspicion | None:
    return near_unique(known.n_unique(), len(known))


def _looks_like_hash(_: str, known: pl.Series) -> Suspicion | None:
    return looks_like_hash(known)


GUARDS: dict[str, Guard] = {
    "near-unique": _near_unique,
    "looks-like-identifier": looks_like_identifier,
    "looks-like-hash": _looks_like_hash,
}


def _advice(guard: str, name: str, found: str) -> str:
    return (
        f"Column {name!r} ({guard}): {found}. Give it `role: identifier` or make it a"
        " quasi-identifier with a hierarchy. If it is harmless, say so in the study:"
        f" `acknowledge: [{guard}:{name}]`."
    )
