"""Classes under promises that kernels do not know: people, estimators, third parties' models.

Nodes are taken from the cheapest on average to the dearest, each once; what promises say of the
groups there decides.
"""

from collections.abc import Callable

import numpy as np

from shoal.engine.arrays import Bools, Counts
from shoal.engine.kernel import kernel
from shoal.engine.parts import part_of
from shoal.search.local.cells import Cells, find_base
from shoal.search.local.judging import Judge
from shoal.search.local.opening import LEFT, WORK, Nodes, Room, Rule, gather, room_for
from shoal.search.local.parting import Parting, make_parting

SMALLER = 0.5  # promises are asked about a smaller table once so much of it is left


def build_by_asking(
    cells: Cells, nodes: Nodes, judge: Judge, pause: Callable[[int], None]
) -> Parting:
    """Node by node, the groups of what is left that keep every promise become classes.

    Calls `pause` at each node with the looks at tuples since the last call; it may raise.
    """
    place = np.full(len(cells.counts), -1)
    levels = np.broadcast_to(cells.low, (len(place), len(cells.low))).copy()
    room = room_for(cells, nodes, place, np.zeros(0, np.int64), 1.0)
    asked = _Asked(judge, place < 0)
    classes = 0
    for node in np.argsort(nodes.mean, kind="stable").tolist():
        size = int(room.tally[LEFT])
        if int(cells.counts[room.left[:size]].sum()) < judge.minimum:
            break
        pause(int(room.tally[WORK]))
        room.tally[WORK] = 0
        groups = group_left(cells, nodes.levels[node], room)
        large = room.sizes[:groups] >= judge.minimum
        if not large.any():
            continue
        left, group = room.left[:size].copy(), room.group[:size].astype(np.int64)
        there = large[group]
        number = np.cumsum(large) - 1
        trial = np.full(len(place), -1)
        trial[left[there]] = number[group[there]]
        kept = asked.keeps_promises(trial, nodes.levels[node])[trial[left[there]]]
        opened = left[there][kept]
        place[opened] = classes + trial[opened]
        levels[opened] = nodes.levels[node]
        classes += int(large.sum())
        staying = left[place[left] < 0]
        room.left[: len(staying)], room.tally[LEFT] = staying, len(staying)
        asked.shrink(place < 0)
    return make_parting(cells, place, levels)


class _Asked:
    """A judge of what is left, which becomes a smaller table every now and then."""

    def __init__(self, judge: Judge, left: Bools) -> None:
        self._whole, self._judge = judge, judge
        self._tuples = np.flatnonzero(left)

    def keeps_promises(self, trial: Counts, levels: Counts) -> Bools:
        """One flag per class of a trial: does it keep every promise?

        Args:
            trial: The class of each tuple of the whole table; -1 for those without one.
            levels: The levels of the one node on which all classes of the trial are.
        """
        some = trial[self._tuples]
        return self._judge.keeps_promises(some, np.broadcast_to(levels, (len(some), len(levels))))

    def shrink(self, left: Bools) -> None:
        """Ask about what is left only, once that is much less."""
        if left.sum() < SMALLER * len(self._tuples):
            self._tuples = np.flatnonzero(left)
            self._judge = Judge(self._whole.problem, part_of(self._whole.table, left))


@kernel
def group_left(cells: Cells, levels: Counts, room: Room) -> int:
    """Group what is left by the cells of a node, whatever they cost; how many groups."""
    find_base(cells, levels, room.base)
    return gather(cells, room, Rule(1, 0.0, 0.0, 1.0), np.zeros(0))
