"""A table as clustering sees it: numbers and leaves of each record, and what generalizing costs.

Every column has a weight; all weights together are 1. A cluster costs in each column the weight
times the share that is lost: of numbers the length of their range by that of the whole column, of
categories the height of their lowest common ancestor by that of the tree (Campan & Truta 2009;
docs/theory/clusters.md). A missing value beside others costs the whole column.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.engine.encoded import EncodedColumn, EncodedTable
from shoal.methods.clustering.taxonomy import Taxonomy

Kind = TypeVar("Kind", np.float64, np.int32)


@dataclass(frozen=True, eq=False)
class Space:
    """The records of a table and the costs of its columns.

    Attributes:
        weights: The weight of each column of the table; together 1.
        ranges: The places of the columns of numbers.
        scaled: Per such column: the number of each value, scaled so that the whole column is as
            long as its weight. A missing number lies a whole column below all others.
        numbers: One row per record: its scaled numbers.
        limits: What a column of numbers costs at most: its weight.
        categories: The places of the other columns.
        taxonomies: Their trees.
        leaves: One row per record: the value of each of these columns.
        up: Per such column and level: the node of each value; lower trees repeat their root.
        costs: Per such column: what each node costs, weighted.
    """

    weights: Floats
    ranges: tuple[int, ...]
    scaled: tuple[Floats, ...]
    numbers: Floats
    limits: Floats
    categories: tuple[int, ...]
    taxonomies: tuple[Taxonomy, ...]
    leaves: Codes
    up: Codes
    costs: Floats

    @classmethod
    def of(cls, encoded: EncodedTable) -> "Space":
        """The records of an encoded table; columns that know their numbers become ranges."""
        columns, of_record = encoded.columns, encoded.tuple_of_record
        given = np.array([column.weight for column in columns])
        weights = given / given.sum()
        ranges = tuple(at for at, column in enumerate(columns) if column.numbers is not None)
        categories = tuple(at for at, column in enumerate(columns) if column.numbers is None)
        scaled = tuple(_scale_numbers(columns[at], weights[at]) for at in ranges)
        numbers = [line[encoded.codes(at)] for at, line in zip(ranges, scaled, strict=True)]
        trees = tuple(Taxonomy.of(columns[at]) for at in categories)
        return cls(
            weights,
            ranges,
            scaled,
            _rows(numbers, of_record, np.float64),
            weights[list(ranges)],
            categories,
            trees,
            _rows([encoded.codes(at) for at in categories], of_record, np.int32),
            _stack_trees(trees),
            _weight_costs(trees, weights[list(categories)]),
        )

    @property
    def records(self) -> int:
        """How many records there are."""
        return len(self.numbers)

    def part(self, places: Counts) -> "Space":
        """Some of the records; costs stay those of the whole table."""
        return replace(self, numbers=self.numbers[places], leaves=self.leaves[places])


def _scale_numbers(column: EncodedColumn, weight: float) -> Floats:
    """The numbers of a column's values, from 0 to its weight; missing ones at minus the weight."""
    assert column.numbers is not None  # noqa: S101  (asked by the caller)
    known = ~np.isnan(column.numbers)
    low, high = (
        column.numbers[known].min(initial=np.inf),
        column.numbers[known].max(initial=-np.inf),
    )
    length = high - low if high > low else 1.0
    return np.where(known, (column.numbers - low) / length * weight, -weight)


def _rows(columns: Sequence[NDArray[Kind]], of_record: Codes, kind: type[Kind]) -> NDArray[Kind]:
    """Columns with a value per tuple as an array with a row per record."""
    rows: NDArray[Kind] = np.empty((len(of_record), len(columns)), kind)
    for at, column in enumerate(columns):
        rows[:, at] = column[of_record]
    return rows


def _stack_trees(trees: tuple[Taxonomy, ...]) -> Codes:
    """The steps upward of all trees in one array."""
    levels = max((tree.up.shape[0] for tree in trees), default=1)
    values = max((tree.up.shape[1] for tree in trees), default=1)
    up = np.zeros((len(trees), levels, values), np.int32)
    for at, tree in enumerate(trees):
        height, width = tree.up.shape
        up[at, :height, :width] = tree.up
        up[at, height:, :width] = tree.up[-1]
        up[at, :, width:] = tree.up[-1, 0]  # values that do not exist meet others in the root
    return up


def _weight_costs(trees: tuple[Taxonomy, ...], weights: Floats) -> Floats:
    """What each node of each tree costs, times the weight of its column."""
    costs = np.zeros((len(trees), max((len(tree.heights) for tree in trees), default=1)))
    for at, (tree, weight) in enumerate(zip(trees, weights, strict=True)):
        costs[at, : len(tree.costs)] = tree.costs * weight
    return costs
