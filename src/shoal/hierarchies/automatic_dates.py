"""Hierarchies of dates: months, quarters, years and decades; times of day are dropped first.

The day is the one that the text names: no time zone moves it (docs/theory/hierarchies.md).
"""

from dataclasses import replace

import polars as pl

from shoal.data.detection import date_format, parse_dates
from shoal.hierarchies.builder import Builder
from shoal.hierarchies.dates import Dates
from shoal.hierarchies.granularity import Granularity
from shoal.hierarchies.line import ISO
from shoal.hierarchies.listed import Listed, useful_levels
from shoal.hierarchies.suppression import Suppression

GRANULARITIES: tuple[Granularity, ...] = ("day", "month", "quarter", "year", "decade")
# A moment with a time zone; the day is read as it is written.
_ZONED = r"^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}"


def date_builder(values: pl.Series, levels: int, format: str | None) -> Builder | None:
    """The builder for values that are all dates or moments, or None.

    Args:
        values: The distinct values.
        levels: The most levels above the values, root included.
        format: How dates are written; None to find out.
    """
    form = format or date_format(values)
    if form is not None and not parse_dates(values, form).null_count():
        return _calendar(values, form, levels)
    if not values.str.contains(_ZONED).all():
        return None
    days = values.str.extract(_ZONED)
    if parse_dates(days, ISO).null_count():
        return None
    calendar = Dates(granularities=GRANULARITIES).build(days.unique().sort())
    rows = calendar.rows(days)
    labels = [level.gather(rows) for level in calendar.levels[1:]]
    return Listed.of([values, *labels], levels, "dates")


def _calendar(values: pl.Series, format: str, levels: int) -> Builder:
    """The granularities that help; days only if the values have a time of day."""
    whole = GRANULARITIES if "%H" in format else GRANULARITIES[1:]
    every = Dates(granularities=whole, format=None if format == ISO else format, always_root=True)
    kept = tuple(whole[at - 1] for at in useful_levels(every.build(values).levels[:-1], levels))
    return replace(every, granularities=kept) if kept else Suppression()
