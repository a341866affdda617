"""Genetic search within a limit (Meurers et al. 2021; docs/theory/search.md).

Two populations: one begins with the "triangle" (the first columns at their highest level, the
others at their lowest), the other at random. The better ones have children by choosing each level
from either parent, the middle is replaced by mutants, and now and then the populations exchange
their best. The implementation this follows rounds the number of exchanged individuals down to
zero, so that nobody ever moves; here they do.
"""

from math import ceil

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.engine.lattice import Levels
from shoal.plugin import plugin
from shoal.search.anytime.lower_bounds import LowerBounds
from shoal.search.anytime.neighbors import descend
from shoal.search.anytime.trail import Trail
from shoal.search.anytime.within_limits import Random, good_bounds
from shoal.search.problem.strategy import strategies

SIZE = 100  # individuals beside the triangle
ELITE, CHILDREN, MUTATED, EXCHANGED = 0.2, 0.2, 0.2, 0.2  # shares
SEASON = 10  # generations between two exchanges
STALE = 50  # generations without a better candidate that end the search


@strategies.register("genetic")
@plugin()
class Genetic(Random):
    """Recombine and mutate good candidates, generation by generation.

    Card:
        advice: For very many columns, beside best-first: another way of looking, without a proof.
        reference: Meurers et al. 2021
    """

    def explore(self, trail: Trail, quick: LowerBounds) -> None:
        """Let two populations evolve, with this seed."""
        explore(trail, quick, self.seed)


def explore(trail: Trail, quick: LowerBounds, seed: int) -> None:
    """Let two populations evolve until nothing gets better for a while."""
    greedy = descend(trail, quick, trail.problem.lattice.maximum)
    good_bounds(trail)
    evolution = Evolution(trail, seed)
    first, second = evolution.populations(greedy)
    generation = last = 0
    best = trail.best
    while not trail.is_proven and generation - last < STALE:
        generation += 1
        first, second = evolution.rank(first), evolution.rank(second)
        if generation % SEASON == 0:
            first, second = evolution.exchange(first, second)
        first, second = evolution.next(first), evolution.next(second)
        if trail.best != best:
            best, last = trail.best, generation


class Evolution:
    """How populations begin, and how one generation becomes the next."""

    def __init__(self, trail: Trail, seed: int) -> None:
        self._trail = trail
        self._random = np.random.default_rng(seed)
        lattice = trail.problem.lattice
        self._low = np.array(lattice.minimum)
        self._range = np.array(lattice.maximum) - self._low
        self._high_loss = trail.problem.quality.range(trail.problem.encoded)[1]
        self._size = len(self._low) + SIZE

    def populations(self, greedy: Levels) -> tuple[list[Levels], list[Levels]]:
        """The first generation of both populations."""
        columns = len(self._low)
        triangle = [
            _tuple(self._low + self._range * (np.arange(columns) < at)) for at in range(columns)
        ]
        first = [greedy, *triangle]
        first += [self._anywhere() for _ in range(self._size - len(first))]
        return first, [self._anywhere() for _ in range(self._size)]

    def rank(self, population: list[Levels]) -> list[Levels]:
        """The best first."""
        return sorted(population, key=lambda levels: (self._trail.look(levels).order, levels))

    def exchange(
        self, first: list[Levels], second: list[Levels]
    ) -> tuple[list[Levels], list[Levels]]:
        """The best of each population move to the other one, where the worst make room."""
        moving = ceil(EXCHANGED * self._size)
        ours, theirs = first[:moving], second[:moving]
        stay = self._size - moving
        return self.rank(first[:stay] + theirs), self.rank(second[:stay] + ours)

    def next(self, population: list[Levels]) -> list[Levels]:
        """The elite as it is, mutants for the middle, children for the worst."""
        elite = population[: ceil(ELITE * self._size)]
        children = ceil(CHILDREN * self._size)
        middle = self._size - len(elite) - children
        chances = self._chances(elite)
        return [
            *elite,
            *(self._mutant(population) for _ in range(middle)),
            *(self._child(elite, chances) for _ in range(children)),
        ]

    def _anywhere(self) -> Levels:
        return _tuple(self._low + np.rint(self._random.random(len(self._low)) * self._range))

    def _chances(self, elite: list[Levels]) -> Floats:
        """Parents are drawn the more often the less they lose."""
        looks = [self._trail.look(levels) for levels in elite]
        high = self._high_loss or 1.0
        weights = np.array(
            [max(1e-6, 1 - look.score.loss / high) if look.accepted else 1e-6 for look in looks]
        )
        return np.asarray(weights / weights.sum())

    def _child(self, elite: list[Levels], chances: Floats) -> Levels:
        mother, father = self._random.choice(len(elite), 2, p=chances).tolist()
        coin = self._random.random(len(self._low)) < 0.5
        return _tuple(np.where(coin, elite[mother], elite[father]))

    def _mutant(self, population: list[Levels]) -> Levels:
        levels = np.array(population[int(self._random.integers(len(population)))])
        most = ceil(MUTATED * len(levels))
        columns = self._random.integers(len(levels), size=self._random.integers(most + 1))
        levels[columns] = np.array(self._anywhere())[columns]
        return _tuple(levels)


def _tuple(levels: Counts | Floats) -> Levels:
    return tuple(int(level) for level in levels)
