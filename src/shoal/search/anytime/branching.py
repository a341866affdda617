"""Proof by boxes: parts of the lattice between two level vectors, closed one after the other.

The box with the smallest lower bound is next. Its lowest candidate is looked at; then a path is
climbed from there, and bisected for the highest candidate above which everything between the two
is hopeless: suppressing too much, or charged so much for it that the best loss is out of reach.
What remains of the box is split into boxes that each begin one level above that candidate in one
column. No array has the size of the lattice; the open boxes' smallest bound is a proof, always.
"""

from heapq import heappop, heappush

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.kernel import kernel
from shoal.engine.lattice import Lattice, Levels
from shoal.search.anytime.evaluator import Look
from shoal.search.anytime.lower_bounds import LowerBounds
from shoal.search.anytime.trail import Trail

OPEN = 2_000_000  # boxes kept at most; beyond, the proof rests
KNOWN = 2048  # hopeless candidates remembered to close boxes without looking

Box = tuple[float, int, Levels, Levels]


class Branching:
    """The open boxes of a lattice."""

    def __init__(self, trail: Trail, bounds: LowerBounds) -> None:
        self._trail, self._bounds = trail, bounds
        lattice = trail.problem.lattice
        self._known = Hopeless(lattice)
        self._count = 0
        self._open: list[Box] = []
        self._push(bounds.whole, lattice.minimum, lattice.maximum)

    @property
    def is_done(self) -> bool:
        """Whether no open box can hold anything better."""
        return not self._open or self._trail.rules_out(self._open[0][0])

    @property
    def is_full(self) -> bool:
        """Whether there is no room for more boxes."""
        return len(self._open) > OPEN

    def step(self) -> Levels:
        """Close a part of the box with the smallest bound, split the rest; returns its lowest."""
        bound, _, low, high = self._open[0]
        self._trail.prove(bound)
        hopeless = self._hopeless_above(low)
        if hopeless is None:
            hopeless = self._dig(low, high)
        heappop(self._open)  # only now: a search stopped while digging keeps the box open
        self._split(bound, low, high, hopeless)
        return low

    def prove(self) -> None:
        """Tell the trail what the open boxes prove."""
        self._trail.prove(self._trail.score.loss if self.is_done else self._open[0][0])

    def _split(self, bound: float, low: Levels, high: Levels, closed: Levels) -> None:
        """Everything in the box that is above `closed` in some column, each part once."""
        raises = []
        for column in range(len(low)):
            if closed[column] < high[column]:
                raised = (*low[:column], closed[column] + 1, *low[column + 1 :])
                raises.append((max(bound, self._bounds.at(raised)), column, raised))
        # Parts with small bounds come last: they are cut by the columns before them.
        ceiling = list(high)
        for part_bound, column, raised in sorted(raises, reverse=True):
            if not self._trail.rules_out(part_bound):
                self._push(part_bound, raised, tuple(ceiling))
            ceiling[column] = closed[column]

    def _push(self, bound: float, low: Levels, high: Levels) -> None:
        self._count += 1
        heappush(self._open, (bound, self._count, low, high))

    def _hopeless_above(self, low: Levels) -> Levels | None:
        """A candidate looked at before up to which everything from here is hopeless."""
        for above, look in self._known.above(low):
            if self._is_hopeless(low, look):
                return above
        return None

    def _dig(self, low: Levels, high: Levels) -> Levels:
        """The highest candidate on a path from `low` up to which everything is hopeless."""
        best = self._bounds.value(self._trail.score.loss)
        path = climb(self._bounds.parts, np.array(low), np.array(high), best).tolist()
        first, last = -1, len(path) - 1  # up to `first` all is hopeless, above `last` it is not
        middle = last
        while first < last:
            if self._is_hopeless(low, self._trail.look(tuple(path[middle]))):
                first = middle
            else:
                last = middle - 1
            middle = (first + last + 1) // 2
        found = tuple(path[max(first, 0)])  # a candidate that was looked at is closed in any case
        self._known.add(found, self._trail.look(found))
        return found

    def _is_hopeless(self, low: Levels, above: Look) -> bool:
        """Whether nothing from `low` up to a candidate can be better than the best."""
        return above.hopeless or self._trail.rules_out(self._bounds.between(low, above))


class Hopeless:
    """Candidates up to which all is hopeless, the oldest forgotten first."""

    def __init__(self, lattice: Lattice) -> None:
        self._levels: Counts = np.full((KNOWN, len(lattice.minimum)), -1, np.int64)
        self._looks: list[Look] = []
        self._next = 0

    def add(self, levels: Levels, look: Look) -> None:
        """Take note of a candidate."""
        self._levels[self._next] = levels
        self._looks[self._next : self._next + 1] = [look]
        self._next = (self._next + 1) % KNOWN

    def above(self, low: Levels) -> list[tuple[Levels, Look]]:
        """Those at or above some levels; the highest first, a few."""
        found = above(self._levels[: len(self._looks)], np.array(low)).tolist()
        return [(tuple(self._levels[at].tolist()), self._looks[at]) for at in found]


@kernel
def above(levels: Counts, low: Counts) -> Counts:
    """Places of up to four level vectors that are nowhere below `low`, highest level sums first."""
    few = 4
    best = np.full(few, -1)
    sums = np.full(few, -1)
    for at in range(levels.shape[0]):
        total = 0
        for column in range(low.size):
            if levels[at, column] < low[column]:
                total = -1
                break
            total += levels[at, column]
        place = few
        while place > 0 and total > sums[place - 1]:
            place -= 1
        if place < few:
            for other in range(few - 1, place, -1):
                best[other], sums[other] = best[other - 1], sums[other - 1]
            best[place], sums[place] = at, total
    found: Counts = best[best >= 0]
    return found


@kernel
def climb(parts: Floats, low: Counts, high: Counts, best: float) -> Counts:
    """A path upward, each step the cheapest, while what it costs stays below `best`."""
    steps = 1
    for at in range(low.size):
        steps += high[at] - low[at]
    path = np.empty((steps, low.size), np.int64)
    path[0] = low
    value = 0.0
    for at in range(low.size):
        value += parts[at, low[at]]
    length = 1
    while length < steps:
        here = path[length - 1]
        column, cheapest = -1, np.inf
        for at in range(low.size):
            if here[at] < high[at]:
                cost = parts[at, here[at] + 1] - parts[at, here[at]]
                if cost < cheapest:
                    column, cheapest = at, cost
        value += cheapest
        if value >= best:
            break
        path[length] = here
        path[length, column] += 1
        length += 1
    return path[:length]
