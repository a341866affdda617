"""Distances between a class and the table, as quotients of whole numbers (Li et al. 2007).

They are computed by other formulas than those that made the release: the mass that must be moved,
what children of a node exchange, and the distance of quantiles instead of cumulative shares
(paper 004 sums cumulative shares).

In the order of the values, the records of a class that have one value fill an interval of
quantiles. The quantiles of the table in that interval are first below the value and then above it,
and sums of them are known for every interval. All numbers are whole: quantiles are multiplied by
the totals of the class and of the table.
"""

from collections.abc import Iterator

import numpy as np
import polars as pl

from shoal.verify.case.sensitive import Whole
from shoal.verify.promises.answer import Invisible
from shoal.verify.promises.tally import Tally

Quotients = tuple[Whole, Whole]  # numerators and denominators, one of each per class
ROOM = 2**62  # larger numbers are left to Python, which is slow and exact


def equal_distance(values: Tally) -> Quotients:
    """The mass that is too much: the sum of p - q over the values that gain."""
    return values.sum_by_class(np.maximum(_gains(values), 0)), _scale(values)


def ordered_distance(values: Tally) -> Quotients:
    """Values stand in a line of m - 1 steps: how far mass must be moved along it."""
    _require_order(values)
    steps = len(values.column.data.texts) - 1
    return steps_to_move(values), _scale(values) * max(steps, 1)


def hierarchical_distance(values: Tally) -> Quotients:
    """What the children of each node exchange, times the height of the node over that of the root.

    The children that gain are among those that the class has; what the others lose follows from
    the balance of the node itself.
    """
    tree, below = _with_root(values), values
    cost = np.zeros(values.number, np.int64)
    for height, (node_of_value, above_of_node) in enumerate(_steps(tree), start=1):
        above = _tally_of_nodes(values, node_of_value)
        size = len(above.table)
        pairs = below.classes * size + above_of_node[below.values]
        entry = np.searchsorted(above.classes * size + above.values, pairs)
        gains = np.zeros(len(above.classes), np.int64)
        np.add.at(gains, entry, np.maximum(_gains(below), 0))
        cost += height * above.sum_by_class(np.minimum(gains, gains - _gains(above)))
        below = above
    return cost, _scale(values) * max(len(tree) - 1, 1)


def _require_order(values: Tally) -> None:
    """Refuse a column whose values have no known order."""
    column = values.column
    if column.data.missing >= 0:
        raise Invisible(
            "Values of the promise's column are missing; they have no place in an order."
        )
    numbers = column.data.texts.cast(pl.Float64, strict=False)
    if column.terms.type == "string" and len(numbers) and not numbers.null_count():
        raise Invisible("The promise's column holds numbers, but its `type` does not say so.")


DISTANCES = {
    "equal": equal_distance,
    "ordered": ordered_distance,
    "hierarchical": hierarchical_distance,
}


def distance(values: Tally, name: str) -> Quotients:
    """The distance of every class from the table."""
    if name == "hierarchical" and values.column.terms.hierarchy is None:
        raise Invisible("The column of the promise has no hierarchy.")
    return DISTANCES[name](values)


def _gains(values: Tally) -> Whole:
    """By how much each entry exceeds the table: p - q times the totals of class and table."""
    total = values.totals[values.classes]
    return values.counts * values.table_total - values.table[values.values] * total


def _scale(values: Tally) -> Whole:
    """The denominators of gains: the totals of class and table multiplied, at least 1."""
    return np.maximum(values.totals * values.table_total, 1)


def _with_root(values: Tally) -> list[Whole]:
    """The levels of the column's hierarchy; a root is put on top where values do not meet."""
    tree = values.column.tree
    top = tree[-1][:-1]  # without the node of foreign cells
    return tree if len(np.unique(top)) <= 1 else [*tree, np.zeros_like(tree[-1])]


def _steps(tree: list[Whole]) -> Iterator[tuple[Whole, Whole]]:
    """For each level above the leaves: the node of each value, and of each node one level below."""
    below = np.arange(len(tree[0]))
    for nodes in tree[1:]:
        above = np.zeros(int(below.max()) + 1, np.int64)
        above[below] = nodes
        yield nodes, above
        below = nodes


def _tally_of_nodes(values: Tally, nodes: Whole) -> Tally:
    """The tally of a level: the values of one node are counted together as one."""
    size = int(nodes.max()) + 1
    pairs, entries = np.unique(values.classes * size + nodes[values.values], return_inverse=True)
    counts, table = np.zeros(len(pairs), np.int64), np.zeros(size, np.int64)
    np.add.at(counts, entries, values.counts)
    np.add.at(table, nodes, values.table)
    return Tally(values.number, pairs // size, pairs % size, counts, table, values.column)


def steps_to_move(values: Tally) -> Whole:
    """How many steps the records of each class must move in all to be distributed as the table."""
    ranks = values.column.ranks
    largest = values.table_total * int(values.totals.max(initial=1)) * len(ranks)
    kind = np.int64 if largest < ROOM else object
    order = np.lexsort((ranks[values.values], values.classes))
    classes, place = values.classes[order], ranks[values.values][order]
    total, filled = values.totals[classes].astype(kind), np.cumsum(values.counts[order])
    start = filled - values.counts[order]
    begin = start[np.searchsorted(values.classes, np.arange(values.number))][classes]
    low, high = ((edge - begin).astype(kind) * values.table_total for edge in (start, filled))
    table = Table.of(values.table[np.argsort(ranks)].astype(kind))
    middle = np.clip(table.filled[place + 1] * total, low, high)
    below, between, above = (table.sum_to(edge, total) for edge in (low, middle, high))
    cost = place * (middle - low) - (between - below) + (above - between) - place * (high - middle)
    sums = np.zeros(values.number, kind)
    np.add.at(sums, classes, cost)
    return sums


class Table:
    """The quantiles of the table: its values by rank, each as often as it occurs.

    Attributes:
        filled: How many records have a lower rank, for each rank, and at last all records.
    """

    def __init__(self, filled: Whole, sums: Whole) -> None:
        self.filled, self._sums = filled, sums

    @classmethod
    def of(cls, counts: Whole) -> "Table":
        """The quantiles of a table, from its records of each rank."""
        places = np.arange(len(counts))
        return cls(_from_zero(counts), _from_zero(counts * places))

    def sum_to(self, edges: Whole, scale: Whole) -> Whole:
        """The sum of the ranks of all quantiles up to an edge; multiplied by the scale."""
        records = (edges // scale).astype(np.int64)
        filled = self.filled.astype(np.int64)
        place = np.minimum(np.searchsorted(filled, records, side="right"), len(filled) - 1) - 1
        rest = (edges - self.filled[place] * scale) * place
        sums: Whole = self._sums[place] * scale + rest
        return sums


def _from_zero(counts: Whole) -> Whole:
    """The sums of all counts before each place, and at last of all."""
    return np.concatenate([np.zeros(1, counts.dtype), np.cumsum(counts)])
