"""Places values and bounds of a column as whole numbers on one line, so that nothing is rounded.

Numbers are counted in their smallest decimal place. Dates are counted in microseconds since the
first day of the year 1, which was a Monday; they have no time zone, so no clock change of the past
moves them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from math import isinf
from typing import Annotated, Protocol

import numpy as np
import polars as pl
from pydantic import NaiveDatetime, SerializerFunctionWrapHandler, WrapSerializer

from shoal.data.date_formats import has_two_digit_years
from shoal.errors import DataError
from shoal.hierarchies.whole_numbers import Scale, Whole, decimals, exact_decimal, wholes


def _serialize_bound(bound: object, usual: SerializerFunctionWrapHandler) -> object:
    """Infinity as a text: JSON has no number for it, and null would mean that there is no bound."""
    infinite = isinstance(bound, float) and isinf(bound)
    return str(bound) if infinite else usual(bound)


Number = int | float
Bound = Annotated[int | float | date | NaiveDatetime, WrapSerializer(_serialize_bound)]

ISO = "%Y-%m-%d"
# In microseconds.
DAY = 86_400_000_000
MILLISECOND = 1_000
# Polars counts from 1970.
_EPOCH = 719_162 * DAY


class Line(Protocol):
    """Where values and bounds stand, and how a place is written.

    A place is a whole number: a count of the smallest decimal place, or of microseconds.
    """

    @property
    def one(self) -> int:
        """How much of the line a single value covers, in places."""
        ...

    def place_of(self, bound: Bound) -> int:
        """The place of a bound."""
        ...

    def length(self, number: Number) -> int:
        """A distance as places: for numbers the number itself, for dates a number of days."""
        ...

    def texts(self, places: Sequence[int]) -> list[str]:
        """Each place as a person writes it."""
        ...

    def mean(self, total: int, count: int) -> str:
        """The mean of `count` places with this total, as a value of the column's type."""
        ...


@dataclass(frozen=True)
class NumberLine:
    """Numbers with the decimal places of a scale.

    Attributes:
        scale: How many decimal places a place counts.
        integer: Whether means are cut to integers.
    """

    scale: Scale
    integer: bool = False

    @property
    def one(self) -> int:
        """The number 1."""
        return self.scale.whole(Decimal(1))

    def place_of(self, bound: Bound) -> int:
        """The place of a number."""
        return self.scale.whole(place(bound))

    def length(self, number: Number) -> int:
        """The place of a number counted from 0."""
        return self.scale.whole(exact_decimal(number))

    def texts(self, places: Sequence[int]) -> list[str]:
        """The shortest decimals."""
        return [self.scale.text(whole) for whole in places]

    def mean(self, total: int, count: int) -> str:
        """Exact, then cut to an integer or rounded to the nearest float."""
        below = count * self.one
        if self.integer:
            return str(abs(total) // below * (1 if total >= 0 else -1))
        return shortest_text(total / below)


@dataclass(frozen=True)
class DateLine:
    """Days and moments, written in a format.

    Attributes:
        format: How dates are written.
        one: How much of the line a single value covers, in microseconds.
    """

    format: str
    one: int = MILLISECOND

    def place_of(self, bound: Bound) -> int:
        """Microseconds since the first day of the year 1."""
        return int(place(bound))

    def length(self, number: Number) -> int:
        """Days."""
        return int(exact_decimal(number) * DAY)

    def texts(self, places: Sequence[int]) -> list[str]:
        """Dates in the format, which may leave out a part."""
        return moments(places).dt.to_string(self.format).to_list()

    def mean(self, total: int, count: int) -> str:
        """The mean moment, cut to the parts that the format has."""
        return self.texts([total // count])[0]

    def can_write(self, places: Sequence[int]) -> bool:
        """Whether the format can write these places completely."""
        read = pl.Series(self.texts(places), dtype=pl.String).str.to_datetime(
            self.format, strict=False, time_unit="us", ambiguous="earliest"
        )
        return bool((read == moments(places)).fill_null(value=False).all())


def place(bound: Bound) -> Decimal:
    """A bound as a number that compares with other bounds of its kind; it may be infinite.

    A number is itself, a date the microseconds since the first day of the year 1.
    """
    if not isinstance(bound, date):
        return exact_decimal(bound)
    moment = bound if isinstance(bound, datetime) else datetime(bound.year, bound.month, bound.day)
    return Decimal((moment - datetime.min) // timedelta(microseconds=1))


def moments(places: Sequence[int] | Whole) -> pl.Series:
    """Places of dates as moments of Polars."""
    since_1970 = np.asarray(places, dtype=np.int64) - _EPOCH
    return pl.Series(since_1970, dtype=pl.Int64).cast(pl.Datetime("us"))


def parse_dates(values: pl.Series, format: str) -> pl.Series:
    """The moments that texts stand for; a `DataError` if one is not a date in the format."""
    if has_two_digit_years(format):
        raise DataError(
            "a year of two digits (%y) does not tell its century. Give the column `type: date`,"
            " this `format` and a `pivot`, and take `format` out of the hierarchy."
        )
    read = values.str.to_datetime(format, strict=False, time_unit="us", ambiguous="earliest")
    others = read.null_count()
    if others:
        raise DataError(
            f"{others} of {len(values)} different values are no dates in the format {format!r}."
            " Correct them, list them under `missing`, or set the column's `type` and `format`."
        )
    return read


def on_dates(values: pl.Series, format: str) -> tuple[DateLine, Whole]:
    """The line of these dates, and the place of each."""
    return DateLine(format), parse_dates(values, format).cast(pl.Int64).to_numpy() + _EPOCH


def on_numbers(
    values: pl.Series, bounds: Iterable[Bound] = (), integer: bool = False
) -> tuple[NumberLine, Whole]:
    """The line of these numbers and bounds, and the place of each value.

    Args:
        values: The texts; a `DataError` if one is not a number.
        bounds: Numbers that must have a place, too; infinite ones are left out.
        integer: Whether means are cut to integers.
    """
    known = decimals(values)
    finite = [bound for bound in map(place, bounds) if bound.is_finite()]
    line = NumberLine(Scale.of([*known, *finite]), integer)
    return line, wholes(line.scale.whole(number) for number in known)


def shortest_text(number: float) -> str:
    """A float in its shortest digits, without exponent and without a trailing zero."""
    return format(exact_decimal(number).normalize(), "f")
