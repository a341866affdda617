"""By lower bound; after a failure up a path, to the highest candidate that ends all below it.

Candidates are visited by what they cost at least. Where one fails in a way that ends everything
below it, the highest such candidate on a path upward is found by halving: it ends far more. The
path follows the lowest bounds, because there the candidates are that would be visited next.
"""

from dataclasses import dataclass, field

import numpy as np

from shoal.engine.arrays import Bools, Counts
from shoal.engine.candidate import Candidate
from shoal.engine.lattice import Levels
from shoal.progress import Progress, Watch
from shoal.quality.model import Score
from shoal.search.anytime.column_groups import levels_of
from shoal.search.anytime.evaluator import Evaluator, Look, Plain
from shoal.search.anytime.least_losses import LeastLosses, least_losses
from shoal.search.climbing.counted import PROFITABLE, Counted, form_by_counts
from shoal.search.problem import Problem
from shoal.search.problem.outcome import is_better, is_beyond

PULSE = 8  # candidates between two signs of life


def is_for_climbing(problem: Problem) -> bool:
    """Whether this search is the one for a problem: its promises look beyond single classes.

    Or at what counted classes lost, which the compiled searches do not know.
    """
    if problem.encoded.population is not None or problem.about_the_table:
        return True
    looks = any(type(promise) in PROFITABLE for promise in problem.privacy)
    return looks and form_by_counts(problem) is not None


def best_by_climbing(problem: Problem, watch: Watch) -> tuple[Candidate | None, int, int | None]:
    """The best candidate, how many were looked at, and the fewest records any would suppress."""
    form = form_by_counts(problem)
    evaluator = Plain(problem) if form is None else Counted(problem, form)
    search = _Search(problem, evaluator, watch)
    search.run()
    best = None if search.best is None else problem.candidate(search.best)
    return best, search.checked, search.fewest


@dataclass
class _Search:
    """What is known so far."""

    problem: Problem
    evaluator: Evaluator
    watch: Watch
    best: Levels | None = None
    score: Score | None = None
    checked: int = 0
    fewest: int = 0
    _closed: Bools = field(init=False)
    _levels: Counts = field(init=False)
    _least: LeastLosses = field(init=False)

    def __post_init__(self) -> None:
        shape = self.problem.lattice.shape
        self._levels = levels_of(self.problem.lattice)
        self._columns = self._levels.T.astype(np.int16)  # compared often: small and in a row
        self._closed = np.zeros(len(self._levels), np.bool_)
        self._least = least_losses(self.problem, self._levels)
        self._strides = np.append(np.cumprod(shape[:0:-1])[::-1], 1).astype(np.int64)
        self.fewest = self.problem.encoded.records

    def run(self) -> None:
        """Visit candidates until none can be better."""
        self._look(len(self._levels) - 1)  # an answer early, or none at all
        for at in self._least.order(self._levels.sum(axis=1)).tolist():
            if self._closed[at]:
                continue
            bound = self._least.score(at)
            if self.score is not None and is_beyond(bound, self.score):
                return
            if self._may_win(at, bound) and self._look(at).hopeless:
                self._halve(self._path(at))

    def _look(self, at: int) -> Look:
        """Look at a candidate, take it if it is the best, close what it rules out."""
        if self.checked % PULSE == 0:
            size = self.problem.lattice.size
            self.watch(Progress("search", self.checked, size, self.best, may_end_before=True))
        here = tuple(self._levels[at].tolist())
        look = self.evaluator.look(here)
        self.checked += 1
        self.fewest = min(self.fewest, look.suppressed)
        self._closed[at] = True
        if look.accepted and (
            self.best is None
            or self.score is None
            or is_better(look.score, here, self.score, self.best)
        ):
            self.best, self.score = here, look.score
        if look.hopeless:
            self._closed |= (self._columns <= self._columns[:, at : at + 1]).all(axis=0)
        return look

    def _may_win(self, at: int, bound: Score) -> bool:
        if self.best is None or self.score is None:
            return True
        return is_better(bound, tuple(self._levels[at].tolist()), self.score, self.best)

    def _path(self, at: int) -> list[int]:
        """Upward along the lowest bounds, while what is there may win."""
        path, top = [at], self.problem.lattice.maximum
        while True:
            columns = np.flatnonzero(self._levels[path[-1]] < top)
            above = path[-1] + self._strides[columns]
            above = above[~self._closed[above]]
            if not len(above):
                return path
            following = int(above[self._least.loss[above].argmin()])
            path.append(following)
            bound = self._least.score(following)
            if self.score is not None and is_beyond(bound, self.score):
                return path

    def _halve(self, path: list[int]) -> None:
        """Find the highest candidate of a path that ends everything below; the first one does."""
        low, high = 0, len(path)
        while high - low > 1:
            middle = high - 1 if high == len(path) else (low + high) // 2
            if self._look(path[middle]).hopeless:
                low = middle
            else:
                high = middle
