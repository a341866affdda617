"""Strict partitions of a table: parts are split as long as every piece has at least k records.

LeFevre, DeWitt, Ramakrishnan: Mondrian multidimensional k-anonymity, ICDE 2006,
doi:10.1109/ICDE.2006.101. A part is split in the column in which it loses most, if that is possible
and otherwise in the next. Numbers are cut where both halves are most even; categories fall apart
into the children of their lowest common ancestor, and children with fewer than k records stay
together. Equal values always stay together, so which part a record is in depends on it alone.
"""

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.engine.kernel import inner, kernel
from shoal.methods.clustering.clusters import join, range_cost
from shoal.methods.clustering.space import Space
from shoal.methods.clustering.ties import TIE, first_cheapest


def parts_of(space: Space, k: int) -> Counts:
    """The part of each record, numbered from 0."""
    return _split(space.numbers, space.leaves, space.limits, space.up, space.costs, k)


@kernel
def _split(
    numbers: Floats, leaves: Codes, limits: Floats, up: Codes, costs: Floats, k: int
) -> Counts:
    """Split parts, kept on a stack, until none can be split; returns the part of each record."""
    records, ranges, columns = len(numbers), limits.size, limits.size + leaves.shape[1]
    part, order = np.zeros(records, np.int64), np.arange(records)
    group, lost = np.empty(records, np.int64), np.empty(columns)
    seen = np.zeros(costs.shape[1] if leaves.shape[1] else 1, np.int64)
    starts, ends, parts = [0], [records], 0
    while starts:
        start, end = starts.pop(), ends.pop()
        members, groups = order[start:end], 1
        level = _losses(numbers, leaves, limits, up, costs, members, lost)
        for column in _dearest_first(lost):
            if lost[column] <= 0 or members.size < 2 * k:
                break
            if column < ranges:
                groups = _halves(numbers[:, column], members, k, group)
            else:
                at = column - ranges
                nodes = up[at, level[at] - 1]
                groups = _children(nodes, leaves[:, at], members, k, seen, group)
            if groups > 1:
                break
        if groups == 1:
            part[members] = parts
            parts += 1
            continue
        place = start
        sorted_members = members.copy()
        for one in range(groups):
            first = place
            for position in range(sorted_members.size):
                if group[position] == one:
                    order[place] = sorted_members[position]
                    place += 1
            starts.append(first)
            ends.append(place)
    return part


@inner
def _losses(
    numbers: Floats, leaves: Codes, limits: Floats, up: Codes, costs: Floats,
    members: Counts, lost: Floats,
) -> Codes:  # fmt: skip
    """Write to `lost` what a part loses in each column, numbers first.

    Returns the level of the lowest common ancestor in each column of categories.
    """
    low, high = numbers[members[0]].copy(), numbers[members[0]].copy()
    first, level = leaves[members[0]], np.zeros(leaves.shape[1], np.int32)
    for member in members:
        join(numbers[member], leaves[member], up, low, high, first, level)
    for column in range(limits.size):
        lost[column] = range_cost(low[column], high[column], limits[column])
    for column in range(first.size):
        node = up[column, level[column], first[column]]
        # A node that is all of its labels cannot be split, whatever it costs.
        lost[limits.size + column] = costs[column, node] if level[column] > 0 else 0.0
    return level


@inner
def _dearest_first(lost: Floats) -> Counts:
    """The columns, those first that lose most; of equals the first."""
    order, left = np.empty(lost.size, np.int64), -lost
    for place in range(lost.size):
        order[place] = first_cheapest(left, 0, left.size, TIE)
        left[order[place]] = np.inf
    return order


@inner
def _halves(numbers: Floats, members: Counts, k: int, group: Counts) -> int:
    """Cut where both halves are most even and have k records; how many groups: 2, or 1.

    Writes the half of each member to `group`.
    """
    size = members.size
    ordered = np.sort(numbers[members])
    best, middle = -1, size / 2
    for place in range(k, size - k + 1):
        if ordered[place - 1] < ordered[place] and (
            best < 0 or abs(place - middle) < abs(best - middle)
        ):
            best = place
    if best < 0:
        return 1
    for position in range(size):
        group[position] = 1 if numbers[members[position]] >= ordered[best] else 0
    return 2


@inner
def _children(
    nodes: Codes, leaves: Codes, members: Counts, k: int, seen: Counts, group: Counts
) -> int:
    """A group for each child with k records, and one for all others; returns how many groups.

    Writes the group of each member to `group`. `nodes` is the child of each value. `seen` is 0 for
    every node before and after.
    """
    for member in members:
        seen[nodes[leaves[member]]] += 1
    others, least = 0, -1
    for member in members:  # every child once, in the order in which they occur
        node = nodes[leaves[member]]
        if 0 < seen[node] < k:
            others += seen[node]
            seen[node] = -1
        elif seen[node] >= k and (least < 0 or seen[node] < seen[least]):
            least = node
    if 0 < others < k and least >= 0:
        seen[least] = -1  # the smallest of the large ones joins those that are too few
    groups = 1 if others > 0 else 0
    for position in range(members.size):
        node = nodes[leaves[members[position]]]
        if seen[node] == -1:
            group[position] = 0
        elif seen[node] > 0:
            group[position] = groups
            seen[node] = -2 - groups
            groups += 1
        else:
            group[position] = -2 - seen[node]
    for member in members:
        seen[nodes[leaves[member]]] = 0
    return groups
