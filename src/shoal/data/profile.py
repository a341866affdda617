"""Profiles a table, column by column: types, distinct and missing values, roles, suspicions.

A profile shows no value that fewer than ten records have, and no value of a column that could
identify people, so it can be shown to colleagues although it is made from patients' data.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import polars as pl

from shoal.data.detection import MOMENT, SAMPLE, Match, detect
from shoal.data.roles import Facts, SuggestedRole, suggest
from shoal.data.schema import Role
from shoal.data.suspicion import (
    Suspicion,
    looks_like_hash,
    looks_like_identifier,
    near_unique,
    share_of,
)
from shoal.data.table import Table

FREQUENT = 10  # records that must share a value before it is shown
SHOWN = 5  # values shown of a column
NOTE = (
    f"A value is shown only if at least {FREQUENT} records have it and its column does not look"
    " like an identifier."
)


@dataclass(frozen=True)
class ColumnProfile:
    """One column.

    Attributes:
        name: Its name.
        match: The type to declare, and the share of known values that match.
        others: Other types that some values match.
        sampled: Whether types were matched on a sample of the values.
        missing: Records without a value, or with a text that is taken as missing.
        known: Records with a value.
        distinct: Distinct values.
        suggested: The role it seems to have.
        suspicions: Why it could identify people.
        frequent: The most frequent values that may be shown, each with its number of records.
    """

    name: str
    match: Match
    others: tuple[Match, ...]
    sampled: bool
    missing: int
    known: int
    distinct: int
    suggested: SuggestedRole
    suspicions: tuple[Suspicion, ...]
    frequent: tuple[tuple[str, int], ...]

    @property
    def near_unique(self) -> bool:
        """Whether nearly every record has a value of its own."""
        return any(suspicion.guard == "near-unique" for suspicion in self.suspicions)


@dataclass(frozen=True)
class Profile:
    """All columns of a table."""

    records: int
    columns: tuple[ColumnProfile, ...]

    def plain(self) -> dict[str, Any]:
        """The profile as plain values, for JSON and pages."""
        columns = [_plain(column, self.records) for column in self.columns]
        return {"format": 1, "records": self.records, "columns": columns, "note": NOTE}


def profile(table: Table, decimal: str = ".") -> Profile:
    """The profile of a table, column by column.

    Args:
        table: The table as it was read.
        decimal: The decimal mark of its texts.
    """
    columns = [profile_column(name, table.texts(name), decimal) for name in table.names]
    return Profile(table.records, tuple(columns))


def profile_column(name: str, texts: pl.Series, decimal: str = ".") -> ColumnProfile:
    """The profile of one column; every step after counting sees distinct values only.

    Args:
        name: The name of the column.
        texts: The text of each record; null is missing.
        decimal: The decimal mark of the texts.
    """
    counted = texts.alias("value").value_counts(name="records").drop_nulls("value")
    match, *others = detect(counted["value"], counted["records"], decimal)
    counted = counted.filter(~pl.col("value").is_in(match.missing))
    values, known, distinct = counted["value"], int(counted["records"].sum()), counted.height
    suspicions = _suspicions(name, values, distinct, known)
    suggested = suggest(_facts(name, counted, match, suspicions))
    return ColumnProfile(
        name, match, tuple(others), distinct > SAMPLE, len(texts) - known, known, distinct,
        suggested, suspicions, _frequent(counted, suggested.role),
    )  # fmt: skip


def _facts(
    name: str, counted: pl.DataFrame, match: Match, suspicions: tuple[Suspicion, ...]
) -> Facts:
    """What the rules for roles look at; `counted` has the columns `value` and `records`."""
    values, records = counted["value"], counted["records"]
    dated = match.type == "date" or share_of(values, MOMENT) == 1
    return Facts(
        name, match.type, int(records.sum()), len(values), suspicions, int((records == 1).sum()),
        _looks_like_serial_numbers(values, match), dated,
    )  # fmt: skip


def _suspicions(name: str, values: pl.Series, distinct: int, known: int) -> tuple[Suspicion, ...]:
    """The suspicions that apply; `values` are the distinct ones."""
    guards = (
        near_unique(distinct, known),
        looks_like_identifier(name, values),
        looks_like_hash(values, distinct),
    )
    return tuple(suspicion for suspicion in guards if suspicion is not None)


def _looks_like_serial_numbers(values: pl.Series, match: Match) -> bool:
    """Whether whole numbers look assigned, not measured: of one length, or nearly without gaps."""
    if match.type != "integer" or not len(values):
        return False
    lengths = values.str.len_bytes()
    if lengths.n_unique() == 1 and lengths[0] >= 5:
        return True
    numbers = values.cast(pl.Int64, strict=False).drop_nulls()
    lowest, highest = numbers.min(), numbers.max()
    if not isinstance(lowest, int) or not isinstance(highest, int):
        return False
    return highest - lowest < 1.5 * len(numbers)


def _frequent(counted: pl.DataFrame, role: Role) -> tuple[tuple[str, int], ...]:
    """Values with enough records, the most frequent first; none of an identifier."""
    if role is Role.IDENTIFIER:
        return ()
    enough = counted.filter(pl.col("records") >= FREQUENT)
    shown = enough.sort(["records", "value"], descending=[True, False]).head(SHOWN)
    return tuple((value, count) for value, count in shown.iter_rows())


def _plain(column: ColumnProfile, records: int) -> Mapping[str, Any]:
    """One column as plain values; `records` is the number of records of the table."""
    match = asdict(column.match)
    return {
        "name": column.name,
        **{key: match[key] for key in ("type", "format", "share")},
        "sampled": column.sampled,
        "other_types": [
            _type(other) for other in column.others if _is_worth_telling(other, column)
        ],
        "read_as_missing": list(column.match.missing),
        "missing": column.missing,
        "missing_share": column.missing / records if records else None,
        "distinct": column.distinct,
        "distinct_share": column.distinct / column.known if column.known else None,
        "role": str(column.suggested.role),
        "reason": column.suggested.reason,
        "certain": column.suggested.certain,
        "suspicions": [asdict(suspicion) for suspicion in column.suspicions],
        "frequent": [list(pair) for pair in column.frequent],
    }


def _is_worth_telling(other: Match, column: ColumnProfile) -> bool:
    """Whether a page should mention another type: at least half of the values match it.

    Implied types are not told: every integer is a decimal, and F could mean "false".
    """
    implied = other.type == "boolean" or (other.type == "decimal" and _is_integer(column))
    return other.share >= 0.5 and not implied


def _is_integer(column: ColumnProfile) -> bool:
    """Whether at least some values of the column are integers."""
    return any(match.type == "integer" for match in (column.match, *column.others))


def _type(match: Match) -> dict[str, Any]:
    return {"type": match.type, "format": match.format, "share": match.share}
