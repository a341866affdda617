"""Which records satisfy a condition; values are compared according to the type of the column.

A comparison with a missing value does not hold, so `not` makes it true.
"""

import operator
from collections.abc import Callable, Mapping
from functools import reduce
from typing import Any

import polars as pl

from shoal.data.query import Comparison, Condition, Junction, fields_of
from shoal.data.table import Table, exact_column
from shoal.data.types import (
    FALSE,
    TRUE,
    BooleanType,
    ColumnType,
    DateType,
    DecimalType,
    IntegerType,
    OrderedType,
)
from shoal.errors import StudyError, did_you_mean

Compare = Callable[[Any, Any], pl.Series]
COMPARE: dict[str, Compare] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def records_with(table: Table, condition: Condition, types: Mapping[str, ColumnType]) -> pl.Series:
    """One flag per line of the table; columns without a declared type are compared as they look.

    Args:
        table: The table.
        condition: What records must satisfy.
        types: The declared types, by column.
    """
    absent = [name for name in fields_of(condition) if name not in table.names]
    if absent:
        raise StudyError(
            *(
                f"the data has no column {name!r}.{did_you_mean(name, table.names)}"
                for name in absent
            )
        )
    return _holds(table, condition, types)


def _holds(table: Table, condition: Condition, types: Mapping[str, ColumnType]) -> pl.Series:
    """One flag per line, never null."""
    if isinstance(condition, Comparison):
        values, wanted = _sides(exact_column(table.frame, condition.field), condition, types)
        return COMPARE[condition.operator](values, wanted).fill_null(value=False)
    if isinstance(condition, Junction):
        parts = [_holds(table, part, types) for part in condition.parts]
        return reduce(operator.and_ if condition.word == "and" else operator.or_, parts)
    return ~_holds(table, condition.part, types)


def _sides(
    values: pl.Series, asked: Comparison, types: Mapping[str, ColumnType]
) -> tuple[pl.Series, Any]:
    """The values of a column and the value of the condition, in a form in which they compare.

    Values that are not of the column's type become null. If the value of the condition is not, that
    is a `StudyError`.
    """
    type = types.get(asked.field)
    if isinstance(type, IntegerType | DecimalType):
        return values.cast(pl.Float64, strict=False), _number(asked)
    if isinstance(type, DateType):
        return _moments(values, type), _moment(asked, type)
    if isinstance(type, OrderedType):
        places = {text: place for place, text in enumerate(type.order)}
        if asked.value not in places:
            raise StudyError(f"the value for {asked.field!r} is not in the column's `order`.")
        known = values.cast(pl.String).replace_strict(places, default=None)
        return known, places[asked.value]
    if isinstance(type, BooleanType):
        return _truths(values), _truth(asked)
    return _plain_sides(values, asked, is_declared=type is not None)


def _plain_sides(
    values: pl.Series, asked: Comparison, *, is_declared: bool
) -> tuple[pl.Series, Any]:
    """Both sides as texts; for < and > with a number, as numbers ("10" is not below "9").

    If the column is declared as text, or holds other texts, a number needs quotes.
    """
    texts = values.cast(pl.String)
    if asked.operator in ("=", "!=") or asked.quoted or not _is_number(asked.value):
        return texts, asked.value
    numbers = texts.cast(pl.Float64, strict=False)
    if is_declared or numbers.null_count() > texts.null_count():
        raise StudyError(
            f"the column {asked.field!r} holds texts, but is compared with a number. Declare its"
            " `type` (integer, decimal), or put the number in single quotes."
        )
    return numbers, float(asked.value)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _number(asked: Comparison) -> float:
    """The value of the condition as a number."""
    if not _is_number(asked.value):
        raise StudyError(f"the value for {asked.field!r} is not a number, which the column holds.")
    return float(asked.value)


def _moments(values: pl.Series, type: DateType) -> pl.Series:
    """Values as moments; null for texts that are not dates."""
    if values.dtype.is_temporal():
        return values.cast(pl.Datetime("us"))
    return type.moments(values.cast(pl.String))


def _moment(asked: Comparison, type: DateType) -> object:
    """The value of the condition as a moment."""
    moment = _moments(pl.Series([asked.value]), type)[0]
    if moment is None:
        raise StudyError(
            f"the value for {asked.field!r} is not a date in the column's format, {type.format}."
        )
    return moment


def _truths(values: pl.Series) -> pl.Series:
    """1 for yes, 0 for no, null for anything else."""
    words = values.cast(pl.String).str.to_lowercase()
    known = dict.fromkeys(TRUE, 1) | dict.fromkeys(FALSE, 0)
    return words.replace_strict(known, default=None)


def _truth(asked: Comparison) -> int:
    """The value of the condition: 1 for yes, 0 for no."""
    word = asked.value.lower()
    if word not in TRUE + FALSE:
        raise StudyError(f"the value for {asked.field!r} is not true or false.")
    return int(word in TRUE)
