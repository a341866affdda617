"""Better answers from good ones: greedy descents, and the neighbors of the best first."""

from collections.abc import Iterator
from heapq import heappop, heappush

from shoal.engine.lattice import Levels
from shoal.search.anytime.evaluator import Look
from shoal.search.anytime.lower_bounds import LowerBounds
from shoal.search.anytime.trail import Trail


def descend(trail: Trail, bounds: LowerBounds, start: Levels) -> Levels:
    """Lower one column after the other while the loss falls, the most promising first.

    What cannot be lowered without suppressing too much cannot be lowered further down either.
    """
    here, look = start, trail.look(start)
    blocked: set[int] = set()
    while True:
        for column, levels in _by_promise(trail, bounds, here, look, blocked):
            below = trail.look(levels)
            if below.order < look.order:
                here, look = levels, below
                break
            if below.hopeless:
                blocked.add(column)
        else:
            return here


def _by_promise(
    trail: Trail, bounds: LowerBounds, here: Levels, look: Look, blocked: set[int]
) -> list[tuple[int, Levels]]:
    """Candidates one step down that may be better, by what they cost at least."""
    lowered = bounds.one_down(here, look)
    found = [
        (lowered[column], column)
        for column, low in enumerate(trail.problem.lattice.minimum)
        if here[column] > low and column not in blocked
    ]
    return [
        (column, move(here, column, -1))
        for bound, column in sorted(found)
        if not look.accepted or bound < look.score.loss
    ]


def move(levels: Levels, column: int, step: int) -> Levels:
    """The same levels with one column moved."""
    return (*levels[:column], levels[column] + step, *levels[column + 1 :])


class Neighbors:
    """Candidates whose neighbors were not yet looked at, the best first."""

    def __init__(self, trail: Trail, bounds: LowerBounds) -> None:
        self._trail, self._bounds = trail, bounds
        self._queue: list[tuple[tuple[float, ...], Levels]] = []
        self._known: set[Levels] = set()

    @property
    def is_empty(self) -> bool:
        """Whether all neighbors of all candidates were looked at."""
        return not self._queue

    def add(self, levels: Levels) -> None:
        """Take a candidate that was looked at into the queue."""
        if levels not in self._known:
            self._known.add(levels)
            heappush(self._queue, (self._trail.look(levels).order, levels))

    def step(self) -> None:
        """Look at the neighbors of the best candidate in the queue."""
        levels = heappop(self._queue)[1]
        for neighbor in self._neighbors_that_may_win(levels):
            self._trail.look(neighbor)
            self.add(neighbor)

    def _neighbors_that_may_win(self, levels: Levels) -> Iterator[Levels]:
        """Neighbors that may beat the best: one step down, one up, or one of each."""
        lattice = self._trail.problem.lattice
        downs = [at for at, low in enumerate(lattice.minimum) if levels[at] > low]
        yield from self._down(levels, downs)
        for up, high in enumerate(lattice.maximum):
            if levels[up] < high:
                higher = move(levels, up, 1)
                if not self._trail.rules_out(self._bounds.at(higher)):
                    yield higher
                if higher in self._trail.seen:
                    yield from self._down(higher, [down for down in downs if down != up])

    def _down(self, levels: Levels, columns: list[int]) -> Iterator[Levels]:
        """Candidates one step below one that was looked at, in some columns."""
        bounds = self._bounds.one_down(levels, self._trail.look(levels))
        for column in columns:
            if not self._trail.rules_out(bounds[column]):
                yield move(levels, column, -1)
