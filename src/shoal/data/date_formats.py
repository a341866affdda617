"""Reads dates from texts; a year of two digits lies in a hundred years that the study names."""

import re

import polars as pl

_LONG = {"%D": "%m/%d/%y", "%x": "%m/%d/%y"}
_FIRST = 1000  # %Y reads 65 as the year 65
_SHORT_YEAR = re.compile(r"(?<!%)((?:%%)*)%y")


def has_two_digit_years(format: str) -> bool:
    """Whether a format leaves the century open."""
    return bool(_SHORT_YEAR.search(_expand_shorthands(format))) and "%C" not in format


def full_years(format: str) -> str:
    """The same format with years of four digits."""
    if not has_two_digit_years(format):
        return format
    return _SHORT_YEAR.sub(r"\1%Y", _expand_shorthands(format))


def read_moments(texts: pl.Series, format: str, pivot: int | None = None) -> pl.Series:
    """The moments that texts stand for; null if a text is no date in the format.

    A year before 1000 is null, too: it was written with too few digits.

    Args:
        texts: The dates.
        format: How they are written.
        pivot: The last year that a year of two digits can mean; None if years have four.
    """
    read = texts.str.to_datetime(format, strict=False, time_unit="us", ambiguous="earliest")
    read = read.set(read.dt.year() < _FIRST, None)
    if pivot is None or not has_two_digit_years(format):
        return read
    days = pl.col("read").dt
    centuries = (days.year() - pivot + 99).floordiv(100) * -100
    moved = pl.col("read").dt.offset_by(pl.concat_str(centuries, pl.lit("y")))
    same = moved.dt.day() == days.day()  # 29 February may not exist in the other century
    return read.alias("read").to_frame().select(pl.when(same).then(moved)).to_series()


def _expand_shorthands(format: str) -> str:
    """The format with %D and %x written out."""
    for short, long in _LONG.items():
        format = format.replace(short, long)
    return format
