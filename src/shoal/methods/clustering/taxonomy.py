"""A hierarchy as a tree of nodes, for lowest common ancestors and their heights.

Labels that a value keeps from one level to the next are one node, the highest of them: a release
shows texts, and nobody can tell such labels apart. Values that no label of the highest level has in
common meet in a root above it, `*`.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.engine.encoded import EncodedColumn

ROOT = "*"


@dataclass(frozen=True, eq=False)
class Taxonomy:
    """The nodes of a column's hierarchy.

    Attributes:
        up: One row per level: the node of each value. Two values meet in the node of the lowest
            level at which they have the same.
        heights: Per node: how many steps the deepest value lies below it.
        labels: Per node: its text; null is the missing value.
        covers: Per node: how much of the domain it covers.
        leaves: Per node: how many values of the hierarchy it covers.
    """

    up: Codes
    heights: Counts
    labels: pl.Series
    covers: Counts
    leaves: Counts

    @classmethod
    def of(cls, column: EncodedColumn) -> "Taxonomy":
        """The tree of a column's hierarchy."""
        levels = _levels(column)
        kept = _highest_alike(levels)
        starts = np.cumsum([0, *(len(level.labels) for level in levels)])
        codes = np.stack([level.codes for level in levels])
        values = np.arange(codes.shape[1])
        used, nodes = np.unique(starts[kept] + codes[kept, values], return_inverse=True)
        up: Codes = nodes.reshape(codes.shape).astype(np.int32)
        return cls(
            up,
            _heights(up, len(used)),
            pl.concat([level.labels for level in levels]).gather(used),
            np.concatenate([level.covers for level in levels])[used],
            np.concatenate([level.leaves for level in levels])[used],
        )

    @cached_property
    def costs(self) -> Floats:
        """What each node costs: its height by the height of the tree; nothing in a flat tree."""
        return self.heights / max(1, int(self.heights.max()))


@dataclass(frozen=True, eq=False)
class _Level:
    """One level of a hierarchy; like the entries of `EncodedColumn` at that level."""

    codes: Codes
    labels: pl.Series
    covers: Counts
    leaves: Counts


def _levels(column: EncodedColumn) -> list[_Level]:
    """The levels of a hierarchy; a root is added if the highest level has several labels."""
    leaves = column.leaves or column.covers
    texts = [labels.cast(pl.String) for labels in column.labels]
    found = [_Level(*one) for one in zip(column.codes, texts, column.covers, leaves, strict=True)]
    if len(found[-1].labels) == 1:
        return found
    nobody = np.zeros(len(column.codes[0]), np.int32)
    domain, values = np.array([column.domain]), np.array([column.values or column.domain])
    return [*found, _Level(nobody, pl.Series([ROOT]), domain, values)]


def _highest_alike(levels: list[_Level]) -> Counts:
    """Per level and value: the highest level up to which the value keeps its label."""
    texts = [level.labels.gather(level.codes) for level in levels]
    found = [np.full(len(texts[-1]), len(levels) - 1)]
    for at in range(len(levels) - 2, -1, -1):
        same = texts[at].eq_missing(texts[at + 1]).to_numpy()
        found.append(np.where(same, found[-1], at))
    return np.stack(found[::-1])


def _heights(up: Codes, nodes: int) -> Counts:
    """The largest number of steps from a value to each node."""
    heights, steps = np.zeros(nodes, np.int64), np.zeros(up.shape[1], np.int64)
    for at, row in enumerate(up):
        steps += row != up[at - 1] if at else 0
        np.maximum.at(heights, row, steps)
    return heights
