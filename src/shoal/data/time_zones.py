"""Converts moments to local time without a time zone, so that nothing shifts by a day.

All dates and moments in tables are naive. A moment that comes with a time zone (timestamptz in
PostgreSQL, many Parquet files) is a different day in different places, so the study has to say
whose clock is meant: `data: {time_zone: Europe/Berlin}`.
"""

import polars as pl
from polars.selectors import by_name


def to_local_time(frame: pl.DataFrame, time_zone: str | None) -> pl.DataFrame:
    """The frame with moments in the local time of a zone; without a zone, they stay as they are."""
    names = columns_with_time_zone(frame)
    if time_zone is None or not names:
        return frame
    moments = by_name(names).dt.convert_time_zone(time_zone).dt.replace_time_zone(None)
    return frame.with_columns(moments)


def columns_with_time_zone(frame: pl.DataFrame) -> list[str]:
    """The columns whose moments have a time zone."""
    kinds = frame.schema.items()
    return [name for name, kind in kinds if isinstance(kind, pl.Datetime) and kind.time_zone]
