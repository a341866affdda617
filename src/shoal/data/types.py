"""The types a study can declare for a column, and how values become their canonical texts.

Hierarchies, classes and reports see texts. A typed value (from Parquet or memory) gets the text a
person would have typed. A text (from CSV) may be one of many for its value, such as 4, 04 and +4:
`canonical` gives each value its one spelling, whatever other values there are
(docs/decisions/0032-one-spelling-per-value.md).
"""

from datetime import UTC, datetime
from typing import Protocol, Self

import polars as pl
from pydantic import field_validator, model_validator

from shoal.data.date_formats import full_years, has_two_digit_years, read_moments
from shoal.data.spellings import canonical_decimals, respell
from shoal.plugin import plugin
from shoal.registry import Registry

TRUE = ("true", "yes", "t", "y", "1")
FALSE = ("false", "no", "f", "n", "0")


class ColumnType(Protocol):
    """What the values of a column must be."""

    def texts(self, values: pl.Series) -> pl.Series:
        """The canonical text of each value; missing stays null."""
        ...

    def canonical(self, values: pl.Series) -> pl.Series:
        """The values, every text in the one spelling of the value that it stands for.

        Texts that are no value of this type, and values that are not texts, stay as they are.
        """
        ...

    def problems(self, values: pl.Series) -> dict[str, int]:
        """By rule, as the end of a sentence ("are not integers"): how many known values break it.

        A count may be 0.
        """
        ...


class _Texts:
    """The common part of types whose values are seen as their usual texts."""

    def texts(self, values: pl.Series) -> pl.Series:
        """The usual texts of values, dates in ISO form."""
        return _usual_texts(values)

    def canonical(self, values: pl.Series) -> pl.Series:
        """The values as they are: each text is a value of its own."""
        return values


column_types: Registry[ColumnType] = Registry("column type", "type", tells=("advice", "title"))


@column_types.register("string")
@plugin()
class StringType(_Texts):
    """Any text.

    Card:
        title: text
        advice: For values without an order or size.
        place: 1
    """

    def problems(self, values: pl.Series) -> dict[str, int]:
        """Every value is a text."""
        return {}


STRING = StringType()


@column_types.register("ordered")
@plugin()
class OrderedType(_Texts):
    """Texts with an order of their own.

    Attributes:
        order: Every allowed text, lowest first.

    Card:
        title: ordered text
        advice: For steps of a scale, which the study lists from low to high.
        place: 2
    """

    order: tuple[str, ...]

    def problems(self, values: pl.Series) -> dict[str, int]:
        """Values must be listed."""
        return {"are not in `order`": _count_false(_usual_texts(values).is_in(self.order))}


@column_types.register("integer")
@plugin()
class IntegerType:
    """Whole numbers of 64 bits.

    Card:
        title: whole number
        advice: For counts, ages and years.
        place: 3
    """

    def texts(self, values: pl.Series) -> pl.Series:
        """Digits only: 34.0 becomes 34."""
        return (
            values
            if values.dtype == pl.String
            else _usual_texts(values.cast(pl.Int64, strict=False))
        )

    def canonical(self, values: pl.Series) -> pl.Series:
        """Without leading zeros and without a plus: 04 and +4 are 4."""
        return respell(values, lambda texts: texts.cast(pl.Int64, strict=False).cast(pl.String))

    def problems(self, values: pl.Series) -> dict[str, int]:
        """Values must be finite and whole."""
        numbers = values.cast(pl.Float64, strict=False)
        infinite = _count_false(numbers.is_finite())
        whole = values.cast(pl.Int64, strict=False)
        exact = whole.is_not_null() & (whole.cast(pl.Float64) == numbers).fill_null(value=False)
        return {
            "are not finite": infinite,
            "are not integers": _count_false(exact | values.is_null()) - infinite,
        }


@column_types.register("decimal")
@plugin()
class DecimalType:
    """Numbers, with a point before the decimals.

    Card:
        title: decimal number
        advice: For measurements and amounts.
        place: 4
    """

    def texts(self, values: pl.Series) -> pl.Series:
        """The shortest digits that restore the number, without an exponent."""
        return respell(_usual_texts(values), canonical_decimals)

    def canonical(self, values: pl.Series) -> pl.Series:
        """The shortest plain form: 1.50 and 15e-1 are 1.5."""
        return respell(values, canonical_decimals)

    def problems(self, values: pl.Series) -> dict[str, int]:
        """Values must be finite numbers."""
        numbers = values.cast(pl.Float64, strict=False)
        return {
            "are not finite": _count_false(numbers.is_finite()),
            "are not numbers": numbers.null_count() - values.null_count(),
        }


@column_types.register("date")
@plugin()
class DateType:
    """Days, or moments if the format has a time.

    Attributes:
        format: How dates are written, with the letters of `strftime` (%d.%m.%Y).
        pivot: The last year that a year of two digits (%y) can mean: with 2030, 30 is 2030 and 31
            is 1931. Dates are read so where data comes in, and have years of four digits then.

    Card:
        title: date
        advice: For days and moments; say their format.
        place: 5
    """

    format: str = "%Y-%m-%d"
    pivot: int | None = None

    @field_validator("format")
    @classmethod
    def _is_format(cls, format: str) -> str:
        """Refuse a format without fields, or one that Polars cannot write."""
        if "%" not in format or not _is_writable_format(format):
            raise ValueError("a date format has fields such as %Y, %m and %d")
        return format

    @model_validator(mode="after")
    def _century_is_known(self) -> Self:
        """Refuse years of two digits without a pivot."""
        if has_two_digit_years(self.format) and self.pivot is None:
            raise ValueError(
                "a year of two digits (%y) does not tell its century. Say which year is the last"
                f" one that is meant, such as `pivot: {datetime.now(UTC).year}`"
            )
        return self

    @property
    def full_format(self) -> str:
        """The format of dates after they were read: years have four digits."""
        return full_years(self.format)

    def texts(self, values: pl.Series) -> pl.Series:
        """Dates in the format, years with four digits."""
        return (
            values.dt.to_string(self.full_format)
            if values.dtype.is_temporal()
            else _usual_texts(values)
        )

    def canonical(self, values: pl.Series) -> pl.Series:
        """As the format writes them: 1.2.2020 is 01.02.2020."""
        return respell(values, self._canonical_dates)

    def moments(self, texts: pl.Series) -> pl.Series:
        """The moments that texts stand for; null for texts that are not dates.

        Years may have two digits, as in the file, or four, as after reading.
        """
        read = read_moments(texts, self.format, self.pivot)
        if self.pivot is None:
            return read
        return pl.select(pl.coalesce(read, read_moments(texts, self.full_format))).to_series()

    def _canonical_dates(self, texts: pl.Series) -> pl.Series:
        """Each text as the format writes it, with a full year; null if it is not a date."""
        return self.moments(texts).dt.to_string(self.full_format)

    def problems(self, values: pl.Series) -> dict[str, int]:
        """Texts must be dates in the format; the format must not drop a part of typed moments."""
        texts = self.texts(values)
        parsed = self.moments(texts)
        unread = parsed.null_count() - values.null_count()
        if values.dtype != pl.Datetime:
            return {"are not dates in the format": unread}
        complete = parsed == values.dt.replace_time_zone(None).cast(parsed.dtype)
        return {"have a time that the format leaves out": _count_false(complete)}


@column_types.register("boolean")
@plugin()
class BooleanType(_Texts):
    """Yes or no, in the usual spellings.

    Card:
        title: yes or no
        advice: For two values that mean yes and no.
        place: 6
    """

    def canonical(self, values: pl.Series) -> pl.Series:
        """The words true and false: TRUE, yes and 1 are true."""
        return respell(values, _truths)

    def problems(self, values: pl.Series) -> dict[str, int]:
        """Values must be a usual word for yes or no."""
        return {
            "are not true or false": _truths(_usual_texts(values)).null_count()
            - values.null_count()
        }


def _truths(texts: pl.Series) -> pl.Series:
    """The canonical word, `true` or `false`, of each text; null if it is neither."""
    known = dict.fromkeys(TRUE, "true") | dict.fromkeys(FALSE, "false")
    return texts.str.to_lowercase().replace_strict(known, default=None, return_dtype=pl.String)


def _is_writable_format(format: str) -> bool:
    """Whether Polars can write a moment in this format."""
    try:
        pl.Series([datetime(2000, 1, 1, tzinfo=UTC)]).dt.to_string(format)
    except pl.exceptions.ComputeError:
        return False
    return True


def _usual_texts(values: pl.Series) -> pl.Series:
    """The usual texts of values, whatever their type; moments in ISO form, without a time zone."""
    if isinstance(values.dtype, pl.Datetime):
        return values.dt.to_string("%Y-%m-%dT%H:%M:%S%.f")
    return values.cast(pl.String)


def _count_false(holds: pl.Series) -> int:
    """How many flags are known and false."""
    return int((~holds).sum())
