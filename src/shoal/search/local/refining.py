"""Lower every class to what its members have in common, and move tuples to cheaper classes.

Lowering changes no class, so promises hold as before. A tuple moves if the class it leaves and the
class it joins both still keep every promise; moves that touch the same class wait for one another.
"""

from collections.abc import Callable

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Bools, Counts, Floats, Keys
from shoal.engine.kernel import inner, kernel
from shoal.search.local.cells import Cells, cost_at, find_base, key_at, same_cell
from shoal.search.local.judging import Judge
from shoal.search.local.parting import Parting, make_parting

ROUNDS = 20  # of moves

Ends = Callable[[], bool]  # whether to stop before nothing is left to improve


def lower_levels(cells: Cells, parting: Parting) -> Parting:
    """The same classes, each at the lowest levels at which its members look alike."""
    levels = _common(cells, parting.place, parting.classes)
    return make_parting(cells, parting.place, levels[np.maximum(parting.place, 0)])


def refine(cells: Cells, judge: Judge, parting: Parting, ends: Ends = lambda: False) -> Parting:
    """Lower and move until nothing is cheaper, or until it ends; never dearer than before."""
    parting = lower_levels(cells, parting)
    for _ in range(ROUNDS):
        moved = None if ends() else _move_tuples(cells, judge, parting)
        if moved is None:
            break
        parting = lower_levels(cells, moved)
    return parting


def _move_tuples(cells: Cells, judge: Judge, parting: Parting) -> Parting | None:
    """The parting with some tuples in cheaper classes; None if none can move."""
    target = cheaper_classes(cells, parting)
    movers = np.flatnonzero(target >= 0)
    first = first_members(parting)
    gain = parting.costs[movers] - parting.costs[first[target[movers]]]
    movers = movers[np.argsort(-gain * cells.counts[movers], kind="stable")]
    movers = movers[_apart(movers, parting.place, target, parting.classes)]
    place = parting.place.copy()
    place[movers] = target[movers]
    while len(movers):
        levels = parting.levels.copy()
        levels[movers] = parting.levels[first[target[movers]]]
        found = judge.keeps_promises(place, levels)
        kept = np.append(found, np.zeros(parting.classes - len(found), np.bool_))
        empty = np.bincount(place[place >= 0], minlength=len(kept)) == 0
        fine = (kept | empty)[parting.place[movers]] & kept[target[movers]]
        if fine.all():
            return make_parting(cells, place, levels)
        place[movers[~fine]] = parting.place[movers[~fine]]
        movers = movers[fine]
    return None


def first_members(parting: Parting) -> Counts:
    """The first tuple of each class; 0 for numbers without members."""
    first = np.zeros(parting.classes, np.int64)
    placed = np.flatnonzero(parting.place >= 0)
    first[parting.place[placed][::-1]] = placed[::-1]
    return first


def cheaper_classes(cells: Cells, parting: Parting) -> Counts:
    """For each tuple, the cheapest class whose cell it is in, if it costs less than its own.

    -1 if there is none, or if the tuple has no class.
    """
    first = first_members(parting)
    levels, costs = parting.levels[first], parting.costs[first]
    nodes, node = np.unique(levels, axis=0, return_inverse=True)
    least = np.full(len(nodes), np.inf)
    np.minimum.at(least, node.reshape(-1), costs)
    order = np.argsort(least, kind="stable")
    slots = np.full(1 << max(6, (4 * len(first)).bit_length()), -1, np.int64)
    keys = np.empty(len(first), np.uint64)
    target = np.full(len(parting.place), -1)
    _find_cheaper(
        cells, parting.place, parting.costs, first, levels, nodes[order], least[order],
        slots, keys, target,
    )  # fmt: skip
    return target


@kernel
def _find_cheaper(
    cells: Cells,
    place: Counts,
    costs: Floats,
    first: Counts,
    levels: Counts,
    nodes: Counts,
    least: Floats,
    slots: Counts,
    keys: Keys,
    target: Counts,
) -> None:
    """Write the cheaper class of each tuple to `target`.

    Looks up each tuple's cell on every node that classes are on, the cheapest nodes first.
    `first`, `levels` and `keys` have an entry per class, `nodes` and `least` one per node.
    """
    base = np.zeros(cells.leaves.shape[1], np.int64)
    last, high = _size(slots)
    for one in range(first.size):
        find_base(cells, levels[one], base)
        keys[one] = key_at(cells, base, first[one])
        slot = int64((keys[one] * uint64(0x9E3779B97F4A7C15)) >> high)
        while slots[slot] >= 0:
            slot = (slot + 1) & last
        slots[slot] = one
    best = costs.copy()
    for node in range(nodes.shape[0]):
        find_base(cells, nodes[node], base)
        for item in range(place.size):
            if place[item] < 0 or best[item] <= least[node] + 1e-12:
                continue
            if cost_at(cells, base, item) >= best[item] - 1e-12:
                continue
            key = key_at(cells, base, item)
            slot = int64((key * uint64(0x9E3779B97F4A7C15)) >> high)
            while slots[slot] >= 0:
                one = slots[slot]
                if keys[one] == key and _is_at(levels, one, nodes, node):
                    if one != place[item] and same_cell(cells, base, item, first[one]):
                        best[item] = costs[first[one]]
                        target[item] = one
                    break
                slot = (slot + 1) & last


@inner
def _size(slots: Counts) -> tuple[np.int64, np.uint64]:
    """A mask for places in the table, and how far keys are shifted to become one."""
    bits = 0
    while (1 << bits) < slots.size:
        bits += 1
    return int64(slots.size - 1), uint64(64 - bits)


@inner
def _is_at(levels: Counts, one: int, nodes: Counts, node: int) -> bool:
    """Whether a class stands on the levels of a node."""
    for column in range(levels.shape[1]):  # noqa: SIM110  (Numba compiles loops, not generators)
        if levels[one, column] != nodes[node, column]:
            return False
    return True


@kernel
def _apart(movers: Counts, place: Counts, target: Counts, classes: int) -> Bools:
    """One flag per mover: whether it may move now, together with the others that are flagged.

    Each class is left by one mover at most, and no class is both left and joined. Several movers
    may join one class. Earlier movers go first.
    """
    left, joined = np.zeros(classes, np.bool_), np.zeros(classes, np.bool_)
    chosen = np.zeros(movers.size, np.bool_)
    for at in range(movers.size):
        source, goal = place[movers[at]], target[movers[at]]
        if not (left[source] or joined[source] or left[goal]):
            left[source] = joined[goal] = chosen[at] = True
    return chosen


@kernel
def _common(cells: Cells, place: Counts, classes: int) -> Counts:
    """The lowest levels at which the members of each class look alike: a line per class."""
    columns = cells.leaves.shape[1]
    first = np.full(classes, -1, np.int64)
    levels = np.empty((max(classes, 1), columns), np.int64)
    for item in range(place.size):
        group = place[item]
        if group < 0:
            continue
        if first[group] < 0:
            first[group] = item
            levels[group] = cells.low
            continue
        for column in range(columns):
            one, other = cells.leaves[first[group], column], cells.leaves[item, column]
            level = levels[group, column]
            while level < cells.high[column]:
                start = cells.start[column, level]
                if cells.words[start + one] == cells.words[start + other]:
                    break
                level += 1
            levels[group, column] = level
    return levels
