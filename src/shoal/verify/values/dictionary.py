"""Columns as dictionaries: the distinct texts once, and one code per record."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

Codes = NDArray[np.integer[Any]]  # as narrow as the dictionary allows: 10M records are many
Places = NDArray[np.int32]


@dataclass(frozen=True)
class Coded:
    """One column as a dictionary.

    Attributes:
        codes: The place of each record's text in `texts`.
        texts: Each distinct text once, the missing value (null) among them if it occurs.
    """

    codes: Codes
    texts: pl.Series

    @property
    def counts(self) -> NDArray[np.int64]:
        """Records per distinct text."""
        return np.bincount(self.codes, minlength=len(self.texts))

    @property
    def missing(self) -> int:
        """The code of the missing value, or -1 if no value is missing."""
        place = self.texts.is_null().arg_max()
        return int(place) if place is not None and self.texts.null_count() else -1

    def rename(self, texts: pl.Series) -> "Coded":
        """The column with every text replaced; texts that became equal become one."""
        distinct = texts.unique(maintain_order=True)
        if len(distinct) == len(texts):
            return Coded(self.codes, texts)
        table = positions(texts, distinct).astype(self.codes.dtype)
        return Coded(table[self.codes], distinct)


def encode(series: pl.Series) -> Coded:
    """A column of texts as a dictionary."""
    category = series.alias("").cast(pl.Categorical)  # a name such as ^x$ would be a pattern
    distinct = category.unique()
    places = distinct.to_physical()
    highest = int(places.max() or 0)  # type: ignore[arg-type]
    # The last place of the table is that of missing values.
    table = np.zeros(highest + 2, dtype=np.min_scalar_type(len(distinct)))
    table[_fill_missing(places, highest + 1)] = np.arange(len(distinct))
    codes = table[_fill_missing(category.to_physical(), highest + 1)]
    return Coded(codes, distinct.cast(pl.String))


def positions(texts: pl.Series, dictionary: pl.Series) -> Places:
    """Where each text stands in a dictionary, -1 if it does not; null is a text like others."""
    known = pl.DataFrame({"text": dictionary}).with_row_index("place")
    wanted = pl.DataFrame({"text": texts})
    joined = wanted.join(known, on="text", how="left", nulls_equal=True, maintain_order="left")
    return _fill_missing(joined["place"].cast(pl.Int32), -1)


def _fill_missing(numbers: pl.Series, missing: int) -> NDArray[Any]:
    """The numbers, with `missing` where there is none."""
    return (numbers.fill_null(missing) if numbers.null_count() else numbers).to_numpy()
