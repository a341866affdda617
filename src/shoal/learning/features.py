"""Turns columns into features of models: indicators, codes and numbers (docs/theory/learning.md).

A value is an indicator of its own unless it is a number; only columns of numbers or dates with a
scaling expression have numbers. A missing value is a value like any other.
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

UNSEEN = -1  # the code of a value that did not occur in training
NUMERIC = (IntegerType, DecimalType, DateType)


@dataclass(frozen=True, eq=False)
class Feature:
    """A column to predict from: its different values, and the numbers they stand for.

    Attributes:
        name: The name of the column.
        labels: The text of each code; null is missing.
        numbers: The number of each code; NaN if it is an indicator.
    """

    name: str
    labels: pl.Series
    numbers: Floats

    @property
    def is_number(self) -> Bools:
        """One flag per code: whether it is a number."""
        return np.isfinite(self.numbers)


@dataclass(frozen=True, eq=False)
class Features:
    """The features of all records, for training and for prediction.

    Attributes:
        columns: The columns to predict from.
        training: The code of each record in each column, for training.
        testing: The code of each record in each column, for prediction.
        kept: One flag per record: whether models may be trained on it.
    """

    columns: tuple[Feature, ...]
    training: tuple[Codes, ...]
    testing: tuple[Codes, ...]
    kept: Bools

    def without(self, name: str) -> "Features":
        """The features without the column that is to be predicted."""
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
    """The feature of a column that comes in one or several forms, with the codes of each form.

    Args:
        name: Its name.
        texts: The values of records, one series per form; equal texts have equal codes in all.
        type: How values are read as numbers.
        scaling: The function applied to numbers; without it values are indicators.
        middles: Whether a label that stands for a range counts as its middle.
    """
    labels, codes = encode_texts(texts)
    numbers = np.full(len(labels), np.nan)
    if scaling is not None and isinstance(type, NUMERIC):
        numbers = scale_numbers(name, _numbers(labels, type, middles), scaling)
    return Feature(name, labels, numbers), codes


def encode_texts(texts: Sequence[pl.Series]) -> tuple[pl.Series, list[Codes]]:
    """The distinct texts, sorted and with the missing one first, and the codes of each series."""
    ends = np.cumsum([len(each) for each in texts])
    together = pl.concat([each.cast(pl.String).alias("text") for each in texts])
    labels = together.unique().sort()
    known = labels.null_count()
    ranks = together.rank("dense").cast(pl.Int32).fill_null(0).to_numpy()
    codes = (ranks - 1 + known).astype(np.int32)
    return labels, np.split(codes, ends[:-1])


def scale_numbers(name: str, numbers: Floats, scaling: Expression) -> Floats:
    """The numbers after scaling; an error if one is not finite any more."""
    known = np.isfinite(numbers)
    results = np.where(known, scaling.apply(np.where(known, numbers, 1.0)), np.nan)
    lost = int(np.count_nonzero(known & ~np.isfinite(results)))
    if lost:
        raise DataError(
            f"Column {name!r}: `{scaling.text}` is no finite number for {lost:,} of"
            f" {np.count_nonzero(known):,} different values. Use an expression that fits all,"
            " for example log(x + 1) instead of log(x)."
        )
    return results


def _numbers(labels: pl.Series, type: ColumnType, middles: bool) -> Floats:
    """The numbers that labels stand for; NaN if they stand for none."""
    parser = parser_of(type)
    assert parser is not None  # noqa: S101  (numbers and dates have one)
    if not middles:
        return parser(labels)
    meant = ranges(labels, parser)
    return np.where(meant.has_both_ends, (meant.low + meant.high) / 2, np.nan)
