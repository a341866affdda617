"""Turns arrays into tables: scikit-learn passes columns without their names."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
import polars as pl

from shoal.data.table import Table
from shoal.errors import DataError

FRAMES = ("pandas", "polars", "pyarrow")
PLAIN = (str, int, float, bool, date, np.generic)


@dataclass(frozen=True, eq=False)
class ArrayKind:
    """An array whose column names come from a study; NaN and None are missing."""

    array: Any
    names: tuple[str, ...]

    def frame(self) -> pl.DataFrame:
        """The values as a table."""
        columns = zip(self.names, np.asarray(self.array).T, strict=True)
        return pl.DataFrame([_column(name, values) for name, values in columns])

    def back(self, frame: pl.DataFrame) -> Any:  # noqa: ANN401  (an array)
        """The frame as an array: of numbers if there are only numbers, else of objects."""
        return frame.to_numpy() if _only_numbers(frame) else _objects(frame)


def is_array(data: object) -> bool:
    """Whether an object is an array (or a list), and not a table whose columns have names."""
    return type(data).__module__.partition(".")[0] not in FRAMES and not isinstance(data, Table)


def table_of_array(array: Any, names: Sequence[str], target: str | None) -> Table:  # noqa: ANN401
    """The table of an array whose columns are those of a study, possibly without the target."""
    columns, width = tuple(names), array.shape[1]
    if width == len(columns) - 1 and target is not None:
        columns = tuple(name for name in columns if name != target)
    if width != len(columns):
        raise DataError(
            f"An array of {width} columns does not tell which they are: the study has"
            f" {len(columns)}. Give all of them in the study's order, or a table with names."
        )
    kind = ArrayKind(array, columns)
    return Table(kind.frame(), kind)


def _column(name: str, values: Any) -> pl.Series:  # noqa: ANN401  (a column of an array)
    """A column of an array; not-a-number is missing."""
    if values.dtype.kind in "biuf":
        return pl.Series(name, np.ascontiguousarray(values), nan_to_null=True)
    return values_of(name, values.tolist())


def values_of(name: str, values: Sequence[Any]) -> pl.Series:
    """Python values as a column; if their types are mixed, as texts."""
    plain = [None if value is None or value != value else value for value in values]  # noqa: PLR0124
    kinds = {type(value) for value in plain if value is not None}
    if not all(issubclass(kind, PLAIN) for kind in kinds):
        raise DataError(f"Column {name!r}: expected texts, numbers or dates, found other things.")
    mixed = len(kinds) > 1 and not kinds <= {int, float}
    texts = [None if value is None else str(value) for value in plain] if mixed else plain
    return pl.Series(name, texts, dtype=None if kinds else pl.String, strict=False)


def _only_numbers(frame: pl.DataFrame) -> bool:
    """Whether all columns are numbers."""
    return all(kind.is_numeric() for kind in frame.dtypes)


def _objects(frame: pl.DataFrame) -> Any:  # noqa: ANN401  (an array)
    """The frame as an array of Python values."""
    array = np.empty(frame.shape, dtype=object)
    for at, column in enumerate(frame.iter_columns()):
        array[:, at] = column.to_list()
    return array
