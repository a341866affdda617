"""Finds the type of a column of texts: for each type and format, the share of values that match.

Looks at distinct values, each weighted by its records. If there are more than a hundred thousand
distinct values, only an evenly spread sample (always the same one) is matched, and the shares are
those of the sample.
Dates are naive: no time zone is read or assumed (docs/theory/hierarchies.md).
"""

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

SAMPLE = 100_000  # distinct values that are matched at most

INTEGER = r"^[+-]?(0|[1-9][0-9]{0,17})$"  # a leading zero makes a code, not a number
DECIMAL = r"^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?$"
LEADING_ZERO = r"^[+-]?0[0-9]"
WORDS = ("true", "false", "yes", "no", "t", "f", "y", "n")
# Every format with the texts it could be, so that most are refused without parsing.
DATES = {
    "%Y-%m-%d": r"^\d{4}-\d{1,2}-\d{1,2}$",
    "%d.%m.%Y": r"^\d{1,2}\.\d{1,2}\.\d{4}$",
    "%m/%d/%Y": r"^\d{1,2}/\d{1,2}/\d{4}$",
    "%d/%m/%Y": r"^\d{1,2}/\d{1,2}/\d{4}$",
    "%Y/%m/%d": r"^\d{4}/\d{1,2}/\d{1,2}$",
    "%d-%m-%Y": r"^\d{1,2}-\d{1,2}-\d{4}$",
    "%d-%b-%Y": r"^\d{1,2}-[A-Za-z]{3}-\d{4}$",
    "%Y%m%d": r"^(18|19|20|21)\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])$",
    "%Y-%m-%d %H:%M:%S": r"^\d{4}-\d{1,2}-\d{1,2} \d{1,2}:\d{2}:\d{2}$",
    "%Y-%m-%dT%H:%M:%S": r"^\d{4}-\d{1,2}-\d{1,2}T\d{1,2}:\d{2}:\d{2}$",
    "%Y-%m-%d %H:%M": r"^\d{4}-\d{1,2}-\d{1,2} \d{1,2}:\d{2}$",
    "%Y-%m-%dT%H:%M:%S%.f": r"^\d{4}-\d{1,2}-\d{1,2}T\d{1,2}:\d{2}:\d{2}\.\d{1,9}$",
    "%Y-%m-%d %H:%M:%S%.f": r"^\d{4}-\d{1,2}-\d{1,2} \d{1,2}:\d{2}:\d{2}\.\d{1,9}$",
    "%d.%m.%Y %H:%M:%S": r"^\d{1,2}\.\d{1,2}\.\d{4} \d{1,2}:\d{2}:\d{2}$",
    "%d.%m.%Y %H:%M": r"^\d{1,2}\.\d{1,2}\.\d{4} \d{1,2}:\d{2}$",
    "%m/%d/%Y %H:%M": r"^\d{1,2}/\d{1,2}/\d{4} \d{1,2}:\d{2}$",
}
# A day and a time in any zone; read as it is written.
MOMENT = r"^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}"
# Texts that people and programs write for "not known"; "NA" and "None" are values too often.
NOT_KNOWN = ("?", "NULL", "null", "NaN", "nan", "N/A", "n/a", "#N/A")
NOT_A_NUMBER = (*NOT_KNOWN, "NA", "None", "none", "-", "--", ".", "unknown", "Unknown", "*")


@dataclass(frozen=True)
class Match:
    """How many values are of a type.

    Attributes:
        type: A type that a study can declare.
        share: The share of records whose value matches, among records with a known value.
        format: How dates are written; None for other types.
        missing: The texts among the values that are taken as missing.
    """

    type: str
    share: float
    format: str | None = None
    missing: tuple[str, ...] = ()


def detect(values: pl.Series, counts: pl.Series, decimal: str = ".") -> list[Match]:
    """The type to declare, then every other type that some values match, best first.

    The type to declare is text unless all known values match another type.

    Args:
        values: Distinct texts, without missing values.
        counts: How many records have each of them.
        decimal: The decimal mark.
    """
    values, counts = sample_values(values, counts)
    # "unknown" is a value, unless all others are numbers or dates.
    if_not_texts = _matches(values, counts, decimal, NOT_A_NUMBER)
    if if_not_texts and if_not_texts[0].share == 1:
        return if_not_texts
    others = _matches(values, counts, decimal, NOT_KNOWN)
    return [Match("string", 1.0, missing=_among(values, NOT_KNOWN)), *others]


def sample_values(values: pl.Series, counts: pl.Series) -> tuple[pl.Series, pl.Series]:
    """Values and counts: all of them, or evenly spread ones if there are more than `SAMPLE`."""
    step = -(-len(values) // SAMPLE) if len(values) else 1
    return values.gather_every(step), counts.gather_every(step)


def parse_dates(values: pl.Series, format: str) -> pl.Series:
    """The days that texts in a format stand for; null if a text is not a date."""
    return values.str.to_datetime(format, strict=False, ambiguous="earliest").dt.date()


def date_format(values: pl.Series) -> str | None:
    """The first format of `DATES` in which all values are dates; None if there is none."""
    return next((form for form in DATES if len(values) and _is_date(values, form).all()), None)


def _matches(
    values: pl.Series, counts: pl.Series, decimal: str, unknown: tuple[str, ...]
) -> list[Match]:
    """The types other than text that some values match, best first.

    Values among the texts `unknown` are taken as missing.
    """
    missing = _among(values, unknown)
    known = ~values.is_in(missing)
    values, counts = values.filter(known), counts.filter(known)
    total = int(counts.sum())
    matches = [
        Match(type, int(counts.filter(hits).sum()) / total, format, missing)
        for type, format, hits in _hits(values, decimal)
        if hits.any()
    ]
    return sorted(matches, key=lambda match: -match.share)


def _among(values: pl.Series, unknown: tuple[str, ...]) -> tuple[str, ...]:
    """Which of the texts `unknown` occur among the values."""
    present = set(values.filter(values.is_in(unknown)))
    return tuple(text for text in unknown if text in present)


def _hits(values: pl.Series, decimal: str) -> Iterator[tuple[str, str | None, pl.Series]]:
    """For each type, the narrowest first: its name, its format, and one flag per value.

    No value is a decimal if any has a leading zero: then they are codes.
    """
    yield "boolean", None, values.str.to_lowercase().is_in(WORDS)
    for format in DATES:
        yield "date", format, _is_date(values, format)
    yield "integer", None, values.str.contains(INTEGER)
    pointed = values.str.replace(",", ".", literal=True) if decimal == "," else values
    coded = values.str.contains(LEADING_ZERO).any()
    yield "decimal", None, pointed.str.contains(DECIMAL) & (not coded)


def _is_date(values: pl.Series, format: str) -> pl.Series:
    """One flag per value: whether it is written in the format and there is such a day."""
    shaped = values.str.contains(DATES[format])
    if not shaped.any():
        return shaped
    return parse_dates(values.set(~shaped, None), format).is_not_null()
