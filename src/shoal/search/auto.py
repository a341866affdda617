"""The strategy for those who do not want to choose: exact where that is possible in time."""

from dataclasses import dataclass

from shoal.plugin import plugin
from shoal.progress import Progress
from shoal.search import best_first
from shoal.search.anytime.lower_bounds import LowerBounds
from shoal.search.anytime.neighbors import descend
from shoal.search.anytime.trail import Stopped, Trail
from shoal.search.anytime.within_limits import Random
from shoal.search.optimal import LARGEST, Optimal, is_compiled
from shoal.search.problem.strategy import strategies

FEW = 20_000  # candidates that the exact search can see one by one, without compiled code
SHARE = 2 / 3  # of the seconds are for the exact search, the rest to do without it


@strategies.register("auto")
@plugin()
class Auto(Random):
    """The exact search for lattices it can take on, best-first for larger ones.

    Card:
        advice: The one to take if you do not want to choose; it proves the best where that is
            possible in time.
    """

    def explore(self, trail: Trail, quick: LowerBounds) -> None:
        """Search exactly if the lattice is small; otherwise, or if that is too slow, best-first."""
        if is_small(trail):
            descend(trail, quick, trail.problem.lattice.maximum)
            try:
                solve(trail)
            except OutOfTime:
                best_first.explore(trail, quick, self.seed)
        else:
            best_first.explore(trail, quick, self.seed)


def is_small(trail: Trail) -> bool:
    """Whether the exact search can take on a lattice."""
    size, candidates = trail.problem.lattice.size, trail.limits.candidates
    if candidates is not None and candidates < size:
        return False
    return size <= (LARGEST if is_compiled(trail.problem) else FEW)


def solve(trail: Trail) -> None:
    """The exact search; raises OutOfTime where it takes too long."""
    watch = _Impatient(trail)
    outcome = Optimal().run(trail.problem, watch)
    trail.look(outcome.levels)
    trail.elsewhere += outcome.candidates_checked
    trail.prove(outcome.loss)


class OutOfTime(Stopped):
    """The exact search took too long."""


@dataclass
class _Impatient:
    """A watch that ends the exact search when its share of the time is over."""

    trail: Trail

    def __call__(self, progress: Progress) -> None:
        self.trail.watch(progress)
        seconds = self.trail.limits.seconds
        if seconds is not None and self.trail.seconds > SHARE * seconds:
            self.trail.elsewhere = progress.done
            raise OutOfTime
