"""Publisher and adversary as players (Wan et al. 2015, doi:10.1371/journal.pone.0120592).

A publisher gains by each record that is released, the more the less it was generalized, and loses
where a person is found. An adversary gains by each person found, and pays for each try. Whether to
try is up to the adversary: only what pays is attacked (docs/theory/game.md; paper 001).
"""

from fractions import Fraction
from functools import cache
from math import ceil, floor
from typing import Annotated, Protocol, runtime_checkable

import numpy as np
from annotated_types import Ge, Le

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.classes import EquivalenceClasses
from shoal.plugin import plugin
from shoal.privacy.model import FINITE

EVERY_SIZE = 1 << 62  # larger than any class
TOLERANCE = 1e-12  # payouts this close to 0, as a share of the stakes, count as 0

LARGEST = 1e15  # of any currency; sums over all records stay finite

Money = Annotated[float, Ge(0), Le(LARGEST), FINITE]


@plugin()
class Game:
    """The stakes, per record.

    Attributes:
        publisher_benefit: What the publisher gains by a record that is released as it is.
        publisher_loss: What the publisher loses by a person who is found.
        adversary_gain: What an adversary gains by a person who is found.
        adversary_cost: What an adversary pays to try.
    """

    publisher_benefit: Money = 1200.0
    publisher_loss: Money = 300.0
    adversary_gain: Money = 300.0
    adversary_cost: Money = 4.0

    @property
    def attack_limit(self) -> int:
        """Classes smaller than this are attacked: a try gains gain / size and costs the cost."""
        return _attack_limit(self.adversary_gain, self.adversary_cost)

    @property
    def safe_size(self) -> int:
        """The smallest class by which an adversary is certain to lose."""
        gain, cost = _exact(self.adversary_gain), _exact(self.adversary_cost)
        if not gain:
            return 1
        return floor(gain / cost) + 1 if cost else EVERY_SIZE

    @property
    def hopeless_below(self) -> int:
        """Smaller classes cost the publisher as much as they bring, however precise they are."""
        benefit, loss = _exact(self.publisher_benefit), _exact(self.publisher_loss)
        if not benefit:
            return EVERY_SIZE
        return min(self.attack_limit, floor(loss / benefit) + 1)

    def is_attacked(self, among: Counts) -> Bools:
        """Whether a record that hides among so many is worth a try."""
        return among < self.attack_limit

    def adversary(self, among: Counts) -> Floats:
        """What an adversary gets by trying a record that hides among so many."""
        return self.adversary_gain / np.maximum(among, 1) - self.adversary_cost

    def publisher(self, among: Counts, lost: Floats) -> Floats:
        """What the publisher gets by a record that hides among so many, and lost so much."""
        risked = self.publisher_loss / np.maximum(among, 1)
        return self.publisher_benefit * (1 - lost) - np.where(self.is_attacked(among), risked, 0)

    def pays(self, among: Counts, lost: Floats) -> Bools:
        """Whether the publisher gets more than nothing; what may be rounding is nothing."""
        stakes = max(self.publisher_benefit, self.publisher_loss)
        return self.publisher(among, lost) > TOLERANCE * stakes


@runtime_checkable
class Player(Protocol):
    """A model that depends on the stakes; None for those of the study."""

    game: Game | None


def hides_among(classes: EquivalenceClasses, *, in_population: bool) -> Counts:
    """For each class, among how many people its members hide.

    Those of the population if `in_population` and it is known, else the members of the class.
    """
    wide = classes.population if in_population else None
    return classes.sizes if wide is None else np.where(wide > 0, wide, classes.sizes)


@cache
def _attack_limit(gain: float, cost: float) -> int:
    """What `Game.attack_limit` returns; remembered, because a search asks again and again."""
    if not gain:
        return 1
    return ceil(_exact(gain) / _exact(cost)) if cost else EVERY_SIZE


def _exact(money: float) -> Fraction:
    """An amount by its decimal text, so that 0.1 means one tenth."""
    return Fraction(repr(money))
