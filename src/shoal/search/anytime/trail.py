"""What a search that may stop at any time has seen so far, and when it has to stop."""

from dataclasses import dataclass
from itertools import islice
from math import inf
from time import monotonic

from shoal.engine.compiling import compile_seconds
from shoal.engine.lattice import Levels
from shoal.progress import Progress, Watch
from shoal.quality.model import Score
from shoal.search.anytime.evaluator import Look, evaluator_of
from shoal.search.problem import Problem
from shoal.search.problem.outcome import TIE, is_better

PULSE = 16  # candidates between two signs of life
MEMORY = 500_000  # candidates remembered; beyond, the older half is forgotten


class Stopped(Exception):
    """The limit of a search is reached."""


@dataclass(frozen=True)
class Limits:
    """When a search has to stop.

    Attributes:
        seconds: Time on the clock.
        candidates: Candidates seen on the data.
    """

    seconds: float | None = None
    candidates: int | None = None


class Trail:
    """Every candidate seen, the best of them, and how it got better over time.

    Attributes:
        problem: What was asked.
        limits: When to stop.
        watch: Called to report progress.
        evaluator: What looks at candidates.
        seen: The candidates looked at, as far as remembered.
        looked: How many they were.
        best: The best acceptable candidate so far.
        history: Seconds, candidates and loss at each improvement.
        proven: A loss that no acceptable candidate can be below.
        fewest: The smallest number of records that a candidate would suppress.
        elsewhere: Candidates that another search looked at on behalf of this one.
    """

    def __init__(self, problem: Problem, watch: Watch, limits: Limits) -> None:
        self.problem, self.limits = problem, limits
        self.watch = watch
        self._pauses = 0
        self._start: float | None = None
        self.evaluator = evaluator_of(problem)
        self.seen: dict[Levels, Look] = {}
        self.looked = 0
        self.best: Levels | None = None
        self.score = Score(inf)
        self.history: list[tuple[float, int, float]] = []
        self.proven = problem.quality.range(problem.encoded)[0]
        self.fewest = problem.encoded.records
        self.elsewhere = 0

    def start(self) -> None:
        """Let the clock run; the first candidate comes before."""
        self._start = monotonic() - compile_seconds()

    def look(self, levels: Levels) -> Look:
        """See a candidate on the data, once; raises Stopped at the limit."""
        known = self.seen.get(levels)
        if known is not None:
            return known
        self._breathe()
        return self.adopt(levels)

    def adopt(self, levels: Levels) -> Look:
        """See a candidate on the data that another search found, whatever the limits say."""
        look = self.seen[levels] = self.evaluator.look(levels)
        self.looked += 1
        self.fewest = min(self.fewest, look.suppressed)
        if look.accepted and self._improves(levels, look):
            self.best, self.score = levels, look.score
            self.history.append((self.seconds, self.candidates_checked, look.score.loss))
        return look

    @property
    def seconds(self) -> float:
        """Time since the start, without that spent compiling kernels."""
        return 0.0 if self._start is None else monotonic() - compile_seconds() - self._start

    @property
    def candidates_checked(self) -> int:
        """How many candidates were looked at."""
        return self.looked + self.elsewhere

    @property
    def is_over(self) -> bool:
        """Whether a limit is reached."""
        seconds, candidates = self.limits.seconds, self.limits.candidates
        if candidates is not None and self.candidates_checked >= candidates:
            return True
        return seconds is not None and self.seconds >= seconds

    @property
    def is_proven(self) -> bool:
        """Whether nothing can be better than the best."""
        return self.best is not None and self.rules_out(self.proven)

    def rules_out(self, bound: float) -> bool:
        """Whether candidates that cost at least `bound` are no better than the best."""
        return bound >= self.score.loss * (1 - TIE)

    def prove(self, bound: float) -> None:
        """Take note that no acceptable candidate costs less."""
        self.proven = max(self.proven, bound)

    def _improves(self, levels: Levels, look: Look) -> bool:
        if self.best is None:
            return True
        return is_better(look.score, levels, self.score, self.best)

    def _breathe(self) -> None:
        if self.looked % PULSE == 0:
            self._tell()
        if self.looked and self.is_over:  # the first candidate is always looked at
            raise Stopped
        if len(self.seen) > MEMORY:
            for levels in list(islice(self.seen, MEMORY // 2)):
                del self.seen[levels]

    def _tell(self) -> None:
        size = self.problem.lattice.size
        self.watch(Progress("search", self.candidates_checked, size, may_end_before=True))

    def pause(self) -> None:
        """A sign of life from work between candidates; raises Stopped at the limit."""
        self._pauses += 1
        if self._pauses % PULSE == 0:
            self._tell()
            if self.is_over:
                raise Stopped
