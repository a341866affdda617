"""Distinct values with their numbers of records, and the loss of a proposed hierarchy on them.

An automatic hierarchy is judged by the loss (docs/theory/losses.md) at which its labels become
large enough to hide people. For each of several sizes, we find the lowest level on which all but a
few records have a label of at least that size, and take the loss of that level; the result is the
mean over the sizes. It tells which hierarchy suits a skewed column and which an even one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.hierarchies.hierarchy import Hierarchy

Counts = NDArray[np.int64]

SIZES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.4)  # shares of all records that a label must have
FEW = 0.02  # the share of records that may be in smaller labels, because they can be suppressed


@dataclass(frozen=True, eq=False)
class Counted:
    """Distinct values, sorted as texts and without missing ones, and how many records each has.

    Both have one entry per distinct value.
    """

    values: pl.Series
    counts: Counts

    @classmethod
    def of(cls, column: pl.Series, counts: Counts | None = None) -> "Counted":
        """Count the values of a column.

        Args:
            column: The values, with repetitions; missing ones are ignored.
            counts: How many records each stands for; one each if not given.
        """
        if counts is None:
            table = column.alias("value").drop_nulls().value_counts(name="records").sort("value")
        else:
            both = pl.DataFrame({"value": column, "records": counts}).drop_nulls("value")
            table = both.group_by("value").agg(pl.col("records").sum()).sort("value")
        return cls(table["value"], table["records"].to_numpy().astype(np.int64))

    @property
    def records(self) -> int:
        """The number of records with a known value."""
        return int(self.counts.sum())


def expected_loss(hierarchy: Hierarchy, counts: Counts) -> float:
    """The loss (0 to 1) of a hierarchy once its labels are large enough: the mean over `SIZES`."""
    return loss_of(hierarchy.codes, counts)


def loss_of(levels: Sequence[NDArray[Any]], counts: Counts) -> float:
    """`expected_loss` of levels that are given as the code of each value's label.

    Args:
        levels: Per level, the lowest first, the code of each value's label.
        counts: How many records each value has.
    """
    shares = [_shares(codes, counts) for codes in levels]
    losses = [
        float(share @ (np.bincount(codes) / len(counts)))
        for share, codes in zip(shares, levels, strict=True)
    ]
    return float(np.mean([_first_loss(shares, losses, size) for size in SIZES]))


def _shares(codes: NDArray[Any], counts: Counts) -> NDArray[np.float64]:
    """The share of records of each label, by its code."""
    records = np.bincount(codes, weights=counts).astype(np.float64)
    return records / float(counts.sum())


def _first_loss(shares: Sequence[NDArray[np.float64]], losses: list[float], size: float) -> float:
    """The loss of the lowest level on which nearly all records have labels of a size; 1 if none.

    Args:
        shares: Per level, the share of records of each label.
        losses: The loss of each level.
        size: The share of records that a label must have.
    """
    for share, loss in zip(shares, losses, strict=True):
        if share[share < size].sum() <= FEW:
            return loss
    return 1.0
