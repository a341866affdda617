"""The kinds of tables that people hold in memory, and how each is converted to Polars and back.

Nothing here imports pandas or PyArrow to recognize a table: whoever holds one has imported its
library. pandas and Polars are converted through Arrow.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any, Protocol

import polars as pl

from shoal.data.extras import extra
from shoal.errors import DataError


class TableKind(Protocol):
    """An object that holds a table, and how to convert it to Polars and back."""

    def frame(self) -> pl.DataFrame:
        """Its values in Polars."""
        ...

    def back(self, frame: pl.DataFrame) -> object:
        """A Polars frame converted to the kind of the original object."""
        ...


def kind_of(table: object) -> TableKind:
    """The object with how to convert it; a `DataError` if it holds no table."""
    if isinstance(table, pl.DataFrame | pl.LazyFrame):
        return PolarsKind(table)
    library, name = type(table).__module__.partition(".")[0], type(table).__name__
    if (library, name) == ("pandas", "DataFrame"):
        return PandasKind(table)
    if library == "pyarrow" and name in {"Table", "RecordBatch"}:
        return ArrowKind(table)
    raise DataError(
        f"A table cannot be made from a {library}.{name}."
        " Give a pandas, Polars or Arrow table, or the path of a file."
    )


@dataclass(frozen=True, eq=False)
class PolarsKind:
    """A Polars frame; a lazy one is collected, and comes back lazy."""

    table: pl.DataFrame | pl.LazyFrame

    def frame(self) -> pl.DataFrame:
        """The values."""
        return self.table.lazy().collect()

    def back(self, frame: pl.DataFrame) -> pl.DataFrame | pl.LazyFrame:
        """The frame, lazy if the original was."""
        return frame.lazy() if isinstance(self.table, pl.LazyFrame) else frame


@dataclass(frozen=True, eq=False)
class PandasKind:
    """A pandas frame; its index is kept for the way back and never becomes a column."""

    table: Any

    def frame(self) -> pl.DataFrame:
        """The values; NaN, NaT and None are missing."""
        with extra("pandas", "A pandas table"):
            import pyarrow  # noqa: F401, PLC0415  (Polars reads pandas through it)
        names = [str(name) for name in self.table.columns]
        _refuse_repeated(names)
        plain = self.table.reset_index(drop=True).set_axis(names, axis=1)
        return _convert_columns(names, lambda name: pl.from_pandas(plain[[name]])[name])

    def back(self, frame: pl.DataFrame) -> object:
        """The frame as pandas; columns with the same values are the original ones.

        The index is that of the original if the number of records is the same.
        """
        before, changed = self.frame(), frame.to_pandas()
        labels = {str(label): label for label in self.table.columns}
        if len(changed) == len(before):
            for name in labels.keys() & set(frame.columns):
                if _is_same(frame[name], before[name]):
                    changed[name] = self.table[labels[name]].array
            changed = changed.set_axis(self.table.index, axis=0)
        return changed.set_axis([labels.get(name, name) for name in changed.columns], axis=1)


@dataclass(frozen=True, eq=False)
class ArrowKind:
    """An Arrow table or record batch; comes back as a table."""

    table: Any

    def frame(self) -> pl.DataFrame:
        """The values."""
        names = list(self.table.schema.names)
        _refuse_repeated(names)
        return _convert_columns(names, lambda name: pl.Series(name, self.table.column(name)))

    def back(self, frame: pl.DataFrame) -> object:
        """The frame as Arrow; columns with the same values are the original ones."""
        before, changed = self.frame(), frame.to_arrow()
        for position, name in enumerate(frame.columns):
            if name in before.columns and _is_same(frame[name], before[name]):
                column, field = self.table.column(name), self.table.schema.field(name)
                changed = changed.set_column(position, field, column)
        return changed


def _convert_columns(names: list[str], convert: Any) -> pl.DataFrame:  # noqa: ANN401
    """The frame of the converted columns; the error names those that fail, but never a value.

    Args:
        names: The names of the columns.
        convert: Returns the series of a column by its name.
    """
    columns, failed = [], []
    for name in names:
        try:
            columns.append(convert(name).alias(name))
        except Exception:  # libraries differ in what they raise; their words may quote a value
            failed.append(name)
    if failed:
        raise DataError(*(_mixed_problem(name) for name in failed))
    return pl.DataFrame(columns)


def _mixed_problem(name: str) -> str:
    return (
        f"Column {name!r} mixes kinds of values, or has a kind that tables do not."
        " Convert it to texts, numbers or dates first."
    )


def _refuse_repeated(names: list[str]) -> None:
    """Raise a `DataError` if two columns have the same name."""
    repeated = sorted(name for name, count in Counter(names).items() if count > 1)
    if repeated:
        raise DataError(*(f"There are several columns {name!r}. Rename them." for name in repeated))


def _is_same(after: pl.Series, before: pl.Series) -> bool:
    """Whether type and values are the same; null equals null."""
    return after.dtype == before.dtype and after.equals(before, null_equal=True)
