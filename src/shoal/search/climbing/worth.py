"""What classes lose in money: the information they lost, and attacks on those that are kept.

Entropy-based loss is the same with a benefit of 1 and without attacks (docs/theory/losses.md).
"""

from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Bools
from shoal.engine.classes import EquivalenceClasses
from shoal.privacy.game import Game, hides_among
from shoal.quality.entropy_based_loss import EntropyBasedLoss
from shoal.quality.model import QualityModel, generalization_and_suppression
from shoal.quality.publisher_payout import PublisherPayout

UNATTACKED = Game(publisher_benefit=1, publisher_loss=0, adversary_gain=0)


@dataclass(frozen=True)
class Worth:
    """A loss that is known from what each class lost and how many it hides among.

    Attributes:
        stakes: What information is worth, and what attacks cost.
        gs_factor: What generalization and suppression count for.
        in_population: Whether records hide among the population.
    """

    stakes: Game
    gs_factor: float
    in_population: bool = False

    def loss(self, classes: EquivalenceClasses, suppressed: Bools) -> float:
        """The loss if these classes are suppressed."""
        generalization, suppression = generalization_and_suppression(self.gs_factor)
        among = hides_among(classes, in_population=self.in_population)
        kept = np.where(suppressed, 0, classes.records).astype(np.float64)
        gone = float(classes.records.sum() - kept.sum())
        lost = generalization * float(kept @ classes.information_lost) + suppression * gone
        found = np.where(self.stakes.is_attacked(among), kept / np.maximum(among, 1), 0).sum()
        damage = generalization * self.stakes.publisher_loss * float(found)
        return self.stakes.publisher_benefit * lost + damage


def worth_of(quality: QualityModel) -> Worth | None:
    """The loss in this form, where it has one; what is derived from it may be something else."""
    if type(quality) is EntropyBasedLoss:
        return Worth(UNATTACKED, quality.gs_factor)
    if type(quality) is PublisherPayout:
        return Worth(quality.stakes, quality.gs_factor, quality.needs_population)
    return None
