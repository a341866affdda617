"""Candidates that may still be the answer, the one with the smallest lower bound first.

Looking at a candidate may close all below it, and may raise the bounds of all above it. A raised
candidate waits its turn again, so that the smallest bound is always the next.
"""

from collections.abc import Iterator
from heapq import heappop, heappush
from math import inf

import numpy as np

from shoal.engine.arrays import Bools, Floats
from shoal.engine.candidate import Candidate
from shoal.quality.model import BoundedAbove, Score
from shoal.search.anytime.column_groups import levels_of
from shoal.search.anytime.least_losses import least_losses
from shoal.search.problem import Problem


class OpenCandidates:
    """Every candidate of a problem, by lower bound, then level sum, then levels."""

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        self.levels = levels_of(problem.lattice)
        self._sums = self.levels.sum(axis=1)
        self._least = least_losses(problem, self.levels)
        self._order = self._least.order(self._sums).tolist()
        self._raised: Floats = np.full(len(self.levels), -inf)
        self._closed: Bools = np.zeros(len(self.levels), np.bool_)

    def __iter__(self) -> Iterator[tuple[int, Score]]:
        """Position and bound of the next candidate, until none is left."""
        waiting: list[tuple[float, int, int]] = []
        for at in self._order:
            while waiting and waiting[0] < self._key(at, self._least.loss[at]):
                yield from self._next(waiting)
            if not self._closed[at]:
                if self._raised[at] > self._least.loss[at]:
                    heappush(waiting, self._key(at, self._raised[at]))
                else:
                    yield at, self._least.score(at)
        while waiting:
            yield from self._next(waiting)

    def close_below(self, at: int) -> None:
        """Neither the candidate nor any below it can be an answer."""
        self._closed |= (self.levels <= self.levels[at]).all(axis=1)

    def close(self, hopeless: Bools) -> None:
        """None of these can be an answer; the last candidate, the top, is looked at in any case."""
        self._closed[:-1] |= hopeless[:-1]

    def learn(self, at: int, candidate: Candidate) -> None:
        """Raise the bounds of everything above a candidate, where the loss has such bounds."""
        quality = self._problem.quality
        if not isinstance(quality, BoundedAbove):
            return
        bound = quality.bound_above(candidate, self._problem.maximum_suppressed)
        if bound > max(self._raised[at], self._least.loss[at]):
            above = (self.levels >= self.levels[at]).all(axis=1)
            self._raised[above] = np.maximum(self._raised[above], bound)

    def _next(self, waiting: list[tuple[float, int, int]]) -> Iterator[tuple[int, Score]]:
        bound, _, at = heappop(waiting)
        if self._raised[at] > bound:
            heappush(waiting, self._key(at, self._raised[at]))
        elif not self._closed[at]:
            yield at, Score(bound)

    def _key(self, at: int, bound: float) -> tuple[float, int, int]:
        return float(bound), int(self._sums[at]), at
