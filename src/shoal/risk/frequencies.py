"""How many records look like each record when missing cells match anything (docs/theory/risk.md).

Records with the same missing cells are counted together; between two kinds of missing cells only
the columns count that neither misses. A table has few such kinds, so this takes a few joins.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl
from polars.selectors import by_name

from shoal.engine.arrays import Floats

WEIGHT, COUNT, PLACE = "\0weight", "\0count", "\0place"  # no column of a file has such a name


@dataclass(frozen=True, eq=False)
class Frequencies:
    """What each record matches, itself included.

    Attributes:
        sample: f, how many records match; a match by a missing cell may count less.
        population: F, the sum of their sampling weights.
    """

    sample: Floats
    population: Floats


def frequencies(
    keys: pl.DataFrame, weights: pl.Series | None = None, alpha: float = 1.0
) -> Frequencies:
    """The frequencies of every record.

    Args:
        keys: The columns by which records are recognized; null is missing.
        weights: How many people of the population each record stands for; 1 where none are given.
        alpha: The weight of a match that is due to a missing cell of the other record.
    """
    own = pl.Series([1.0]).new_from_index(0, keys.height) if weights is None else weights
    tuples = keys.with_columns(own.cast(pl.Float64).alias(WEIGHT)).group_by(
        keys.columns, maintain_order=True
    )
    counted = tuples.agg(pl.len().cast(pl.Float64).alias(COUNT), pl.col(WEIGHT).sum())
    matches = pl.concat(list(_matches_by_kind(counted, keys.columns, alpha)))
    shown = keys.join(
        matches, on=by_name(keys.columns), how="left", nulls_equal=True, maintain_order="left"
    )
    return Frequencies(shown[COUNT].to_numpy(), shown[WEIGHT].to_numpy())


def _matches_by_kind(
    counted: pl.DataFrame, columns: list[str], alpha: float
) -> Iterator[pl.DataFrame]:
    """The tuples of each kind of missing cells with their matches among all kinds."""
    is_missing = counted.select(by_name(column).is_null() for column in columns)
    kinds = is_missing.unique(maintain_order=True).rows()
    parts = {kind: counted.filter(_is_of_kind(is_missing, kind)) for kind in kinds}
    for kind, part in parts.items():
        sums = np.zeros((part.height, 2))
        for other, around in parts.items():
            known = [
                name for name, *gone in zip(columns, kind, other, strict=True) if not any(gone)
            ]
            factor = alpha if any(other) and other != kind else 1.0
            sums += factor * _sums_of_matches(part, around, known)
        yield part.with_columns(pl.Series(COUNT, sums[:, 0]), pl.Series(WEIGHT, sums[:, 1]))


def _is_of_kind(is_missing: pl.DataFrame, kind: tuple[bool, ...]) -> pl.Series:
    """One flag per tuple: whether exactly the cells of this kind are missing."""
    named = zip(is_missing.columns, kind, strict=True)
    return is_missing.select(pl.all_horizontal(by_name(name) == gone for name, gone in named))[:, 0]


def _sums_of_matches(part: pl.DataFrame, around: pl.DataFrame, known: list[str]) -> Floats:
    """For each tuple of `part`: records and weights of `around` that agree in the known columns."""
    if not known:
        total = around.select(COUNT, WEIGHT).sum().to_numpy()
        return np.tile(total, (part.height, 1))
    sums = around.group_by(by_name(known)).agg(pl.col(COUNT, WEIGHT).sum())
    matched = part.select(by_name(known)).join(
        sums, on=by_name(known), how="left", maintain_order="left"
    )
    return matched.select(pl.col(COUNT, WEIGHT).fill_null(0.0)).to_numpy()
