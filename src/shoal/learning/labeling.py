"""Brings one column of new records into the form of a release (docs/theory/learning.md).

A builder whose labels depend on the value alone can label values that did not occur before. A table
knows its own values only; `unseen` says what happens to others.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import polars as pl

from shoal.data.schema import ColumnOptions, ColumnType, column_types
from shoal.errors import DataError, ShoalError
from shoal.hierarchies import Builder, build_hierarchy, builders, fit_to_type

Kind = Literal["as-is", "aggregate", "builder", "table", "root", "local"]
Unseen = Literal["error", "root"]


@dataclass(frozen=True, eq=False)
class Labeling:
    """The released form of a column's values, for any value.

    Attributes:
        name: The name of the column.
        kind: `as-is` and `aggregate` (only classes are aggregated) keep values, `builder` and
            `table` label them, with `root` all become the root, and with `local` labels depend on
            those of other columns (`LocalForm`).
        type: The settings of the column's type.
        missing: Texts that are read as missing.
        level: The level of the release.
        builder: The settings of the builder; None for other kinds.
        table: The label of each value that the table knows, None being missing; None for other
            kinds.
        root: The label that stands for everything.
        unseen: Whether a value without a label is an error, or becomes the root; of values that
            are kept, those that a model has not learned are an error, or tell it nothing.
    """

    name: str
    kind: Kind
    type: Mapping[str, Any]
    missing: tuple[str, ...] = ()
    level: int = 0
    builder: Mapping[str, Any] | None = None
    table: Mapping[str | None, str | None] | None = None
    root: str = "*"
    unseen: Unseen = "error"

    @property
    def refuses_unlearned(self) -> bool:
        """Whether a value that no released record had is an error, though it needs no label."""
        return self.kind == "as-is" and self.unseen == "error"

    @property
    def options(self) -> ColumnOptions:
        """How the values of the column are read."""
        return ColumnOptions(self._type, self.missing)

    def plain(self, values: pl.Series) -> pl.Series:
        """Raw values as the texts that hierarchies see."""
        return self._type.texts(values).cast(pl.String)

    def texts(self, values: pl.Series) -> pl.Series:
        """The released texts of raw values."""
        return self.labels(self.plain(values))

    def labels(self, texts: pl.Series) -> pl.Series:
        """The released texts of values as hierarchies see them.

        A value without a label becomes the root or raises DataError, as `unseen` says.
        """
        if self.kind in {"as-is", "aggregate"}:
            return texts
        if self.kind == "root":
            return pl.Series([self.root]).new_from_index(0, len(texts))
        known = self.table if self.kind == "table" else self._build_labels(texts)
        assert known is not None  # noqa: S101  (a table has one)
        values = pl.Series(list(known), dtype=pl.String)
        rows = pl.Series(range(len(known)), dtype=pl.Int32)
        places = texts.replace_strict(values, rows, default=None, return_dtype=pl.Int32)
        lost = places.is_null() & (texts.is_not_null() if None not in known else True)
        if self.unseen == "error" and lost.any():
            counts = texts.filter(lost).n_unique(), texts.n_unique()
            raise unknown_values(self.name, *counts, "its hierarchy")
        labels = pl.Series(list(known.values()), dtype=pl.String).gather(places)
        return labels.set(lost, self.root)

    def release_values(self, values: pl.Series) -> pl.Series:
        """Raw values as the release shows them.

        Labels are texts. Other values keep their type, but whole numbers of an aggregated column
        become floats. At level 0, typed values stay typed, and those with another label are null.
        """
        if self.kind == "aggregate" and values.dtype.is_integer():
            return values.cast(pl.Float64)
        if self.kind in {"as-is", "aggregate"}:
            return values
        labels = self.texts(values)
        if self.level or values.dtype == pl.String:
            return labels
        return values.set(labels != self._type.texts(values).cast(pl.String), None)

    @cached_property
    def _type(self) -> ColumnType:
        """The type of the column."""
        return column_types.build(dict(self.type))

    @cached_property
    def _builder(self) -> Builder:
        """The builder, with what it must know of the type."""
        return fit_to_type(builders.build(dict(self.builder or {})), self._type)

    def _build_labels(self, texts: pl.Series) -> dict[str | None, str | None]:
        """The label of each different value that the builder can label, by value."""
        return dict(self._pairs(texts.drop_nulls().unique().sort()))

    def _pairs(self, values: pl.Series) -> list[tuple[str | None, str | None]]:
        """Values with their labels; without those that the builder refuses."""
        if not len(values):
            return []
        try:
            hierarchy = build_hierarchy(self._builder, values)
        except ShoalError:  # it refuses some values: find them by halving
            half = len(values) // 2
            return self._pairs(values[:half]) + self._pairs(values[half:]) if half else []
        if self.level > hierarchy.height:
            return []
        return list(zip(hierarchy.levels[0], hierarchy.levels[self.level], strict=True))


def unknown_values(name: str, unknown: int, values: int, where: str) -> DataError:
    """The error for values that nothing is known about; tells their number, not the values.

    Args:
        name: The column.
        unknown: How many different values are unknown.
        values: How many different values there are.
        where: What does not know them.
    """
    return DataError(
        f"Column {name!r}: {unknown:,} of {values:,} different values are unknown to {where}."
        " Correct them, or make the file again so that unknown values are allowed: `shoal"
        " export-model` and `export-mapping` have `--unseen root`, in Python and over REST"
        " `unseen` is `root`."
    )
