"""Columns become what models learn from: indicators, codes and numbers (spec/utility.md §5.3).

A value is an indicator of its own unless it is a number: that takes a column of numbers or dates
and a scaling expression. A missing value is a value like any other.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.data.types import ColumnType, DateType, DecimalType, IntegerType
from shoal.engine.arrays import Bools, Codes, Floats
from shoal.errors import DataError
from shoal.learning.scaling import Expression
from shoal.utility.labels import parser_of, ranges

UNSEEN = -1  # the code of a value that nobody had
NUMERIC = (IntegerType, DecimalType, DateType)


@dataclass(frozen=True, eq=False)
class Feature:
    """A column to predict from: its different values, and what numbers they are.

    Attributes:
        name: The name of the column.
        labels: The text of each code; null is missing.
        numbers: The number of each code; not-a-number where it is an indicator.
    """

    name: str
    labels: pl.Series
    numbers: Floats

    @property
    def is_number(self) -> Bools:
        """Which codes are numbers."""
        return np.isfinite(self.numbers)


@dataclass(frozen=True, eq=False)
class Features:
    """What models see of each record, when they learn and when they are asked.

    Attributes:
        columns: The columns to predict from.
        training: The code of each record in each column, as models learn it.
        testing: The same as models are asked.
        kept: Which records models may learn from.
    """

    columns: tuple[Feature, ...]
    training: tuple[Codes, ...]
    testing: tuple[Codes, ...]
    kept: Bools

    def without(self, name: str) -> "Features":
        """The features without a column, which is to be predicted."""
        left = [at for at, column in enumerate(self.columns) if column.name != name]
        columns = tuple(self.columns[at] for at in left)
        training = tuple(self.training[at] for at in left)
        same = self.testing is self.training  # then one matrix serves both
        testing = training if same else tuple(self.testing[at] for at in left)
        return Features(columns, training, testing, self.kept)


def feature_of(
    name: str,
    texts: Sequence[pl.Series],
    type: ColumnType,
    scaling: Expression | None,
    *,
    middles: bool = False,
) -> tuple[Feature, list[Codes]]:
    """A column in one or several forms, with the codes of each.

    Args:
        name: Its name.
        texts: The values of records; equal texts have equal codes in all forms.
        type: How values are read as numbers.
        scaling: What becomes of the numbers; without it values are indicators.
        middles: Whether a label that stands for a range counts as its middle.
    """
    labels, codes = coded(texts)
    numbers = np.full(len(labels), np.nan)
    if scaling is not None and isinstance(type, NUMERIC):
        numbers = scaled(name, _numbers(labels, type, middles), scaling)
    return Feature(name, labels, numbers), codes


def coded(texts: Sequence[pl.Series]) -> tuple[pl.Series, list[Codes]]:
    """The different texts in their order, and their codes; missing comes first."""
    ends = np.cumsum([len(each) for each in texts])
    together = pl.concat([each.cast(pl.String).alias("text") for each in texts])
    labels = together.unique().sort()
    known = labels.null_count()
    ranks = together.rank("dense").cast(pl.Int32).fill_null(0).to_numpy()
    codes = (ranks - 1 + known).astype(np.int32)
    return labels, np.split(codes, ends[:-1])


def scaled(name: str, numbers: Floats, scaling: Expression) -> Floats:
    """The numbers after scaling; an error where that makes infinity of one."""
    known = np.isfinite(numbers)
    found = np.where(known, scaling.apply(np.where(known, numbers, 1.0)), np.nan)
    lost = int(np.count_nonzero(known & ~np.isfinite(found)))
    if lost:
        raise DataError(
            f"Column {name!r}: `{scaling.text}` is no finite number for {lost:,} of"
            f" {np.count_nonzero(known):,} different values. Use an expression that fits all,"
            " for example log(x + 1) instead of log(x)."
        )
    return found


def _numbers(labels: pl.Series, type: ColumnType, middles: bool) -> Floats:
    """Labels as numbers, where they are."""
    parser = parser_of(type)
    assert parser is not None  # noqa: S101  (numbers and dates have one)
    if not middles:
        return parser(labels)
    told = ranges(labels, parser)
    return np.where(told.closed, (told.low + told.high) / 2, np.nan)
