"""Patterns of dates such as `dd.MM.yyyy`: writes dates in them, and checks their fields."""

import re
from collections.abc import Iterator

import polars as pl

from shoal.hierarchies.calendar_fields import Weeks, field
from shoal.hierarchies.granularity import PATTERNS, Granularity

# A quoted text, letters of one field, or anything else.
_PARTS = re.compile(r"'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']+|'")


def pattern_expression(pattern: str, weeks: Weeks) -> pl.Expr:
    """The expression that writes the column `moment` in a pattern."""
    return pl.concat_str(list(_expressions(pattern, weeks)))


def pattern_problems(granularity: Granularity, pattern: str) -> Iterator[str]:
    """What is wrong with a pattern for a granularity; it must have the usual fields.

    At most one sentence.
    """
    if granularity not in PATTERNS:
        yield f"`formats.{granularity}`: years are written as a range; there is no format for it."
        return
    unknown = [part for part in _fields(pattern) if field(part, "us") is None]
    if unknown or "'" in _open_quotes(pattern):
        yield (
            f"`formats.{granularity}`: cannot read {(unknown or ['quotes'])[0]!r}."
            f" The usual format is {PATTERNS[granularity]!r}."
        )
    elif _letters(pattern) != _letters(PATTERNS[granularity]):
        letters = ", ".join(sorted(_letters(PATTERNS[granularity])))
        yield f"`formats.{granularity}` must contain the letters {letters} and no others."


def _expressions(pattern: str, weeks: Weeks) -> Iterator[pl.Expr]:
    """An expression for each part of a pattern: a field, or a text as it is."""
    for part in _PARTS.finditer(pattern):
        text = part.group()
        expression = field(text, weeks) if part.group(1) else None
        yield pl.lit(_remove_quotes(text)) if expression is None else expression


def _fields(pattern: str) -> list[str]:
    """The fields of a pattern, such as `dd` and `yyyy`."""
    return [part.group() for part in _PARTS.finditer(pattern) if part.group(1)]


def _letters(pattern: str) -> set[str]:
    """The letters of the fields; the name of a weekday counts as its number."""
    return {"e" if part[0] == "E" else part[0] for part in _fields(pattern)}


def _open_quotes(pattern: str) -> str:
    """All quotes that have no end, one after the other; empty if there are none."""
    return "".join(part.group() for part in _PARTS.finditer(pattern) if part.group() == "'")


def _remove_quotes(text: str) -> str:
    """The text between quotes; two quotes are one quote."""
    if text == "''":
        return "'"
    return text[1:-1].replace("''", "'") if text.startswith("'") else text
