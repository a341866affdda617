"""Scales measure, for questions, what records lose in a column when they must look alike.

There is one scale per column. Values of a hierarchy become the label that all of them share;
numbers may become a range instead (Campan & Truta 2009: the generalization of a cluster). A loss
is 0 for a single value and 1 for everything: for a search, the share of the domain that is covered;
for clustering, the height in the tree or the length of the range.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.engine.encoded import EncodedColumn, EncodedTable
from shoal.engine.lattice import Lattice
from shoal.methods.clustering.taxonomy import Taxonomy

EVERYTHING = "*"


class Scale(Protocol):
    """One column of a question.

    Codes are those of values (level 0) in the encoded table; a group is an array of them.
    """

    @property
    def name(self) -> str:
        """The column's name."""
        ...

    def value(self, code: int) -> str | None:
        """The value itself; None if it is missing."""
        ...

    def losses(self, groups: Codes) -> Floats:
        """The loss (0 to 1) of the column in each group; `groups` has one group per line."""
        ...

    def text(self, group: Codes) -> str | None:
        """The text that all members of a group get; None if all their values are missing."""
        ...


@dataclass(frozen=True, eq=False)
class ByLevels:
    """The lowest label that all members share; a node is a label by its number.

    Attributes:
        name: The column's name.
        values: The text of each value code.
        nodes: Per level that may be shown, lowest first: the node of each value code.
        shares: Per such level: the loss of each node.
        labels: Per such level: the text of each node.
    """

    name: str
    values: pl.Series
    nodes: tuple[Codes, ...]
    shares: tuple[Floats, ...]
    labels: tuple[pl.Series, ...]

    @classmethod
    def of(cls, column: EncodedColumn, lowest: int, highest: int) -> "ByLevels":
        """The scale of a hierarchy between the levels that a study allows.

        A loss is the share of the domain that a label covers beyond a single value.
        """
        least = int(column.covers[0].min())
        whole = max(1, column.domain - least)
        shown = slice(lowest, highest + 1)
        shares = [np.clip((covers - least) / whole, 0, 1) for covers in column.covers[shown]]
        return cls(
            column.name,
            column.labels[0],
            column.codes[shown],
            tuple(shares),
            column.labels[shown],
        )

    def value(self, code: int) -> str | None:
        """The value itself; None if it is missing."""
        return _text(self.values[code])

    def losses(self, groups: Codes) -> Floats:
        """The loss of the lowest common label; 1 if no label is shared."""
        losses = np.ones(len(groups))
        for of_value, shares in zip(self.nodes[::-1], self.shares[::-1], strict=True):
            nodes = of_value[groups]
            shared = (nodes == nodes[:, :1]).all(axis=1)
            losses[shared] = shares[nodes[shared, 0]]  # the lowest level comes last and wins
        return losses

    def text(self, group: Codes) -> str | None:
        """The lowest common label; `*` if there is none."""
        for of_value, labels in zip(self.nodes, self.labels, strict=True):
            nodes = of_value[group]
            if (nodes == nodes[0]).all():
                return _text(labels[int(nodes[0])])
        return EVERYTHING


@dataclass(frozen=True, eq=False)
class ByRange:
    """The range from the smallest to the largest number of the members.

    Attributes:
        name: The column's name.
        values: The text of each value code.
        numbers: The number that each value code stands for; NaN if it is missing.
    """

    name: str
    values: pl.Series
    numbers: Floats

    def value(self, code: int) -> str | None:
        """The number itself; None if it is missing."""
        return _text(self.values[code])

    def losses(self, groups: Codes) -> Floats:
        """The share of the whole range that each group covers.

        1 if only some of its values are missing, 0 if all are.
        """
        known = self.numbers[~np.isnan(self.numbers)]
        whole = float(np.ptp(known)) if known.size else 0.0
        numbers = self.numbers[groups]
        gaps = np.isnan(numbers)
        highest = np.where(gaps, -np.inf, numbers).max(axis=1)
        spans = highest - np.where(gaps, np.inf, numbers).min(axis=1)
        shares = spans / whole if whole > 0 else np.zeros(len(groups))
        return np.where(gaps.all(axis=1), 0.0, np.where(gaps.any(axis=1), 1.0, shares))

    def text(self, group: Codes) -> str | None:
        """The range, or the number that all members share; `*` if only some values are missing."""
        numbers = self.numbers[group]
        if np.isnan(numbers).all():
            return None
        if np.isnan(numbers).any():
            return EVERYTHING
        ends = numbers.argmin(), numbers.argmax()
        low, high = (_text(self.values[int(group[at])]) for at in ends)
        return low if low == high else f"[{low}, {high}]"


def scales_of(encoded: EncodedTable, lattice: Lattice) -> tuple[Scale, ...]:
    """One scale per column that measures what a search loses, between the allowed levels."""
    ends = zip(encoded.columns, lattice.minimum, lattice.maximum, strict=True)
    return tuple(ByLevels.of(column, low, high) for column, low, high in ends)


def cluster_scales_of(encoded: EncodedTable) -> tuple[Scale, ...]:
    """One scale per column that measures what clustering loses: ranges and common ancestors."""
    return tuple(
        _tree(column)
        if column.numbers is None
        else ByRange(column.name, column.labels[0], column.numbers)
        for column in encoded.columns
    )


def _tree(column: EncodedColumn) -> ByLevels:
    """A scale by the height of the lowest common ancestor, as a share of the tree's height."""
    tree = Taxonomy.of(column)
    levels = len(tree.up)
    costs, labels = (tree.costs,) * levels, (tree.labels,) * levels
    return ByLevels(column.name, column.labels[0], tuple(tree.up), costs, labels)


def losses_of(scales: Sequence[Scale], codes: Codes, groups: Counts) -> Floats:
    """The loss of each group of records in each column: one line per group, one entry per column.

    Args:
        scales: The columns.
        codes: The value code of each record (line) in each column.
        groups: The members of each group as positions of records, one group per line.
    """
    parts = [scale.losses(codes[groups, at]) for at, scale in enumerate(scales)]
    return np.stack(parts, axis=1)


def _text(label: object) -> str | None:
    """A label as text; None stays."""
    return None if label is None else str(label)
