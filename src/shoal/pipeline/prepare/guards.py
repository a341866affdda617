"""Misuse guards: columns that would undo a release are refused unless acknowledged (docs/study.md).

k-anonymity protects what the quasi-identifiers tell. A column that is released as it is and that
tells records apart by itself (a file number, a hashed name) gives everybody away.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import polars as pl

from shoal.data.column_names import KNOWN_TO_OTHERS, meaning_of
from shoal.data.suspicion import (
    Suspicion,
    looks_like_hash,
    looks_like_identifier,
    near_unique,
    repeats_identifier,
)
from shoal.data.table import Table
from shoal.data.types import ColumnType, DateType, IntegerType
from shoal.errors import ShoalError, StudyError
from shoal.pipeline.prepare.replacing import count_repeats
from shoal.pipeline.states.way import Way
from shoal.study.study import Study

PASSED = {"sensitive", "insensitive"}  # roles of columns that are released as they are
REPEATS = "repeats-identifier"
FUTURE_BIRTH = "future-birth"
Guard = Callable[[str, pl.Series], Suspicion | None]


def guard_errors(way: Way, table: Table) -> Iterator[ShoalError]:
    """One error for each guard that a column sets off, unless the study acknowledges it.

    A table of counted tuples lacks columns, so nothing is looked at here: `large_rules` does that.
    """
    if table.counts is not None:
        return
    study = way.study
    yield from _errors_of_replaced(way, table)
    yield from _errors_of_repeats(study, table)
    for name, column in study.columns.items():
        if column.role not in PASSED or name not in table.names:
            continue
        known = table.texts(name, column.options.type).drop_nulls()
        for guard, finding in GUARDS.items():
            acknowledged = f"{guard}:{name}" in study.acknowledge
            if not acknowledged and (suspicion := finding(name, known)):
                yield StudyError(advice(guard, name, suspicion.reason))


def _errors_of_replaced(way: Way, table: Table) -> Iterator[ShoalError]:
    """Errors about replaced columns, which can still link records or tell dates."""
    study = way.study
    for name in study.replaced:
        for guard, finding in REPLACED.items():
            known = name in table.names and f"{guard}:{name}" not in study.acknowledge
            if known and (reason := finding(way, table, name)):
                yield StudyError(f"Column {name!r} ({guard}): {reason} [{guard}:{name}]`.")


def _errors_of_repeats(study: Study, table: Table) -> Iterator[ShoalError]:
    """Errors about columns that are released as they are and repeat an identifier."""

    def texts(name: str) -> pl.Series:
        return table.texts(name, study.columns[name].options.type)

    present = {name: study.columns[name].role for name in study.columns if name in table.names}
    for identifier in (name for name, role in present.items() if role == "identifier"):
        for name in (name for name, role in present.items() if role in PASSED):
            acknowledged = f"{REPEATS}:{name}" in study.acknowledge
            if not acknowledged and (count := repeats_identifier(texts(identifier), texts(name))):
                reason = f"{count:,} records repeat their {identifier!r} here"
                yield StudyError(advice(REPEATS, name, reason))


def _link_reason(way: Way, table: Table, name: str) -> str | None:
    """Why pseudonyms in several records are a problem while promises count records; None if not.

    The text ends inside `acknowledge:`; the caller adds the name of the guard.
    """
    study = way.study
    if study.columns[name].shift is not None or study.person_column is not None:
        return None
    several = count_repeats(study, table, name)
    if not several:
        return None
    people = f"Say `person: {name}`, so that they count people."
    if way.counts is not None:
        people = f"Drop the column, or use `privacy` with `person: {name}` instead of `method`."
    return (
        f"{several:,} pseudonyms stand in several records and tie them together, while promises"
        f" count every record as a person. {people} If"
        " these are no people, say so: `acknowledge:"
    )


def _shift_reason(way: Way, _: Table, name: str) -> str | None:
    """Why shifted dates still tell much to somebody who knows one of them; None if not shifted.

    The text ends inside `acknowledge:`; the caller adds the name of the guard.
    """
    if way.study.columns[name].shift is None:
        return None
    return (
        "a shifted date is still near the true one, intervals are exact, and who knows one date of"
        " a person knows all of them. Make it a quasi-identifier with a hierarchy instead; if"
        " recipients may have it, say so: `acknowledge:"
    )


def future_births(study: Study, table: Table) -> Iterator[ShoalError]:
    """One error for each column that its name calls dates of birth, if some are after today.

    Such a date was read in the wrong century, or is wrong.
    """
    for name, column in study.columns.items():
        if name not in table.names or f"{FUTURE_BIRTH}:{name}" in study.acknowledge:
            continue
        if meaning_of(name, KNOWN_TO_OTHERS) != "date of birth":
            continue
        later = _count_later(table.texts(name, column.options.type).unique(), column.options.type)
        if later:
            yield StudyError(
                f"Column {name!r} ({FUTURE_BIRTH}): {later:,} different dates of birth lie in the"
                " future. Correct them, or the column's `format` and `pivot`. If these are no"
                f" births, say so: `acknowledge: [{FUTURE_BIRTH}:{name}]`."
            )


def _count_later(texts: pl.Series, type: ColumnType) -> int:
    """How many of the dates are after today, or of the years after this one; 0 for other types."""
    now = datetime.now(UTC).replace(tzinfo=None)
    if isinstance(type, DateType):
        return int((type.moments(texts.cast(pl.String)) > now).sum())
    if isinstance(type, IntegerType):
        years = texts.cast(pl.Int64, strict=False)
        return int(((years > now.year) & (years < 10_000)).sum())  # larger numbers are no years
    return 0


def _near_unique(_: str, known: pl.Series) -> Suspicion | None:
    return near_unique(known.n_unique(), len(known))


def _looks_like_hash(_: str, known: pl.Series) -> Suspicion | None:
    return looks_like_hash(known)


# Each looks at the name of a column and at its values without missing ones.
GUARDS: dict[str, Guard] = {
    "near-unique": _near_unique,
    "looks-like-identifier": looks_like_identifier,
    "looks-like-hash": _looks_like_hash,
}

# Guards of columns that show pseudonyms or shifted dates: each returns a reason, or None.
REPLACED: dict[str, Callable[[Way, Table, str], str | None]] = {
    "linked-records": _link_reason,
    "shifted-date": _shift_reason,
}


def advice(guard: str, name: str, found: str) -> str:
    """The message about a column that set off a guard: what was found, and what to do about it."""
    return (
        f"Column {name!r} ({guard}): {found}. Give it `role: identifier` or make it a"
        " quasi-identifier with a hierarchy. If it is harmless, say so in the study:"
        f" `acknowledge: [{guard}:{name}]`."
    )
