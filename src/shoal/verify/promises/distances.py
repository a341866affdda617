"""Distances between a class and the table, as quotients of whole numbers (Li et al. 2007).

They are computed by other formulas than those that made the release: the mass that must be moved,
what children of a node exchange, and the distance of quantiles instead of cumulative shares.
"""

from collections.abc import Iterator

import numpy as np
import polars as pl

from shoal.verify.case.sensitive import Whole
from shoal.verify.promises.answer import Invisible
from shoal.verify.promises.quantiles import moved
from shoal.verify.promises.tally import Tally

Quotients = tuple[Whole, Whole]


def equal(values: Tally) -> Quotients:
    """The mass that is too much: the sum of p - q over the values that gain."""
    return values.summed(np.maximum(_gains(values), 0)), _scale(values)


def ordered(values: Tally) -> Quotients:
    """Values stand in a line of m - 1 steps: how far mass must be moved along it."""
    _require_order(values)
    steps = len(values.column.data.texts) - 1
    return moved(values), _scale(values) * max(steps, 1)


def hierarchical(values: Tally) -> Quotients:
    """What the children of each node exchange, times the height of the node over that of the root.

    The children that gain are among those that the class has; what the others lose follows from
    the balance of the node itself.
    """
    tree, below = _rooted(values), values
    cost = np.zeros(values.number, np.int64)
    for height, (node_of_value, above_of_node) in enumerate(_steps(tree), start=1):
        above = _lifted(values, node_of_value)
        size = len(above.table)
        pairs = below.classes * size + above_of_node[below.values]
        entry = np.searchsorted(above.classes * size + above.values, pairs)
        gains = np.zeros(len(above.classes), np.int64)
        np.add.at(gains, entry, np.maximum(_gains(below), 0))
        cost += height * above.summed(np.minimum(gains, gains - _gains(above)))
        below = above
    return cost, _scale(values) * max(len(tree) - 1, 1)


def _require_order(values: Tally) -> None:
    """A line that is not that of the values tells nothing about them."""
    column = values.column
    if column.data.missing >= 0:
        raise Invisible(
            "Values of the promise's column are missing; they have no place in an order."
        )
    numbers = column.data.texts.cast(pl.Float64, strict=False)
    if column.terms.type == "string" and len(numbers) and not numbers.null_count():
        raise Invisible("The promise's column holds numbers, but its `type` does not say so.")


DISTANCES = {"equal": equal, "ordered": ordered, "hierarchical": hierarchical}


def distance(values: Tally, name: str) -> Quotients:
    """The distance of every class from the table."""
    if name == "hierarchical" and values.column.terms.hierarchy is None:
        raise Invisible("The column of the promise has no hierarchy.")
    return DISTANCES[name](values)


def _gains(values: Tally) -> Whole:
    """What each entry has too much: p - q times the totals of its class and of the table."""
    total = values.totals[values.classes]
    return values.counts * values.everything - values.table[values.values] * total


def _scale(values: Tally) -> Whole:
    """What gains are multiplied by; classes are never empty."""
    return np.maximum(values.totals * values.everything, 1)


def _rooted(values: Tally) -> list[Whole]:
    """The levels of the column's hierarchy; a root is put on top where values do not meet."""
    tree = values.column.tree
    top = tree[-1][:-1]  # without the node of cells that are no values
    return tree if len(np.unique(top)) <= 1 else [*tree, np.zeros_like(tree[-1])]


def _steps(tree: list[Whole]) -> Iterator[tuple[Whole, Whole]]:
    """For each level above the leaves: the node of each value, and of each node one level below."""
    below = np.arange(len(tree[0]))
    for nodes in tree[1:]:
        above = np.zeros(int(below.max()) + 1, np.int64)
        above[below] = nodes
        yield nodes, above
        below = nodes


def _lifted(values: Tally, nodes: Whole) -> Tally:
    """The tally of a level: values of one node counted together."""
    size = int(nodes.max()) + 1
    pairs, entries = np.unique(values.classes * size + nodes[values.values], return_inverse=True)
    counts, table = np.zeros(len(pairs), np.int64), np.zeros(size, np.int64)
    np.add.at(counts, entries, values.counts)
    np.add.at(table, nodes, values.table)
    return Tally(values.number, pairs // size, pairs % size, counts, table, values.column)
