"""Columns in bundles, so that a tuple's key and cost are sums of two or three numbers, not of many.

A bundle is a column whose values are the combinations of several columns' values, and whose levels
are the combinations of their levels. Its cells are the same cells, so whatever opens is the same.
"""

from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.search.local.cells import Cells, scramble
from shoal.search.local.opening import Nodes

Numbers = TypeVar("Numbers", Counts, Floats)

MOST = 1 << 15  # values times levels of a bundle: its words stay near the processor


@dataclass(frozen=True, eq=False)
class Bundle:
    """Some columns as one.

    Attributes:
        leaves: The value of each tuple, as a number.
        levels: The level of each node, from 0 on.
        codes: Per level: a number for each value, the same where values look alike.
        costs: Per level: what each value costs.
    """

    leaves: Codes
    levels: Counts
    codes: list[Counts]
    costs: list[Floats]

    @property
    def size(self) -> int:
        """How many words it takes."""
        return len(self.codes) * len(self.codes[0])

    def __add__(self, other: "Bundle") -> "Bundle":
        """Both as one. Two combinations have the same code only if both of their codes agree."""
        both = [(one, two) for one in range(len(self.codes)) for two in range(len(other.codes))]
        return Bundle(
            self.leaves * np.int32(len(other.codes[0])) + other.leaves,
            self.levels * len(other.codes) + other.levels,
            [_pairs(self.codes[a] * (other.codes[b].max() + 1), other.codes[b]) for a, b in both],
            [_pairs(self.costs[a], other.costs[b]) for a, b in both],
        )


def bundle_columns(cells: Cells, nodes: Nodes) -> tuple[Cells, Nodes]:
    """The same cells and nodes with fewer columns; tuples and nodes keep their order."""
    bundles: list[Bundle] = []
    for column in sorted(_columns(cells, nodes), key=lambda one: one.size):
        if bundles and bundles[-1].size * column.size <= MOST:
            bundles[-1] += column
        else:
            bundles.append(column)
    levels = np.stack([bundle.levels for bundle in bundles], axis=1)
    return _cells(cells, bundles), nodes._replace(levels=np.ascontiguousarray(levels))


def _columns(cells: Cells, nodes: Nodes) -> list[Bundle]:
    """Every column by itself, from its lowest level on."""
    found = []
    for at, (low, high) in enumerate(zip(cells.low, cells.high, strict=True)):
        leaves = cells.leaves[:, at]
        there = cells.start[at, low : high + 1, None] + np.arange(leaves.max(initial=0) + 1)
        codes = [np.unique(cells.words[some], return_inverse=True)[1] for some in there]
        costs = [cells.costs[some] for some in there]
        found.append(Bundle(leaves, nodes.levels[:, at] - low, codes, costs))
    return found


def _cells(cells: Cells, bundles: list[Bundle]) -> Cells:
    """Cells whose columns are bundles."""
    start = np.zeros((len(bundles), max(len(bundle.codes) for bundle in bundles)), np.int64)
    words, costs, at, code = [], [], 0, 0
    for place, bundle in enumerate(bundles):
        for level, codes in enumerate(bundle.codes):
            start[place, level] = at
            words.append(scramble((code + codes).astype(np.uint64)))
            at, code = at + len(codes), code + int(codes.max()) + 1
        costs += bundle.costs
    return Cells(
        np.ascontiguousarray(np.stack([bundle.leaves for bundle in bundles], axis=1)),
        cells.counts,
        start,
        np.concatenate(words),
        np.concatenate(costs),
        np.zeros(len(bundles), np.int64),
        np.array([len(bundle.codes) - 1 for bundle in bundles]),
    )


def _pairs(one: Numbers, other: Numbers) -> Numbers:
    """The sums of every number of one with every number of the other."""
    return np.add.outer(one, other).ravel()
