"""The level vectors that a search looks at: all of them, or those near the data.

Where a lattice has too many, tuples are sampled. The cells that hold a sampled tuple and its
nearest neighbors, as many as a class needs and a few times more, tell the level vectors worth a
look.
"""

import numpy as np

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.kernel import inner, kernel
from shoal.engine.lattice import Lattice
from shoal.search.local.cells import Cells
from shoal.search.local.opening import Nodes

MANY = 30_000  # level vectors that are all looked at
SAMPLE = 200  # tuples whose neighbors are looked for at a time
SCALES = (1, 2, 4, 16)  # sizes of cells, in smallest classes
NEAR = 256  # neighbors that are compared more closely


def is_large(lattice: Lattice) -> bool:
    """Whether only some level vectors are looked at."""
    return lattice.size > MANY


def every_node(lattice: Lattice) -> Counts:
    """All level vectors of a lattice, one per line."""
    ranges = [
        np.arange(low, high + 1, dtype=np.int64)
        for low, high in zip(lattice.minimum, lattice.maximum, strict=True)
    ]
    found: Counts = np.stack(np.meshgrid(*ranges, indexing="ij"), axis=-1)
    return np.ascontiguousarray(found.reshape(-1, len(ranges)))


def near_nodes(cells: Cells, minimum: int, among: Bools, known: Counts | None = None) -> Counts:
    """The level vectors of cells around sampled tuples, with those known before, one per line.

    The lowest and the highest levels are always among them.

    Args:
        cells: The table.
        minimum: The smallest class.
        among: From which tuples the sample and their neighbors are taken.
        known: Level vectors found before; None if there are none.
    """
    there = np.flatnonzero(among)
    sample = there[np.unique(np.linspace(0, len(there) - 1, SAMPLE).astype(np.int64))]
    sizes = np.array([minimum * scale for scale in SCALES], np.int64)
    found = _around(cells, sample, there, sizes).reshape(-1, len(cells.low))
    ends = np.stack([cells.low, cells.high])
    return np.unique(np.vstack([found, ends, *([] if known is None else [known])]), axis=0)


def nodes_of(cells: Cells, levels: Counts) -> Nodes:
    """Level vectors with what their cells cost, added up from single columns."""
    least, most, mean = np.zeros((3, len(levels)))
    for column in range(levels.shape[1]):
        low, high, middle = _by_level(cells, column)
        least += low[levels[:, column]]
        most += high[levels[:, column]]
        mean += middle[levels[:, column]]
    return Nodes(np.ascontiguousarray(levels), least, most, mean)


def _by_level(cells: Cells, column: int) -> tuple[Floats, Floats, Floats]:
    """What values of one column cost at least, at most, and on average on each level."""
    counts = np.bincount(cells.leaves[:, column], cells.counts)
    there, levels = np.flatnonzero(counts), int(cells.high[column]) + 1
    costs = np.stack([cells.costs[start + there] for start in cells.start[column, :levels]])
    mean = costs @ counts[there] / counts.sum()
    return costs.min(axis=1), costs.max(axis=1), np.asarray(mean)


@kernel
def _around(cells: Cells, sample: Counts, there: Counts, sizes: Counts) -> Counts:
    """For each sampled tuple and each size: the levels of a cell that holds so many records.

    Neighbors come from the tuples `there`. A cell holds fewer records if there are not enough.
    """
    columns = cells.low.size
    found = np.empty((sample.size, sizes.size, columns), np.int64)
    costs = np.empty(there.size)
    for at in range(sample.size):
        for place in range(there.size):
            costs[place] = _together(cells, cells.low, sample[at], there[place])
        near = there[np.argsort(costs, kind="mergesort")]
        levels, seen, records = cells.low.copy(), 0, 0
        for step in range(sizes.size):
            seen, records = _grow(cells, sample[at], near, levels, sizes[step], seen, records)
            found[at, step] = levels
    return found


@inner
def _grow(
    cells: Cells, item: int, near: Counts, levels: Counts, size: int, seen: int, records: int
) -> tuple[int, int]:
    """Raise `levels` until so many records are in the cell of a tuple; the cheapest next one first.

    Args:
        cells: The table.
        item: The tuple.
        near: Tuples, the nearest first; the first `seen` are in the cell. Is reordered.
        levels: The levels of the cell; are raised.
        size: How many records the cell needs.
        seen: How many tuples are in it.
        records: How many records these have.

    Returns:
        The new `seen` and `records`.
    """
    while records < size and seen < near.size:
        end = min(near.size, seen + NEAR)
        best, least = seen, np.inf
        for place in range(seen, end):
            cost = _together(cells, levels, item, near[place])
            if cost < least:
                best, least = place, cost
        near[seen], near[best] = near[best], near[seen]
        _include(cells, levels, item, near[seen])
        records += cells.counts[near[seen]]
        seen += 1
    return seen, records


@inner
def _meet(cells: Cells, column: int, level: int, one: int, other: int) -> int:
    """The lowest level from some level on at which two leaves are the same; the highest at most."""
    while level < cells.high[column]:
        start = cells.start[column, level]
        if cells.words[start + one] == cells.words[start + other]:
            break
        level += 1
    return level


@inner
def _together(cells: Cells, levels: Counts, item: int, other: int) -> float:
    """What a record costs in the cell of a tuple, raised until another tuple is in it, too."""
    cost = 0.0
    for column in range(levels.size):
        leaf = cells.leaves[item, column]
        level = _meet(cells, column, levels[column], leaf, cells.leaves[other, column])
        cost += cells.costs[cells.start[column, level] + leaf]
    return cost


@inner
def _include(cells: Cells, levels: Counts, item: int, other: int) -> None:
    """Raise levels so that another tuple is in the cell."""
    for column in range(levels.size):
        levels[column] = _meet(
            cells, column, levels[column], cells.leaves[item, column], cells.leaves[other, column]
        )
