"""Date shifting: all dates of a person are moved by the same number of days.

The number is taken from the person's HMAC-SHA-256, so that it is the same in every table of a
domain and cannot be computed without the key. Intervals between a person's dates stay exact;
their place in the calendar (season, weekday, holidays) is blurred by up to `days`.
"""

import polars as pl

from shoal.errors import DataError
from shoal.identifiers.key import Key


def shift_dates(
    dates: pl.Series, people: pl.Series, key: Key, days: int, *, zero: bool, format: str
) -> pl.Series:
    """The dates, each moved by the days of the record's person; missing stays missing.

    They keep their type, and texts their format. A text that is no date in the format becomes null.
    A date without a person is a `DataError`.

    Args:
        dates: Dates, moments, or texts in the format.
        people: The person of each record; null if unknown.
        key: The key of this domain and recipient.
        days: The largest number of days, forward or back.
        zero: Whether the dates of a person may stay as they are.
        format: The format of texts.
    """
    lost = int((dates.is_not_null() & people.is_null()).sum())
    if lost:
        raise DataError(
            f"{lost:,} records have a date but no person, so nothing tells by how much to shift it."
            " Leave them out by `subset`."
        )
    frame = pl.DataFrame({"date": _moments(dates, format)}).with_columns(
        days=offsets(people, key, days, zero=zero)
    )
    moved = frame.select(pl.col("date") + pl.duration(days=pl.col("days"))).to_series()
    if dates.dtype.is_temporal():
        return moved.cast(dates.dtype).alias(dates.name)
    texts = moved.dt.to_string(format)
    if not _moments(texts, format).equals(moved, null_equal=True):
        raise DataError(
            "the dates cannot be shifted by days in their `format`. It needs year, month and day,"
            " the year with four digits."
        )
    return texts.alias(dates.name)


def offsets(people: pl.Series, key: Key, days: int, *, zero: bool) -> pl.Series:
    """The number of days by which each record's dates are moved; null if its person is unknown.

    It is between -`days` and `days`; 0 only if `zero` is set.
    """
    distinct = people.drop_nulls().unique()
    drawn = [int.from_bytes(digest[:16], "big") for digest in key.digests(distinct)]
    choices = [*range(-days, 0), *([0] if zero else []), *range(1, days + 1)]
    chosen = pl.Series([choices[number % len(choices)] for number in drawn], dtype=pl.Int64)
    pairs = pl.DataFrame({"person": distinct, "days": chosen})
    everybody = pl.DataFrame({"person": people})
    return everybody.join(pairs, on="person", how="left", maintain_order="left")["days"]


def _moments(dates: pl.Series, format: str) -> pl.Series:
    """The dates as moments, to which days can be added; null for texts that are no dates."""
    if dates.dtype.is_temporal():
        return dates
    return dates.cast(pl.String).str.to_datetime(format, strict=False, ambiguous="earliest")
