"""Finds the first of many overlapping classes that a record fits, for all records at once.

The cells of the classes form a tree, column by column, and all records walk down it together. So
thousands of classes with levels of their own cost little more than one.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from shoal.engine.arrays import Codes, Counts

NOWHERE = -1
BLOCK = 1 << 13  # records that walk together: each may be at several nodes of the tree

Choices = NDArray[np.int32]  # per level of a column: the code that each value becomes, or NOWHERE


def first_fits(columns: Sequence[Choices], classes: Codes, records: Codes) -> Codes:
    """The number of the first class that each record fits, or NOWHERE.

    Args:
        columns: For each column, the code that each value becomes on each level.
        classes: The codes of each class, one row each; levels of a column share no codes.
        records: The values of each record, one row each.
    """
    first = np.full(len(records), NOWHERE, np.int32)
    if not len(classes) or not len(records):
        return first
    steps, leaves = _tree(classes)
    for start in range(0, len(records), BLOCK):
        part = records[start : start + BLOCK]
        node, item = _walk(columns, steps, part)
        best = np.full(len(part), len(classes), np.int32)
        np.minimum.at(best, item, leaves[node])
        first[start : start + BLOCK] = np.where(best < len(classes), best, NOWHERE)
    return first


def _tree(classes: Codes) -> tuple[list[tuple[int, Counts]], Codes]:
    """Per column its number of codes and its steps (node * size + code); the class of each leaf."""
    node, steps = np.zeros(len(classes), np.int64), []
    for codes in classes.T:
        size = int(codes.max()) + 1
        known, node = np.unique(node * size + codes, return_inverse=True)
        steps.append((size, known))
    leaves = np.full(len(steps[-1][1]), len(classes), np.int32)
    np.minimum.at(leaves, node, np.arange(len(classes), dtype=np.int32))
    return steps, leaves


def _walk(
    columns: Sequence[Choices], steps: Sequence[tuple[int, Counts]], records: Codes
) -> tuple[Counts, Counts]:
    """The leaves that records reach, and the record that reaches each of them."""
    item, node = np.arange(len(records)), np.zeros(len(records), np.int64)
    for at, (size, known) in enumerate(steps):
        values = records[item, at]
        reached = list(_walk_one_column(columns[at], size, known, (values, node, item)))
        node, item = (np.concatenate(side) for side in zip(*reached, strict=True))
    return node, item


def _walk_one_column(
    choices: Choices, size: int, known: Counts, walkers: tuple[Codes, Counts, Counts]
) -> Iterator[tuple[Counts, Counts]]:
    """The nodes that walkers reach after one more column; a walker may reach several."""
    values, node, item = walkers
    for becomes in choices:
        code = becomes[values]
        step = node * size + code
        place = np.minimum(np.searchsorted(known, step), len(known) - 1)
        there = (known[place] == step) & (code != NOWHERE) & (code < size)
        yield place[there], item[there]
