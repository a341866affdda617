"""The values of a column with their records, and what a proposed hierarchy would lose on them.

An automatic hierarchy is judged by the loss (spec/utility.md §3.3) at which its labels become
large enough to hide people: for several sizes, the lowest level on which all but a few records
have a label of that size; the loss there; the mean over the sizes. Skewed columns are served best
by another hierarchy than even ones, and this number tells which.
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
    """Distinct values in their order as texts, none missing, and the records of each."""

    values: pl.Series
    counts: Counts

    @classmethod
    def of(cls, column: pl.Series, counts: Counts | None = None) -> "Counted":
        """The values of a column, each as often as it has records.

        Args:
            column: The values; missing ones play no part.
            counts: How many records each stands for; one where nothing is said.
        """
        if counts is None:
            found = column.alias("value").drop_nulls().value_counts(name="records").sort("value")
        else:
            both = pl.DataFrame({"value": column, "records": counts}).drop_nulls("value")
            found = both.group_by("value").agg(pl.col("records").sum()).sort("value")
        return cls(found["value"], found["records"].to_numpy().astype(np.int64))

    @property
    def records(self) -> int:
        """The number of records with a known value."""
        return int(self.counts.sum())


def expected_loss(hierarchy: Hierarchy, counts: Counts) -> float:
    """What a hierarchy loses until its labels are large, averaged over what is large."""
    return loss_of(hierarchy.codes, counts)


def loss_of(levels: Sequence[NDArray[Any]], counts: Counts) -> float:
    """The same from the label of each value as a number, per level; a label covers its values."""
    shares = [_shares(codes, counts) for codes in levels]
    losses = [
        float(share @ (np.bincount(codes) / len(counts)))
        for share, codes in zip(shares, levels, strict=True)
    ]
    return float(np.mean([_first(shares, losses, size) for size in SIZES]))


def _shares(codes: NDArray[Any], counts: Counts) -> NDArray[np.float64]:
    """The share of records of each label."""
    records = np.bincount(codes, weights=counts).astype(np.float64)
    return records / float(counts.sum())


def _first(shares: Sequence[NDArray[np.float64]], losses: list[float], size: float) -> float:
    """The loss of the lowest level with large labels; everything is lost where there is none."""
    for share, loss in zip(shares, losses, strict=True):
        if share[share < size].sum() <= FEW:
            return loss
    return 1.0
