"""Columns from cells that each have a type of their own (Excel, SQLite).

A column whose known cells are all of one kind gets the type of that kind. In any other column
every cell becomes the text a person would have typed. An empty text is missing.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from math import isfinite
from typing import Any

import polars as pl

from shoal.errors import DataError

_LONG = 1 << 63
_EXACT = 1 << 53  # up to here, floating numbers are exact


def frame_of(names: Sequence[str], columns: Iterable[Sequence[object]]) -> pl.DataFrame:
    """The table with these columns; one `DataError` lists the problems of all columns.

    Args:
        names: The name of each column.
        columns: The cells of each column.
    """
    typed: list[pl.Series] = []
    problems: list[str] = []
    for name, cells in zip(names, columns, strict=True):
        try:
            typed.append(column_of(name, cells))
        except DataError as error:
            problems += error.problems
    if problems:
        raise DataError(*problems)
    return pl.DataFrame(typed)


def column_of(name: str, cells: Sequence[object]) -> pl.Series:
    """One column with the type that all its cells share; a column of texts if they share none.

    A `DataError` if cells hold bytes, or times of day among dates.
    """
    values: list[Any] = [None if cell == "" else cell for cell in cells]
    kinds = {type(value) for value in values} - {type(None)}
    if bytes in kinds:
        count = sum(type(value) is bytes for value in values)
        raise DataError(f"Column {name!r} holds bytes in {count} records. Expected texts.")
    if time in kinds and kinds & {date, datetime}:
        raise DataError(_times_among_dates(name, values))
    kind = _column_type(kinds, values)
    if kind == pl.String:
        values = [None if value is None else text_of(value) for value in values]
    if kind == pl.Datetime("us"):
        values = [_moment(value) for value in values]
    return pl.Series(name, values, dtype=kind, strict=kind != pl.Int64)


def text_of(value: object) -> str:
    """The text that a person would have typed into the cell."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < _LONG:
        return str(int(value))
    if isinstance(value, date | time):
        return value.isoformat()
    return str(value)


def _column_type(kinds: set[type], values: list[Any]) -> pl.DataType:
    """The type of a column whose known cells have these Python types."""
    if kinds and kinds <= {int, float}:
        return _number_type([value for value in values if value is not None])
    if kinds in ({bool}, {date}):
        return pl.Boolean() if kinds == {bool} else pl.Date()
    return pl.Datetime("us") if kinds and kinds <= {date, datetime} else pl.String()


def _number_type(numbers: list[int | float]) -> pl.DataType:
    """Integers if all are whole and fit 64 bits; texts if a floating number would change one."""
    if all(isfinite(number) for number in numbers) and all(
        number == int(number) and abs(number) < _LONG for number in numbers
    ):
        return pl.Int64()
    exact = all(type(number) is float or abs(number) <= _EXACT for number in numbers)
    return pl.Float64() if exact else pl.String()


def _moment(value: date | datetime | None) -> datetime | None:
    """A day as its first moment; a moment as it is."""
    if value is None or isinstance(value, datetime):
        return value
    return datetime.combine(value, time())


def _times_among_dates(name: str, values: list[Any]) -> str:
    """The problem of a column with times of day among dates."""
    count = sum(type(value) is time for value in values)
    return (
        f"Column {name!r}: {count} of {len(values)} cells are times of day among dates, or dates"
        " before 1900, which workbooks do not have. Store the column as text."
    )
