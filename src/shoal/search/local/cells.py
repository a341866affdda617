"""The cells of a table as arrays: what each value costs on each level, and the keys of cells.

The key of a cell is the sum of one random word per column, level and code. Different cells may have
the same key, though hardly ever will; whoever forms a class compares its members' words one by one.
Words of one column and level never coincide, so that settles it, however wide the table is.
"""

from typing import NamedTuple

import numpy as np
from numba import uint64

from shoal.engine.arrays import Codes, Counts, Floats, Keys
from shoal.engine.encoded import EncodedTable
from shoal.engine.kernel import inner
from shoal.engine.lattice import Lattice

Costs = tuple[tuple[Floats, ...], ...]  # per column and level: of each code


class Cells(NamedTuple):
    """All that kernels need to know of a table.

    Attributes:
        leaves: The codes of each tuple at level 0 (leaves): a line per tuple, a code per column.
        counts: How many records have the tuple.
        start: Per column and level: where its leaves stand in `words` and `costs`.
        words: Per column, level and leaf: the random word of the leaf's code at that level.
        costs: In the same order: what a record with that leaf loses at that level.
        low: The lowest level of each column.
        high: The highest level of each column.
    """

    leaves: Codes
    counts: Counts
    start: Counts
    words: Keys
    costs: Floats
    low: Counts
    high: Counts


def cells_of(table: EncodedTable, lattice: Lattice, costs: Costs) -> Cells:
    """The cells of a table; the lattice says the lowest and highest levels."""
    heights = [column.height for column in table.columns]
    start = np.zeros((len(heights), max(heights, default=0) + 1), np.int64)
    words, prices, at, code = [], [], 0, 0
    for place, column in enumerate(table.columns):
        for level, codes in enumerate(column.codes):
            start[place, level] = at
            words.append(scramble(code + codes.astype(np.uint64)))
            prices.append(costs[place][level][codes])
            at, code = at + len(codes), code + column.sizes[level]
    leaves = [table.codes(place) for place in range(len(heights))]
    return Cells(
        np.ascontiguousarray(np.stack(leaves, axis=1)).astype(np.int32),
        table.counts.astype(np.int64),
        start,
        np.concatenate(words),
        np.concatenate(prices).astype(np.float64),
        np.array(lattice.minimum, np.int64),
        np.array(lattice.maximum, np.int64),
    )


def costs_at(cells: Cells, levels: Counts) -> Floats:
    """What a record of each tuple loses; `levels` has a line per tuple."""
    total = np.zeros(len(cells.leaves))
    for column in range(cells.leaves.shape[1]):
        total += cells.costs[cells.start[column, levels[:, column]] + cells.leaves[:, column]]
    return total


def scramble(numbers: Keys) -> Keys:
    """Different numbers become different words that look random (Steele et al. 2014, SplitMix)."""
    with np.errstate(over="ignore"):
        words = (numbers + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
        words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        scrambled: Keys = words ^ (words >> np.uint64(31))
    return scrambled


@inner
def key_at(cells: Cells, base: Counts, item: int) -> np.uint64:
    """The key of a tuple's cell; `base` says where each column's level starts."""
    key = uint64(0)
    for column in range(base.size):
        key += cells.words[base[column] + cells.leaves[item, column]]
    return key


@inner
def cost_at(cells: Cells, base: Counts, item: int) -> float:
    """What a record of a tuple loses in its cell; `base` says where each column's level starts."""
    cost = 0.0
    for column in range(base.size):
        cost += cells.costs[base[column] + cells.leaves[item, column]]
    return cost


@inner
def same_cell(cells: Cells, base: Counts, one: int, other: int) -> bool:
    """Whether two tuples are in one cell."""
    for column in range(base.size):
        first = base[column] + cells.leaves[one, column]
        second = base[column] + cells.leaves[other, column]
        if cells.words[first] != cells.words[second]:
            return False
    return True


@inner
def find_base(cells: Cells, levels: Counts, base: Counts) -> None:
    """Write to `base` where each column's level starts in `words` and `costs`."""
    for column in range(base.size):
        base[column] = cells.start[column, levels[column]]
