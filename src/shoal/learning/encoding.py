"""Encodes released texts as the matrix of a model, the same way for training and prediction.

Only values that a model was trained on have a place in the matrix; others tell it nothing
(docs/theory/learning.md). The places are plain values, so that they can be saved.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.data.schema import ColumnType
from shoal.engine.arrays import Bools, Codes, Floats
from shoal.learning.features import UNSEEN, Feature, feature_of
from shoal.learning.libraries import learning_libraries
from shoal.learning.matrix import MOST_CODES
from shoal.learning.model import Layout, Matrix
from shoal.learning.scaling import Expression


@dataclass(frozen=True, eq=False)
class Encoded:
    """A column as a model sees it.

    Attributes:
        name: The name of the column.
        type: How values are read as numbers.
        scaling: The function applied to numbers; without it values are categories.
        middles: Whether a label that stands for a range counts as its middle.
        numeric: Whether there is a place for numbers.
        categories: The texts that have a place of their own; None is missing.
    """

    name: str
    type: ColumnType
    scaling: Expression | None
    middles: bool
    numeric: bool = False
    categories: tuple[str | None, ...] = ()

    def learn(self, texts: pl.Series, layout: Layout) -> "Encoded":
        """The column with a place for every value that occurs.

        In the layout of codes, only the most frequent values have one; none if there are numbers.
        """
        feature, codes = self._encode(texts)
        numeric, others = bool(feature.is_number.any()), np.flatnonzero(~feature.is_number)
        if layout is Layout.CODES:  # only the most frequent values get codes
            counts = np.bincount(codes, minlength=len(feature.labels))[others]
            others = others[np.argsort(-counts, kind="stable")][: 0 if numeric else MOST_CODES]
        categories = tuple(feature.labels.gather(others).to_list())
        return Encoded(self.name, self.type, self.scaling, self.middles, numeric, categories)

    @property
    def indicators(self) -> Bools:
        """One flag per place: whether it is a category and not the number."""
        return np.arange(self.numeric + len(self.categories)) >= self.numeric

    def places(self, texts: pl.Series) -> tuple[Codes, Floats]:
        """The place of each text (`UNSEEN` if it has none), and the number to write there."""
        feature, codes = self._encode(texts)
        known = {text: at for at, text in enumerate(self.categories, self.numeric)}
        category = [known.get(text, UNSEEN) for text in feature.labels]
        number = 0 if self.numeric else UNSEEN
        place = np.where(feature.is_number, number, np.array(category, np.int32))
        value = np.where(feature.is_number, feature.numbers, 1.0)
        return place[codes].astype(np.int32), value[codes]

    def unlearned(self, texts: pl.Series, layout: Layout) -> pl.Series:
        """One flag per text: whether it is a category that did not occur; missing ones are not.

        In the layout of codes, rare values may have lost their place; then nothing is flagged.
        """
        full = layout is Layout.CODES and len(self.categories) >= MOST_CODES
        places, _ = self.places(texts)
        return pl.Series((places == UNSEEN) & (not full)) & texts.is_not_null()

    def _encode(self, texts: pl.Series) -> tuple[Feature, Codes]:
        """The different texts as a feature, and the code of each text."""
        feature, [codes] = feature_of(
            self.name, [texts], self.type, self.scaling, middles=self.middles
        )
        return feature, codes


@dataclass(frozen=True, eq=False)
class Encoding:
    """All columns as a model sees them.

    Attributes:
        columns: The columns.
        layout: How they are put together.
    """

    columns: tuple[Encoded, ...]
    layout: Layout

    @classmethod
    def of(
        cls, columns: Sequence[Encoded], texts: Mapping[str, pl.Series], layout: Layout
    ) -> "Encoding":
        """The encoding with a place for every value that occurs in the texts."""
        return cls(tuple(each.learn(texts[each.name], layout) for each in columns), layout)

    @property
    def categorical(self) -> Bools:
        """For each column of the matrix, whether it holds categories."""
        if not self.columns:
            return np.ones(1, np.bool_)
        if self.layout is Layout.CODES:
            return np.array([not column.numeric for column in self.columns])
        return np.concatenate([column.indicators for column in self.columns])

    def matrix(self, texts: Mapping[str, pl.Series], records: int) -> Matrix:
        """The texts of records as a matrix, one line per record.

        `records` is their number, which no text tells where there are no columns.
        """
        cells = [column.places(texts[column.name]) for column in self.columns]
        if not cells:  # a constant: without features every record looks alike
            return np.ones((records, 1))
        if self.layout is Layout.CODES:
            pairs = zip(self.columns, cells, strict=True)
            return np.stack([_numbers(column, *places) for column, places in pairs], axis=1)
        return _sparse(self.columns, cells)


def _numbers(column: Encoded, place: Codes, value: Floats) -> Floats:
    """A column of the matrix of codes: numbers or places, not-a-number for unseen texts."""
    numbers = value if column.numeric else place.astype(np.float64)
    return np.where(place == UNSEEN, np.nan, numbers)


def _sparse(columns: Sequence[Encoded], cells: Sequence[tuple[Codes, Floats]]) -> Matrix:
    """A sparse matrix with the places of one column beside those of the next."""
    with learning_libraries():
        from scipy.sparse import csr_array  # noqa: PLC0415  (an extra)

    widths = [len(column.indicators) for column in columns]
    starts = np.cumsum([0, *widths])
    pairs = zip(cells, starts, strict=False)
    at = np.stack([np.where(place == UNSEEN, UNSEEN, place + start) for (place, _), start in pairs])
    values, there = np.stack([value for _, value in cells]).T, at.T != UNSEEN
    ends = np.append(0, np.cumsum(there.sum(axis=1)))
    shape = (len(there), int(starts[-1]))
    return csr_array((values[there], at.T[there], ends), shape=shape)
