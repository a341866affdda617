"""The strategy for those who do not want to choose: exact where that is possible in time.

Where the lattice is small enough, the exact search begins. If it is not done soon, best-first has
its turn, for half of the time at least and for as long as it finds something better. Then the exact
search goes on. The best that either of them saw is the answer.
"""

from dataclasses import dataclass

from shoal.engine.lattice import Levels
from shoal.errors import Canceled
from shoal.plugin import plugin
from shoal.progress import Progress
from shoal.search import best_first
from shoal.search.anytime.lower_bounds import LowerBounds
from shoal.search.anytime.trail import Stopped, Trail
from shoal.search.anytime.within_limits import Random
from shoal.search.optimal import LARGEST, Optimal, is_compiled
from shoal.search.problem.strategy import strategies

FEW = 20_000  # candidates that the exact search can see one by one, without compiled code
SOON = 0.1  # share of the seconds after which best-first has its turn,
HALF = 0.5  # and until which it has it in any case;
STALE = 300  # afterwards it ends if so many candidates in a row were no better


@strategies.register("auto")
@plugin()
class Auto(Random):
    """The exact search for lattices it can take on, best-first for larger ones.

    Card:
        advice: The one to take if you do not want to choose; it proves the best where that is
            possible in time.
    """

    def explore(self, trail: Trail, quick: LowerBounds) -> None:
        """Search exactly if the lattice is small; otherwise, or if that is slow, best-first."""
        if is_small(trail):
            solve(trail, _Turns(trail, quick, self.seed))
        else:
            best_first.explore(trail, quick, self.seed)


def is_small(trail: Trail) -> bool:
    """Whether the exact search can take on a lattice.

    The size is asked first: to find out what is compiled may take an array of the lattice's size.
    """
    size, candidates = trail.problem.lattice.size, trail.limits.candidates
    if size > LARGEST or (candidates is not None and candidates < size):
        return False
    return size <= FEW or is_compiled(trail.problem)


def solve(trail: Trail, turns: "_Turns") -> None:
    """The exact search, with a turn of best-first; the trail gets what it found in any case."""
    try:
        outcome = Optimal().run(trail.problem, turns)
    except (Stopped, Canceled):
        if turns.best is not None:
            trail.adopt(turns.best)
        raise
    trail.adopt(outcome.levels)
    trail.elsewhere = outcome.candidates_checked
    trail.prove(outcome.loss)


@dataclass
class _Turns:
    """A watch of the exact search that gives best-first its turn, and ends both at the limit.

    Attributes:
        trail: What best-first has seen.
        quick: Bounds from single columns.
        seed: What random choices start from.
        best: The best levels of the exact search so far.
        is_taken: Whether best-first had its turn.
    """

    trail: Trail
    quick: LowerBounds
    seed: int
    best: Levels | None = None
    is_taken: bool = False

    def __call__(self, progress: Progress) -> None:
        self.trail.watch(progress)
        self.trail.elsewhere, self.best = progress.done, progress.best or self.best
        if self._spent > SOON and not self.is_taken:
            self.is_taken = True
            self._improve()
        if self.trail.is_over or self.trail.is_proven:
            raise Stopped

    @property
    def _spent(self) -> float:
        """The share of the seconds that is over."""
        seconds = self.trail.limits.seconds
        return 0.0 if seconds is None else self.trail.seconds / seconds

    def _improve(self) -> None:
        """Best-first, beside what the exact search found; ends when it has nothing better."""
        if self.best is not None:
            self.trail.adopt(self.best)
        best_first.explore(self.trail, self.quick, self.seed, self._is_stale)

    def _is_stale(self) -> bool:
        """Whether best-first had half of the time, and nothing better for a while."""
        in_vain = self.trail.candidates_checked - self.trail.history[-1][1]
        return self._spent > HALF and in_vain > STALE
