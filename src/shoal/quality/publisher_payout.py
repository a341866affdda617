"""Publisher payout (Wan et al. 2015, doi:10.1371/journal.pone.0120592; docs/theory/losses.md)."""

from enum import StrEnum
from math import fsum
from typing import Annotated

import numpy as np
from annotated_types import Interval

from shoal.engine.arrays import Counts, Floats
from shoal.engine.candidate import Candidate
from shoal.engine.classes import members_of, population_of
from shoal.engine.encoded import EncodedTable
from shoal.formula import formula, row, sub, total
from shoal.plugin import plugin
from shoal.privacy.game import Game
from shoal.quality.entropy_based_loss import EntropyBasedLoss
from shoal.quality.model import Score, generalization_and_suppression, quality_models


class Attacker(StrEnum):
    """Whom records hide among: all in the data, or all in the population."""

    PROSECUTOR = "prosecutor"
    JOURNALIST = "journalist"


@quality_models.register(
    "publisher-payout",
    formula=formula(total("r"), row("( b −"), sub("π", "r"), row(")")),
)
@plugin()
class PublisherPayout:
    """What the publisher misses of the benefit of all records, released as they are.

    The benefit of the information that records lost, what attacks on released records cost, and the
    whole benefit of suppressed ones. Only records are attacked that an adversary gains by.

    Attributes:
        attacker: `prosecutor` knows that a person is in the data, `journalist` only that one is in
            the population.
        gs_factor: 0 makes suppression free, 0.5 counts both fully, 1 makes generalization free.
        game: The stakes; those of the study's key `game` where nothing is said.

    Card:
        group: What the release is for
        says: What the publisher misses of the benefit of all records.
        advice: Together with the economic promises and the stakes.
        where: b is the benefit of a record that is released as it is, π what a record brings after
            what is lost and what attacks cost.
        reference: Wan et al. 2015, doi:10.1371/journal.pone.0120592
        place: 13
    """

    attacker: Attacker = Attacker.PROSECUTOR
    gs_factor: Annotated[float, Interval(ge=0, le=1)] = 0.5
    game: Game | None = None

    @property
    def needs_population(self) -> bool:
        """Whether the population is counted, where there is one."""
        return self.attacker is Attacker.JOURNALIST

    @property
    def stakes(self) -> Game:
        """The stakes, given or usual."""
        return self.game or Game()

    def loss(self, candidate: Candidate) -> Score:
        """The benefit of what is lost, and what attacks cost."""
        lost = self._information.loss(candidate).loss
        return Score(self.stakes.publisher_benefit * lost + self._damage(candidate))

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """From nothing missed to all missed, and every record found."""
        found = self.stakes.publisher_loss if self.stakes.attack_limit > 1 else 0.0
        return 0.0, encoded.records * (self.stakes.publisher_benefit + found)

    def bounds(self, encoded: EncodedTable, levels: Counts, most_suppressed: int) -> Floats:
        """What is missed if nobody is attacked."""
        lost = self._information.bounds(encoded, levels, most_suppressed)
        return self.stakes.publisher_benefit * lost

    @property
    def _information(self) -> EntropyBasedLoss:
        """The part that is about information, in records."""
        return EntropyBasedLoss(gs_factor=self.gs_factor)

    def _damage(self, candidate: Candidate) -> float:
        """What attacks on the classes that are kept cost."""
        generalization, _ = generalization_and_suppression(self.gs_factor)
        among = self._hides_among(candidate)
        tried = ~candidate.suppressed & self.stakes.is_attacked(among)
        found = candidate.grouping.sizes[tried] / np.maximum(among[tried], 1)
        return generalization * self.stakes.publisher_loss * fsum(found.tolist())

    def _hides_among(self, candidate: Candidate) -> Counts:
        """How many people an adversary cannot distinguish in each class."""
        encoded, grouping = candidate.encoded, candidate.grouping
        members = members_of(encoded, grouping)
        wide = population_of(encoded, grouping)[0] if self.needs_population else None
        return members if wide is None else np.where(wide > 0, wide, members)
