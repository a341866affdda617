"""Sorts the values of a column: as texts, as numbers, as dates, or in the order of a list."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.data.types import ColumnType, DateType, DecimalType, IntegerType, OrderedType
from shoal.errors import DataError
from shoal.hierarchies.line import ISO, Line, on_dates, on_numbers
from shoal.hierarchies.whole_numbers import Whole

Order = Literal["text", "integer", "decimal", "date"] | tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Sorted:
    """Values in ascending order.

    Attributes:
        rows: The row of each value before it was sorted.
        texts: The values.
        line: The line of the values; None if they are neither numbers nor dates.
        places: The place of each value on the line; None without a line.
    """

    rows: NDArray[np.intp]
    texts: pl.Series
    line: Line | None = None
    places: Whole | None = None


def sort_values(values: pl.Series, order: Order | None, format: str | None = None) -> Sorted:
    """The values sorted; equal numbers and dates of different texts by their texts.

    Args:
        values: The values, without missing ones.
        order: As what they are sorted, or a list of all of them; None sorts texts.
        format: How dates are written; None is ISO.
    """
    if order in ("integer", "decimal"):
        return _sort_on_line(*on_numbers(values, integer=order == "integer"), values)
    if order == "date":
        return _sort_on_line(*on_dates(values, format or ISO), values)
    if isinstance(order, tuple):
        return _sort_by_keys(_ranks_in_list(values, order), values)
    return _sort_by_keys(values, values)


def values_in_order(values: pl.Series, type: ColumnType) -> pl.Series:
    """The different values from the lowest to the highest; the missing one, if any, comes last."""
    known = values.drop_nulls().unique()
    ordered = sort_values(known, order_of(type), format_of(type)).texts
    return ordered.extend_constant(None, 1) if values.null_count() else ordered


def order_of(type: ColumnType) -> Order:
    """The order that goes with a column's type."""
    if isinstance(type, OrderedType):
        return type.order
    if isinstance(type, DateType):
        return "date"
    if isinstance(type, IntegerType | DecimalType):
        return "integer" if isinstance(type, IntegerType) else "decimal"
    return "text"


def format_of(type: ColumnType) -> str | None:
    """The format of a column of dates, with full years; None for other types."""
    return type.full_format if isinstance(type, DateType) else None


def _sort_on_line(line: Line, places: Whole, values: pl.Series) -> Sorted:
    """The values sorted by their places on a line."""
    by_place = _sort_by_keys(_keys(places), values)
    return Sorted(by_place.rows, by_place.texts, line, places[by_place.rows])


def _sort_by_keys(keys: pl.Series, values: pl.Series) -> Sorted:
    """The values sorted by their keys, those of equal keys by their texts."""
    frame = pl.DataFrame([keys.alias("key"), values.alias("text")]).with_row_index("row")
    rows = frame.sort("key", "text")["row"].to_numpy().astype(np.intp)
    return Sorted(rows, values.gather(rows))


def _keys(places: Whole) -> pl.Series:
    """Keys in the order of places; numbers beyond 64 bits are replaced by their ranks."""
    fits = places.dtype == np.int64
    return pl.Series(places if fits else np.unique(places, return_inverse=True)[1])


def _ranks_in_list(values: pl.Series, order: tuple[str, ...]) -> pl.Series:
    """The rank of each value in a list; an error if the list does not have all of them."""
    ranks = values.replace_strict(order, range(len(order)), default=None, return_dtype=pl.Int64)
    unknown = ranks.null_count()
    if unknown:
        raise DataError(
            f"{unknown} of {len(values)} different values are not in `order`."
            " Add them, or list them under `missing`."
        )
    return ranks
