"""A loss that no local recoding is below: every record in its cheapest cell that is large enough.

No class is larger than its cell, so no record is cheaper than in the cheapest cell that holds as
many records as a class needs. All level vectors are walked depth first, each one's cells made from
those of the vector below it. Where there are too many vectors, columns are bounded in groups: what
holds for all columns holds for some.
"""

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Codes, Counts, Floats, Keys
from shoal.engine.kernel import inner, kernel
from shoal.search.local.cells import Cells, cost_at, find_base, key_at

MOST = 4e8  # level vectors times tuples that are walked with all columns together
GROUPED = 4e7  # the same, for each group of columns, if all together would be more than MOST


def least_costs(cells: Cells, minimum: int) -> Floats:
    """What a record of each tuple costs at least; infinite where no cell is large enough.

    Args:
        cells: The table.
        minimum: How many records a class needs.
    """
    total = np.zeros(len(cells.counts))
    for columns in _groups(cells):
        part, of = _part(cells, columns)
        total += _walk(part, minimum)[of]
    return total


def least_mean(least: Floats, gone: Floats, counts: Counts, allowed: int) -> float:
    """The smallest possible mean cost of a record, if the records that save most are suppressed.

    Args:
        least: What a kept record of each tuple costs at least; infinite if it cannot be kept.
        gone: What a suppressed record of each tuple costs.
        counts: The records of each tuple.
        allowed: How many records may be suppressed. Those that cannot be kept do not count.
    """
    if not np.isfinite(least).all():  # such records have to be suppressed
        least = np.where(np.isfinite(least), least, gone)
    saved = np.maximum(0.0, least - gone)
    order = np.argsort(-saved, kind="stable")
    before = np.cumsum(counts[order]) - counts[order]
    taken = np.clip(allowed - before, 0, counts[order])
    return float(((least * counts).sum() - (saved[order] * taken).sum()) / max(1, counts.sum()))


def _groups(cells: Cells) -> list[list[int]]:
    """Groups of column numbers, each as large as the work allows; many values first."""
    heights = (cells.high - cells.low + 1).tolist()
    values = [len(np.unique(cells.leaves[:, at])) for at in range(len(heights))]
    most = MOST if float(np.prod(heights)) * len(cells.counts) <= MOST else GROUPED
    groups: list[list[int]] = [[]]
    size = 1.0
    for at in sorted(range(len(heights)), key=lambda at: -values[at]):
        if groups[-1] and size * heights[at] * len(cells.counts) > most:
            groups.append([])
            size = 1.0
        groups[-1].append(at)
        size *= heights[at]
    return groups


def _part(cells: Cells, columns: list[int]) -> tuple[Cells, Counts]:
    """The table with some columns only, and for each tuple its number there.

    Tuples that look alike at the lowest levels of these columns become one.
    """
    lowest = cells.start[columns, cells.low[columns]]
    words = cells.words[lowest + cells.leaves[:, columns]]
    _, first, of = np.unique(words, axis=0, return_index=True, return_inverse=True)
    of = of.reshape(-1)
    part = cells._replace(
        leaves=np.ascontiguousarray(cells.leaves[first][:, columns]),
        counts=np.bincount(of, cells.counts).astype(np.int64),
        start=np.ascontiguousarray(cells.start[columns]),
        low=cells.low[columns],
        high=cells.high[columns],
    )
    return part, of


@kernel
def _walk(cells: Cells, minimum: int) -> Floats:
    """The cost of the cheapest cell of each tuple that is large enough; infinite if none is.

    Walks depth first over level vectors; each raises one column of the one before. A group is the
    tuples of one cell. Arrays have an entry per depth, most of them also one per group: `size` is
    the number of groups, then come their keys, records, one member (`first`), own cost, and the
    cost of the cheapest large cell found so far (`best`). `became` says which group each group of
    the depth before became; `column` is the column to raise next.
    """
    items, columns = cells.leaves.shape
    depths = int((cells.high - cells.low).sum()) + 1
    size = np.zeros(depths, np.int64)
    keys, counts = np.empty((depths, items), np.uint64), np.empty((depths, items), np.int64)
    first, became = np.empty((depths, items), np.int32), np.empty((depths, items), np.int32)
    cost, best = np.empty((depths, items)), np.empty((depths, items))
    column, levels = np.zeros(depths, np.int64), cells.low.copy()
    slots, used = _table(items), np.empty(items, np.int64)
    _bottom(cells, minimum, levels, size, keys, counts, first, cost, best)
    depth = 0
    while depth >= 0:
        at = column[depth]
        if at >= columns:
            if depth > 0:
                _hand_down(size, became, best, depth)
                levels[column[depth - 1]] -= 1
                column[depth - 1] += 1
            depth -= 1
            continue
        if levels[at] >= cells.high[at]:
            column[depth] += 1
            continue
        groups = _raise(
            cells,
            at,
            levels[at],
            depth,
            size[depth],
            slots,
            used,
            keys,
            counts,
            first,
            became,
            cost,
        )
        levels[at] += 1
        size[depth + 1] = groups
        open_ = _judge(size, counts, became, cost, best, depth, minimum)
        column[depth + 1] = at if open_ else columns
        depth += 1
    found: Floats = best[0]
    return found


@inner
def _table(items: int) -> Counts:
    """An empty hash table with room for so many items."""
    bits = 6
    while (1 << bits) < 2 * items:
        bits += 1
    return np.full(1 << bits, -1, np.int64)


@inner
def _bottom(
    cells: Cells,
    minimum: int,
    levels: Counts,
    size: Counts,
    keys: Keys,
    counts: Counts,
    first: Codes,
    cost: Floats,
    best: Floats,
) -> None:
    """Fill depth 0, the lowest vector: every tuple is a group."""
    base = np.zeros(levels.size, np.int64)
    find_base(cells, levels, base)
    size[0] = cells.counts.size
    for item in range(cells.counts.size):
        keys[0, item] = key_at(cells, base, item)
        counts[0, item] = cells.counts[item]
        first[0, item] = item
        cost[0, item] = cost_at(cells, base, item)
        best[0, item] = cost[0, item] if cells.counts[item] >= minimum else np.inf


@inner
def _raise(
    cells: Cells,
    column: int,
    level: int,
    depth: int,
    size: int,
    slots: Counts,
    used: Counts,
    keys: Keys,
    counts: Counts,
    first: Codes,
    became: Codes,
    cost: Floats,
) -> int:
    """Fill the next depth: one column is raised by one level. Returns how many groups it has.

    The hash table `slots` is empty before and after.
    """
    last = int64(slots.size - 1)
    bits = 0
    while (1 << bits) < slots.size:
        bits += 1
    high = uint64(64 - bits)
    here, there = cells.start[column, level], cells.start[column, level + 1]
    groups = 0
    for source in range(size):
        leaf = cells.leaves[first[depth, source], column]
        key = keys[depth, source] - cells.words[here + leaf] + cells.words[there + leaf]
        slot = int64((key * uint64(0x9E3779B97F4A7C15)) >> high)
        while slots[slot] >= 0 and keys[depth + 1, slots[slot]] != key:
            slot = (slot + 1) & last
        group = slots[slot]
        if group < 0:
            group = groups
            groups += 1
            slots[slot], used[group] = group, slot
            keys[depth + 1, group] = key
            counts[depth + 1, group] = 0
            first[depth + 1, group] = first[depth, source]
            raised = cells.costs[there + leaf] - cells.costs[here + leaf]
            cost[depth + 1, group] = cost[depth, source] + raised
        counts[depth + 1, group] += counts[depth, source]
        became[depth + 1, source] = group
    for group in range(groups):
        slots[used[group]] = -1
    return groups


@inner
def _judge(
    size: Counts,
    counts: Counts,
    became: Codes,
    cost: Floats,
    best: Floats,
    depth: int,
    minimum: int,
) -> bool:
    """Set the best costs of the groups at the next depth; whether to go on above them.

    A group starts with the dearest best cost of the groups that became it, or with its own cost if
    it is large enough and cheaper. Going on may pay if some group is too small for a class, but
    cheaper than its best cost.
    """
    above = depth + 1
    for group in range(size[above]):
        best[above, group] = -1.0
    for source in range(size[depth]):
        group = became[above, source]
        best[above, group] = max(best[above, group], best[depth, source])
    worth = False
    for group in range(size[above]):
        if counts[above, group] >= minimum:
            best[above, group] = min(best[above, group], cost[above, group])
        elif cost[above, group] < best[above, group]:
            worth = True
    return worth


@inner
def _hand_down(size: Counts, became: Codes, best: Floats, depth: int) -> None:
    """Give the best costs found above to the groups below."""
    for source in range(size[depth - 1]):
        found = best[depth, became[depth, source]]
        best[depth - 1, source] = min(best[depth - 1, source], found)
