"""Open the cells that are cheap enough for the records that are left (docs/theory/recoding.md).

A cell opens if its own cost, less what its records' prices say, is below the threshold: cheap cells
first, whatever node they are of.
"""

from typing import NamedTuple

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Codes, Counts, Floats, Keys
from shoal.engine.kernel import inner, kernel
from shoal.search.local.cells import Cells, cost_at, find_base, key_at, same_cell

NOTHING = 1e-12  # smaller differences between costs are rounding
LEFT, CLASSES, WORK = range(3)  # where each number of `Room.tally` stands
NEVER = np.inf


class Nodes(NamedTuple):
    """Level vectors, and what their cells cost at least and at most.

    Attributes:
        levels: A line per node, a level per column.
        least, most: A record in its cells costs no less and no more than this.
        mean: What a record costs there, on average over all records.
    """

    levels: Counts
    least: Floats
    most: Floats
    mean: Floats


class Room(NamedTuple):
    """Space for the groups of one node, and what is left.

    A group is the tuples that are left in one cell. Kernels write into all of these arrays.

    Attributes:
        left: The tuples without a class, in order; only the first `tally[LEFT]` entries count.
        slots: A table of groups by their keys.
        keys, sizes, prices, first, slot, opened: Of each group: its key, its records, the sum of
            their prices, its first tuple, its place in `slots`, and whether it opens: -1 if not,
            0 once it is chosen, then the number of its class.
        group: The group of each entry of `left`.
        order: The nodes in the order in which they are looked at.
        due: Per node: the threshold from which on it may have cells to open.
        base: Where each column's level starts in `Cells.words`.
        tally: How many entries of `left` count, how many classes there are, and how many looks at
            tuples there were since the last pause.
    """

    left: Counts
    slots: Codes
    keys: Keys
    sizes: Counts
    prices: Floats
    first: Counts
    slot: Counts
    opened: Counts
    group: Codes
    order: Counts
    due: Floats
    base: Counts
    tally: Counts


class Rule(NamedTuple):
    """When a cell opens.

    Attributes:
        minimum: The smallest class.
        threshold: What it costs at most, after prices made it cheaper.
        pull: How much the prices of its records count; 0 for not at all.
        floor: Prices make a cell no cheaper than this share of its cost.
    """

    minimum: int
    threshold: float
    pull: float
    floor: float


def room_for(cells: Cells, nodes: Nodes, place: Counts, order: Counts, floor: float) -> Room:
    """Room for the tuples that have no place, and the nodes to look at in their order."""
    left = np.flatnonzero(place < 0)
    size, columns = len(left), cells.leaves.shape[1]
    whole, real = np.empty((4, size), np.int64), np.empty(size)
    return Room(
        left, np.full(1 << max(6, (2 * size).bit_length()), -1, np.int32),
        np.empty(size, np.uint64), whole[0], real, whole[1], whole[2], whole[3],
        np.empty(size, np.int32), order, nodes.least * floor, np.zeros(columns, np.int64),
        np.array([size, 0, 0]),
    )  # fmt: skip


@kernel
def open_cells(
    cells: Cells, nodes: Nodes, room: Room, rule: Rule, prices: Floats,
    place: Counts, node_of: Counts,
) -> None:  # fmt: skip
    """Open all cells below the threshold, node by node.

    Writes the class of each tuple to `place` and the node of each class to `node_of`.
    """
    for node in room.order:
        if room.due[node] > rule.threshold + NOTHING or room.tally[LEFT] == 0:
            continue
        _, chosen = choose_cells(cells, nodes, room, rule, prices, node)
        if chosen:
            place_chosen(cells, room, place, node_of, node)


@inner
def choose_cells(
    cells: Cells, nodes: Nodes, room: Room, rule: Rule, prices: Floats, node: int
) -> tuple[int, int]:
    """Group what is left by the cells of a node; how many groups, and how many of them may open.

    This notes in `due` from which threshold on another look at the node is worth it; since groups
    only become smaller, this stays true. Callers skip a node that is not due before they call:
    most nodes are not, and passing all arrays would take twice the time of the loop.
    """
    find_base(cells, nodes.levels[node], room.base)
    groups = gather(cells, room, rule, prices)
    chosen, room.due[node] = choose(cells, room, rule, groups)
    return groups, chosen


@inner
def gather(cells: Cells, room: Room, rule: Rule, prices: Floats) -> int:
    """Group what is left by the cells at `room.base`; how many groups. `slots` is empty after."""
    slots, keys, left, counts = room.slots, room.keys, room.left, cells.counts
    last = int64(slots.size - 1)
    bits = 0
    while (1 << bits) < slots.size:
        bits += 1
    high = uint64(64 - bits)
    groups = 0
    size = room.tally[LEFT]
    room.tally[WORK] += size
    for at in range(size):
        item = left[at]
        key = key_at(cells, room.base, item)
        slot = int64((key * uint64(0x9E3779B97F4A7C15)) >> high)
        while slots[slot] >= 0 and keys[slots[slot]] != key:
            slot = (slot + 1) & last
        found = slots[slot]
        if found < 0:
            found = groups
            groups += 1
            slots[slot] = found
            keys[found] = key
            room.sizes[found] = 0
            room.prices[found] = 0.0
            room.first[found] = item
            room.slot[found] = slot
        room.sizes[found] += counts[item]
        room.group[at] = found
        if rule.pull > 0:
            room.prices[found] += prices[item] * counts[item]
    for found in range(groups):
        slots[room.slot[found]] = -1
    return groups


@inner
def choose(cells: Cells, room: Room, rule: Rule, groups: int) -> tuple[int, float]:
    """Mark the groups that are large and cheap enough in `opened`.

    Returns how many they are, and the cost of the cheapest one that is large enough but too dear.
    """
    chosen, following = 0, NEVER
    for group in range(groups):
        room.opened[group] = -1
        if room.sizes[group] < rule.minimum:
            continue
        cost = cost_at(cells, room.base, room.first[group])
        if rule.pull > 0:
            wanted = room.prices[group] / room.sizes[group] - cost
            cost = max(cost * rule.floor, cost - rule.pull * wanted)
        if cost <= rule.threshold + NOTHING:
            room.opened[group] = 0
            chosen += 1
        else:
            following = min(following, cost)
    return chosen, following


@inner
def place_chosen(cells: Cells, room: Room, place: Counts, node_of: Counts, node: int) -> None:
    """The chosen groups become classes; all other tuples stay in `room.left`.

    A group in which two cells share a key by chance becomes no class.
    """
    tally, left = room.tally, room.left
    for at in range(tally[LEFT]):
        group = room.group[at]
        if room.opened[group] >= 0 and not same_cell(cells, room.base, left[at], room.first[group]):
            room.opened[group] = -1
    staying = 0
    for at in range(tally[LEFT]):
        item, group = left[at], room.group[at]
        if room.opened[group] < 0:
            left[staying] = item
            staying += 1
            continue
        if room.first[group] == item:  # the first member comes first
            room.opened[group] = tally[CLASSES]
            node_of[tally[CLASSES]] = node
            tally[CLASSES] += 1
        place[item] = room.opened[group]
    tally[LEFT] = staying
