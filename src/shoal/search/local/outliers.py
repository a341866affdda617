"""Records whose classes lose so much for their sake that it costs less to suppress them.

A class stands on the lowest levels at which its members look alike. If one member alone keeps a
column up, the others could be more detailed without it. Whether that is worth it depends on what a
suppressed record costs; how often it is done, on the limit of the study.
"""

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.kernel import inner, kernel
from shoal.search.local.cells import Cells
from shoal.search.local.judging import Judge
from shoal.search.local.parting import Parting
from shoal.search.local.refining import Ends, lower_levels

ROUNDS = 20  # in each, every class gives up one member at most


def drop_outliers(
    cells: Cells, judge: Judge, parting: Parting, gone: Floats, budget: int, ends: Ends
) -> Parting:
    """The parting without members that cost their class more than to suppress them.

    Args:
        cells: The table.
        judge: The promises; every class keeps them as before.
        parting: Classes on their lowest levels.
        gone: What a suppressed record of each tuple costs.
        budget: How many records may be suppressed in addition.
        ends: Whether to stop before the last round.
    """
    for _ in range(ROUNDS):
        if budget <= 0 or ends():
            break
        chosen = _choose(cells, judge, parting, gone, budget)
        if not len(chosen):
            break
        budget -= int(cells.counts[chosen].sum())
        parting = _without(cells, parting, chosen)
    return parting


def _choose(cells: Cells, judge: Judge, parting: Parting, gone: Floats, budget: int) -> Counts:
    """One member of some classes each, the most worthwhile first, as many as the budget allows."""
    member, gain = gains_without(cells, parting.place, parting.classes, gone, judge.minimum)
    classes = np.flatnonzero((member >= 0) & (gain > 1e-9))
    worth = gain[classes] / cells.counts[member[classes]]
    chosen = member[classes[np.argsort(-worth, kind="stable")]]
    chosen = chosen[np.cumsum(cells.counts[chosen]) <= budget]
    if judge.is_decided_by_size or not len(chosen):
        return chosen
    found = _without(cells, parting, chosen)
    kept = judge.keeps_promises(found.place, found.levels)
    return chosen[kept[parting.place[chosen]]]


def _without(cells: Cells, parting: Parting, chosen: Counts) -> Parting:
    place = parting.place.copy()
    place[chosen] = -1
    return lower_levels(cells, Parting(place, parting.levels, parting.costs))


@kernel
def gains_without(
    cells: Cells, place: Counts, classes: int, gone: Floats, minimum: int
) -> tuple[Counts, Floats]:
    """Per class: the member that it is best without, and what that saves; -1 where none may go."""
    order, start = _by_class(place, classes)
    best = np.full(classes, -1)
    gain = np.zeros(classes)
    for group in range(classes):
        members = order[start[group] : start[group + 1]]
        if members.size < 2:
            continue
        records = 0
        for item in members:
            records += cells.counts[item]
        levels = _common_levels(cells, members, -1)
        before = _cost(cells, members, -1, levels)
        for column in range(levels.size):
            for item in _holding_up(cells, members, column, levels[column]):
                if item < 0 or records - cells.counts[item] < minimum:
                    continue
                lower = _common_levels(cells, members, item)
                after = _cost(cells, members, item, lower) + gone[item] * cells.counts[item]
                if before - after > gain[group]:
                    best[group], gain[group] = item, before - after
    return best, gain


@inner
def _by_class(place: Counts, classes: int) -> tuple[Counts, Counts]:
    """The tuples ordered by class, and where each class starts."""
    start = np.zeros(classes + 1, np.int64)
    for at in range(place.size):
        if place[at] >= 0:
            start[place[at] + 1] += 1
    for group in range(classes):
        start[group + 1] += start[group]
    order = np.empty(start[classes], np.int64)
    free = start.copy()
    for at in range(place.size):
        if place[at] >= 0:
            order[free[place[at]]] = at
            free[place[at]] += 1
    return order, start


@inner
def _meeting(cells: Cells, column: int, one: int, other: int) -> int:
    """The lowest level at which two tuples look alike in a column."""
    level = int(cells.low[column])
    while level < cells.high[column]:
        start = cells.start[column, level]
        first, second = cells.leaves[one, column], cells.leaves[other, column]
        if cells.words[start + first] == cells.words[start + second]:
            break
        level += 1
    return level


@inner
def _holding_up(cells: Cells, members: Counts, column: int, level: int) -> Counts:
    """Members without which a class may be lower in a column: two at most, -1 for none.

    Compared with the first member, one that alone is far from it; or the first member itself.
    """
    found = np.full(2, -1)
    if level == cells.low[column]:
        return found
    found[1] = members[0]
    for item in members[1:]:
        if _meeting(cells, column, members[0], item) == level:
            if found[0] >= 0:
                found[0] = -1
                break
            found[0] = item
    return found


@inner
def _common_levels(cells: Cells, members: Counts, without: int) -> Counts:
    """The lowest levels at which members look alike; one of them may be left out."""
    levels = cells.low.copy()
    first = members[1] if members[0] == without else members[0]
    for column in range(levels.size):
        for item in members:
            if item not in (without, first):
                levels[column] = max(levels[column], _meeting(cells, column, first, item))
    return levels


@inner
def _cost(cells: Cells, members: Counts, without: int, levels: Counts) -> float:
    """What members cost on some levels; one of them may be left out."""
    cost = 0.0
    for item in members:
        if item != without:
            for column in range(levels.size):
                start = cells.start[column, levels[column]]
                cost += cells.counts[item] * cells.costs[start + cells.leaves[item, column]]
    return cost
