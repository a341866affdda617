"""Checks the values of a table against what the study declares, once, when the table is read."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import polars as pl

from shoal.data.schema import ColumnOptions
from shoal.data.table import Table, exact_column
from shoal.data.types import DecimalType
from shoal.errors import DataError, did_you_mean


def check_table(table: Table, columns: Mapping[str, ColumnOptions], decimal: str = ".") -> Table:
    """The table with declared missing values as null and every value in one spelling.

    Problems are raised together, as one `DataError`: first all absent columns; if there are none,
    all values that break a rule. Columns that are not declared stay as they are.

    Args:
        table: The table.
        columns: What the study declares about each column, by name.
        decimal: The decimal mark in texts; a comma becomes a point in declared decimals.
    """
    absent = [name for name in columns if name not in table.names]
    if absent:
        raise DataError(*(_absent_problem(name, table) for name in absent))
    changed = {
        name: _with_nulls(exact_column(table.frame, name), columns[name], decimal)
        for name in columns
    }
    problems = list(_problems(changed, columns, decimal, from_file=table.origin is None))
    if problems:
        raise DataError(*problems)
    spelled = [
        _canonical_values(changed[name], columns[name], decimal).alias(name) for name in columns
    ]
    return replace(table, frame=table.frame.with_columns(spelled))


def refuse_nested(frame: pl.DataFrame) -> None:
    """Raise one `DataError` with all columns that hold lists, structures or bytes."""
    nested = [name for name, kind in frame.schema.items() if is_nested(kind)]
    if nested:
        raise DataError(*map(_nested_problem, nested))


def is_nested(kind: pl.DataType) -> bool:
    """Whether cells of this type hold several values, bytes or Python objects."""
    return kind.is_nested() or kind in (pl.Binary, pl.Object)


def _nested_problem(name: str) -> str:
    return (
        f"Column {name!r} holds lists or bytes. Expected texts, numbers or dates: leave it out, or"
        " write one value per cell."
    )


def _absent_problem(name: str, table: Table) -> str:
    return f"There is no column {name!r} in the data.{did_you_mean(name, table.names)}"


def _with_nulls(values: pl.Series, options: ColumnOptions, decimal: str) -> pl.Series:
    """Declared missing values as null, by text and by value: if -9 is missing, so is -09."""
    if not options.missing:
        return values
    texts, listed = options.type.texts(values), pl.Series(options.missing, dtype=pl.String)
    same_text = texts.is_in(listed.implode())
    canonical = _canonical_values(listed, options, decimal)
    same_value = _canonical_values(texts, options, decimal).is_in(canonical.implode())
    return values.set((same_text | same_value).fill_null(value=False), None)


def _time_zone_problem(name: str) -> str:
    return (
        f"Column {name!r} has moments with a time zone, which are different days in different"
        " places. Say whose clock is meant: `data: {time_zone: Europe/Berlin}`."
    )


def _problems(
    columns: Mapping[str, pl.Series],
    declared: Mapping[str, ColumnOptions],
    decimal: str,
    *,
    from_file: bool,
) -> Iterator[str]:
    """A sentence for each problem of each column.

    A column that is nested, or has a time zone, is not looked at further. A time zone is a problem
    only in a table from a file or database, for which the study can name the clock.
    """
    for name, values in columns.items():
        if is_nested(values.dtype):
            yield _nested_problem(name)
            continue
        if from_file and isinstance(values.dtype, pl.Datetime) and values.dtype.time_zone:
            yield _time_zone_problem(name)
            continue
        options = declared[name]
        for rule, count in _counts_by_rule(values, options, decimal).items():
            if count:
                yield (
                    f"Column {name!r}: {count} of {len(values)} values {rule}."
                    " Correct them, list them under `missing`, or change the column's `type`."
                )


def _counts_by_rule(values: pl.Series, options: ColumnOptions, decimal: str) -> dict[str, int]:
    """How many values break each rule of the type, or use a point among decimal commas."""
    broken = options.type.problems(_with_decimal_points(values, options, decimal))
    if decimal == "," and isinstance(options.type, DecimalType) and values.dtype == pl.String:
        # 1.234 would be a thousand times too small: a point here can only separate thousands.
        points = values.str.contains(".", literal=True).sum()
        broken = {**broken, "have a point where a decimal comma is expected": int(points)}
    return broken


def _canonical_values(values: pl.Series, options: ColumnOptions, decimal: str) -> pl.Series:
    """The values, each in the one spelling that its type has for it."""
    return options.type.canonical(_with_decimal_points(values, options, decimal))


def _with_decimal_points(values: pl.Series, options: ColumnOptions, decimal: str) -> pl.Series:
    """Declared decimals with a decimal point, as hierarchies and releases write them."""
    if decimal != "," or not isinstance(options.type, DecimalType) or values.dtype != pl.String:
        return values
    return values.str.replace(",", ".", literal=True)
