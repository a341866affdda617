"""What publisher and adversary get by a release (Wan et al. 2015; docs/theory/game.md)."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.privacy.game import Game


@dataclass(frozen=True)
class Payouts:
    """The sums over all released records.

    Attributes:
        publisher: What the publisher gets: the benefit of what is shown, less what attacks cost.
        adversary: What an adversary gets who tries every record that is worth it.
        attacked_records: How many records are worth a try.
        found: How many people are found by these tries, on average.
    """

    publisher: float
    adversary: float
    attacked_records: int
    found: float

    def plain(self) -> dict[str, Any]:
        """For the summary."""
        return {
            "publisher": self.publisher,
            "adversary": self.adversary,
            "attacked_records": self.attacked_records,
            "found": self.found,
        }


def payouts(game: Game, records: Counts, among: Counts, lost: Floats) -> Payouts:
    """The payouts of a release, summed over its classes.

    Args:
        game: The stakes.
        records: How many records of each class are released.
        among: How many people each of them hides among.
        lost: The share of the information about its values that each class has lost.
    """
    tried = np.where(game.is_attacked(among), records, 0)
    return Payouts(
        publisher=float(records @ game.publisher(among, lost)),
        adversary=float(tried @ game.adversary(among)),
        attacked_records=int(tried.sum()),
        found=float((tried / np.maximum(among, 1)).sum()),
    )
