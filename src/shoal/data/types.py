"""The types a study can declare for a column, and how values become their canonical texts.

Hierarchies, classes and reports see texts. A value that comes as text (from CSV) is its own
canonical text; a typed value (from Parquet or memory) gets the text a person would have typed.
"""

from datetime import UTC, datetime
from typing import Protocol

import polars as pl
from pydantic import field_validator

from shoal.plugin import plugin
from shoal.registry import Registry


class ColumnType(Protocol):
    """What the values of a column must be."""

    def texts(self, values: pl.Series) -> pl.Series:
        """The canonical text of each value; missing stays null."""
        ...

    def problems(self, values: pl.Series) -> dict[str, int]:
        """How many known values break which rule ("are not integers")."""
        ...


column_types: Registry[ColumnType] = Registry("column type", "type")


@column_types.register("string")
@plugin()
class StringType:
    """Any text."""

    def texts(self, values: pl.Series) -> pl.Series:
        """Texts of any values, dates in ISO form."""
        return _plain(values)

    def problems(self, values: pl.Series) -> dict[str, int]:
        """Every value is a text."""
        return {}


STRING = StringType()


@column_types.register("ordered")
@plugin()
class OrderedType:
    """Texts with an order of their own.

    Attributes:
        order: Every allowed text, lowest first.
    """

    order: tuple[str, ...]

    def texts(self, values: pl.Series) -> pl.Series:
        """Texts of any values."""
        return _plain(values)

    def problems(self, values: pl.Series) -> dict[str, int]:
        """Values must be listed."""
        return {"are not in `order`": _false(_plain(values).is_in(self.order))}


@column_types.register("integer")
@plugin()
class IntegerType:
    """Whole numbers of 64 bits."""

    def texts(self, values: pl.Series) -> pl.Series:
        """Digits only: 34.0 becomes 34."""
        return values if values.dtype == pl.String else _plain(values.cast(pl.Int64, strict=False))

    def problems(self, values: pl.Series) -> dict[str, int]:
        """Values must be finite and whole."""
        numbers = values.cast(pl.Float64, strict=False)
        infinite = _false(numbers.is_finite())
        whole = values.cast(pl.Int64, strict=False)
        exact = whole.is_not_null() & (whole.cast(pl.Float64) == numbers).fill_null(value=False)
        return {
            "are not finite": infinite,
            "are not integers": _false(exact | values.is_null()) - infinite,
        }


@column_types.register("decimal")
@plugin()
class DecimalType:
    """Numbers, with a point before the decimals."""

    def texts(self, values: pl.Series) -> pl.Series:
        """The shortest digits that give the number back."""
        return _plain(values)

    def problems(self, values: pl.Series) -> dict[str, int]:
        """Values must be finite numbers."""
        numbers = values.cast(pl.Float64, strict=False)
        return {
            "are not finite": _false(numbers.is_finite()),
            "are not numbers": numbers.null_count() - values.null_count(),
        }


@column_types.register("date")
@plugin()
class DateType:
    """Days, or moments if the format has a time.

    Attributes:
        format: How dates are written, with the letters of `strftime` (%d.%m.%Y).
    """

    format: str = "%Y-%m-%d"

    @field_validator("format")
    @classmethod
    def _is_format(cls, format: str) -> str:
        if "%" not in format or not _formats(format):
            raise ValueError("a date format has fields such as %Y, %m and %d")
        return format

    def texts(self, values: pl.Series) -> pl.Series:
        """Dates in the format."""
        return values.dt.to_string(self.format) if values.dtype.is_temporal() else _plain(values)

    def problems(self, values: pl.Series) -> dict[str, int]:
        """Values must be dates that the format tells completely."""
        texts = self.texts(values)
        parsed = texts.str.to_datetime(self.format, strict=False, ambiguous="earliest")
        unread = parsed.null_count() - values.null_count()
        if values.dtype != pl.Datetime:
            return {"are not dates in the format": unread}
        told = parsed == values.dt.replace_time_zone(None).cast(parsed.dtype)
        return {"have a time that the format leaves out": _false(told)}


@column_types.register("boolean")
@plugin()
class BooleanType:
    """Yes or no, in the usual spellings."""

    def texts(self, values: pl.Series) -> pl.Series:
        """The words true and false."""
        return _plain(values)

    def problems(self, values: pl.Series) -> dict[str, int]:
        """Values must be a usual word for yes or no."""
        words = ("true", "false", "yes", "no", "t", "f", "y", "n", "1", "0")
        return {"are not true or false": _false(_plain(values).str.to_lowercase().is_in(words))}


def _formats(format: str) -> bool:
    """Whether Polars can write a moment in this format."""
    try:
        pl.Series([datetime(2000, 1, 1, tzinfo=UTC)]).dt.to_string(format)
    except pl.exceptions.ComputeError:
        return False
    return True


def _plain(values: pl.Series) -> pl.Series:
    """Texts of values whose type says nothing about their form."""
    if isinstance(values.dtype, pl.Datetime):
        return values.dt.to_string("%Y-%m-%dT%H:%M:%S%.f")
    return values.cast(pl.String)


def _false(holds: pl.Series) -> int:
    """How many are known and false."""
    return int((~holds).sum())
