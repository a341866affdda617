"""Best-first search within a limit, after Lightning (Prasser et al. 2016; docs/theory/search.md).

Three kinds of steps take turns, each with its share of the candidates looked at:

* the neighbors of the best candidate whose neighbors were not looked at yet (Lightning's order,
  but upward, downward and sideways);
* bursts: a good candidate is disturbed, and descended from greedily;
* proof: the part of the lattice with the smallest lower bound is closed or split.

The last one makes the answer's distance from the optimum known at any time, and ends the search.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from shoal.engine.lattice import Levels
from shoal.plugin import plugin
from shoal.search.anytime.branching import Branching
from shoal.search.anytime.lower_bounds import LowerBounds
from shoal.search.anytime.neighbors import Neighbors, descend
from shoal.search.anytime.trail import Trail
from shoal.search.anytime.within_limits import Random, good_bounds
from shoal.search.problem.strategy import strategies

PROOF, NEIGHBORS, BURSTS = 2.0, 1.0, 1.0  # shares of the candidates looked at
WARM_UP = 8  # neighborhoods to look at before bounds are computed
DRIFT = 0.02  # how often a burst that ends higher moves on from there


@strategies.register("best-first")
@plugin()
class BestFirst(Random):
    """Improve the best candidate and narrow its gap, until a limit or the proof.

    Card:
        advice: For very many columns: stops at a limit and tells how far from the best it may be.
        reference: Prasser et al. 2016, Lightning
    """

    def explore(self, trail: Trail, quick: LowerBounds) -> None:
        """Improve and prove, with this seed."""
        explore(trail, quick, self.seed)


def explore(
    trail: Trail,
    quick: LowerBounds,
    seed: int,
    ends: Callable[[], bool] = lambda: False,
) -> None:
    """Descend from the top, then take turns until the proof is complete.

    Args:
        trail: What was seen so far.
        quick: Bounds from single columns.
        seed: What random choices start from.
        ends: Asked between two steps whether to stop before the proof.
    """
    neighbors = Neighbors(trail, quick)
    neighbors.add(descend(trail, quick, trail.problem.lattice.maximum))
    for _ in range(WARM_UP):
        if not neighbors.is_empty and not ends():
            neighbors.step()
    bounds = good_bounds(trail)
    branching = Branching(trail, bounds)
    bursts = Bursts(trail, bounds, neighbors, seed)
    proof = _Turn(PROOF, branching.step, lambda: branching.is_full)
    search = _Turn(NEIGHBORS, neighbors.step, lambda: neighbors.is_empty)
    burst = _Turn(BURSTS, bursts.step, lambda: False)
    while not (branching.is_done or ends()):
        turns = (turn for turn in (proof, search, burst) if not turn.rests())
        min(turns, key=lambda turn: turn.spent).take(trail)
    branching.prove()


@dataclass
class _Turn:
    """A kind of step with its share of the work, measured in candidates to be deterministic."""

    share: float
    step: Callable[[], object]
    rests: Callable[[], bool]
    spent: float = 0.0

    def take(self, trail: Trail) -> None:
        before = trail.looked
        self.step()
        self.spent += (1 + trail.looked - before) / self.share


class Bursts:
    """Greedy descents from disturbed good candidates (iterated local search)."""

    def __init__(self, trail: Trail, bounds: LowerBounds, neighbors: Neighbors, seed: int) -> None:
        self._trail, self._bounds, self._neighbors = trail, bounds, neighbors
        self._random = np.random.default_rng(seed)
        self._center = trail.best or trail.problem.lattice.maximum

    def step(self) -> None:
        """One disturbance; where it may be an answer, one descent."""
        start = self._disturb(self._center)
        if not self._trail.look(start).accepted:
            return
        end = descend(self._trail, self._bounds, start)
        self._neighbors.add(end)
        before, after = self._trail.look(self._center), self._trail.look(end)
        if after.order <= before.order or self._random.random() < DRIFT:
            self._center = end

    def _disturb(self, levels: Levels) -> Levels:
        """A few columns higher, and sometimes one or two lower."""
        lattice, chance = self._trail.problem.lattice, self._random
        there = list(levels)
        for column in chance.integers(len(there), size=chance.integers(1, 5)).tolist():
            there[column] = min(lattice.maximum[column], there[column] + int(chance.integers(1, 3)))
        for column in chance.integers(len(there), size=chance.integers(0, 3)).tolist():
            there[column] = max(lattice.minimum[column], there[column] - 1)
        return tuple(there)
