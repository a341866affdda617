"""Top-down search within a limit (docs/theory/search.md): from the most general candidate downward.

What a candidate suppresses is suppressed by everything below it, at no less cost. So each step down
has a lower bound before it is looked at, and steps are taken in the order of these bounds; where
everything below a candidate is too costly, the search does not go there.
"""

from heapq import heapify, heappop, heappush, nsmallest

from shoal.engine.lattice import Levels
from shoal.plugin import plugin
from shoal.search.anytime.branching import Hopeless
from shoal.search.anytime.evaluator import Look
from shoal.search.anytime.lower_bounds import LowerBounds
from shoal.search.anytime.neighbors import descend, move
from shoal.search.anytime.trail import Trail
from shoal.search.anytime.within_limits import WithinLimits, good_bounds
from shoal.search.problem.strategy import strategies

MOST = 1_000_000  # steps kept in mind; beyond, the worse half is forgotten, and the proof with it


@strategies.register("top-down")
@plugin()
class TopDown(WithinLimits):
    """Lower one column at a time, the step with the smallest lower bound first.

    Card:
        advice: For many columns where the release is near the top: begins with everything
            generalized.
    """

    def explore(self, trail: Trail, quick: LowerBounds) -> None:
        """Descend greedily once, then by bound until nothing is left that may be better."""
        descend(trail, quick, trail.problem.lattice.maximum)
        steps = Steps(trail, good_bounds(trail))
        while not steps.is_done and not trail.is_proven:
            steps.take()
        if steps.is_complete:
            trail.prove(trail.score.loss)


class Steps:
    """Steps down from candidates that were looked at, by lower bound."""

    def __init__(self, trail: Trail, bounds: LowerBounds) -> None:
        self._trail, self._bounds = trail, bounds
        self._hopeless = Hopeless(trail.problem.lattice)
        self._queue: list[tuple[float, tuple[float, ...], Levels]] = []
        self._queued: set[Levels] = set()
        self.is_complete = True
        top = trail.problem.lattice.maximum
        self._follow(top, trail.look(top))

    @property
    def is_done(self) -> bool:
        """Whether no step is left."""
        return not self._queue

    def take(self) -> None:
        """Look at the candidate after the next step, and note the steps from there."""
        levels = heappop(self._queue)[2]
        if self._hopeless.above(levels):
            return
        look = self._trail.look(levels)
        if look.hopeless:
            self._hopeless.add(levels, look)
        elif not self._trail.rules_out(self._bounds.between(self._lowest, look)):
            self._follow(levels, look)

    @property
    def _lowest(self) -> Levels:
        return self._trail.problem.lattice.minimum

    def _follow(self, levels: Levels, look: Look) -> None:
        """Note every step down from a candidate."""
        bounds = self._bounds.one_down(levels, look)
        for column, low in enumerate(self._lowest):
            if levels[column] > low:
                below = move(levels, column, -1)
                if below not in self._queued:
                    self._queued.add(below)
                    heappush(self._queue, (bounds[column], look.order, below))
        if len(self._queue) > MOST:
            self._forget()

    def _forget(self) -> None:
        self._queue = nsmallest(MOST // 2, self._queue)
        heapify(self._queue)
        self.is_complete = False
