"""Profitability (Wan et al. 2015, doi:10.1371/journal.pone.0120592; paper 001).

Theory: docs/theory/game.md.

A class is released if that pays for the publisher: what its records are still worth must be more
than what attacks cost. Or nobody is to be attacked at all: then every class must be so large that a
try costs more than it gains.
"""

from enum import StrEnum
from math import ceil
from typing import ClassVar

from shoal.engine.arrays import Bools, Floats
from shoal.engine.classes import EquivalenceClasses
from shoal.formula import formula, frac, row, sub, words
from shoal.plugin import plugin
from shoal.privacy.game import Game, hides_among
from shoal.privacy.model import Monotonic, privacy_models
from shoal.privacy.table_facts import TableFacts
from shoal.privacy.unavoidable import whole_classes


class Attack(StrEnum):
    """Whether attacks may happen, if the publisher is better off nevertheless."""

    ALLOWED = "allowed"
    NONE = "none"


@plugin()
class Profitability:
    """What both forms have in common; they differ in whom a person hides among.

    Attributes:
        attack: `allowed` asks that the publisher gains by each class, attacks included; `none` that
            an adversary loses by every try.
        game: The stakes; those of the study's key `game` where nothing is said.
    """

    attack: Attack = Attack.ALLOWED
    game: Game | None = None
    in_population: ClassVar[bool]  # whether a person hides among the population

    @property
    def monotonic(self) -> Monotonic:
        """A size is kept when classes are merged; merging costs information, so profit is not."""
        return Monotonic.NEVER if self.attack is Attack.ALLOWED else Monotonic.ALWAYS

    def violations(self, classes: EquivalenceClasses) -> Bools:
        """Classes by which the publisher gains nothing, or which an adversary would try."""
        game, among = self.game or Game(), hides_among(classes, in_population=self.in_population)
        if self.attack is Attack.NONE:
            return among < game.safe_size
        return ~game.pays(among, classes.information_lost)

    def unavoidable(self, classes: EquivalenceClasses) -> Floats:
        """Records of classes that are too small, whatever they still tell."""
        among = hides_among(classes, in_population=self.in_population)
        return whole_classes(among < self._minimum, classes.records)

    def meaning(self, table: TableFacts) -> str:
        """From which size on a class is worth no attack; stakes of the promise come first."""
        game = self.game or Game(**table.game)
        gain, cost = game.adversary_gain, game.adversary_cost
        if not cost:
            return "A try costs nothing, so every class is worth an attack."
        said, size = f"A try gains {gain:g} and costs {cost:g}", ceil(gain / cost)
        if self.attack is Attack.NONE:
            return f"{said}: every class has at least {size:,} people."
        return (
            f"{said}: classes of fewer than {size:,} people are worth an attack, and are released"
            " where they bring more than that costs."
        )

    @property
    def _minimum(self) -> int:
        """How many people a person must hide among at least."""
        game = self.game or Game()
        return max(1, game.safe_size if self.attack is Attack.NONE else game.hopeless_below)


@privacy_models.register(
    "prosecutor-profitability",
    formula=formula(
        row("b · ( 1 − I )"),
        row(">"),
        frac(row("a"), row("|E|")),
        words("or"),
        frac("g", "|E|"),
        row("≤ c"),
    ),
    begin={"attack": "none"},
)
@plugin()
class ProsecutorProfitability(Profitability):
    """Releasing pays, against somebody who knows that a person is in the data.

    Card:
        group: economics
        says: Releasing pays, although somebody who knows that a person is in the data may try.
        promise: Releasing each class brings more than attacks on people who are known to be in the
            data cost.
        measure: the payout of the least profitable class
        means: Above 0, releasing the class brings more than attacks cost.
        unit: currency
        advice: When harm and benefit have a price, and a rational adversary is the fear.
        where: b is the publisher's benefit, I the information that is lost, a the publisher's loss,
            g the adversary's gain, c the cost of a try, |E| the size of a class.
        reference: Wan et al. 2015, doi:10.1371/journal.pone.0120592
        place: 14
    """

    in_population: ClassVar[bool] = False

    @property
    def decided_by_size(self) -> bool:
        """Whether the size of a class decides."""
        return self.attack is Attack.NONE

    @property
    def minimum_size(self) -> int:
        """The smallest class that may keep the promise."""
        return self._minimum


@privacy_models.register(
    "journalist-profitability",
    formula=formula(
        row("b · ( 1 − I )"),
        row(">"),
        frac("a", sub("N", "E")),
        words("or"),
        frac("g", sub("N", "E")),
        row("≤ c"),
    ),
    begin={"attack": "none"},
)
@plugin()
class JournalistProfitability(Profitability):
    """Releasing pays, against somebody who only knows that a person is in the population.

    Without a population the data is all there is, and the promise is the prosecutor's.

    Card:
        group: economics
        says: Releasing pays, although somebody who knows that a person is in the population may
            try.
        promise: Releasing each class brings more than attacks on people of the population cost.
        measure: the payout of the least profitable class
        means: Above 0, releasing the class brings more than attacks cost.
        unit: currency
        advice: Like the prosecutor's, when nobody can know who is in the data.
        where: b is the publisher's benefit, I the information that is lost, a the publisher's loss,
            g the adversary's gain, c the cost of a try, N how many people look like the class.
        needs: population
        reference: Wan et al. 2015, doi:10.1371/journal.pone.0120592
        place: 15
    """

    in_population: ClassVar[bool] = True
    needs_population: ClassVar[bool] = True
    takes_data_for_population: ClassVar[bool] = True
