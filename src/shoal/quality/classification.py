"""Classification: how well a release serves to predict (docs/theory/losses.md).

The model of Iyengar 2002, doi:10.1145/775047.775089, extended by Prasser et al. 2017
(CBMS, section V-A) and Eicher et al. 2020, doi:10.1186/s12911-020-1041-3.

Records are grouped by their features as they are released: quasi-identifiers as generalized, other
columns as they are. The most that a model can learn is the most frequent value of the target in
each group; records with other values are penalized. A missing value is a value of its own.
"""

from typing import Annotated

import numpy as np
from annotated_types import Ge, Interval

from shoal.engine.candidate import Candidate
from shoal.engine.encoded import EncodedTable
from shoal.formula import formula, frac, total, words
from shoal.plugin import plugin
from shoal.quality.model import Score, generalization_and_suppression, quality_models
from shoal.quality.predicted import predict, share_of_lost_values


@plugin()
class Penalties:
    """What a record costs.

    Attributes:
        suppressed: A record that is suppressed.
        minority: A record whose value is not the most frequent one of its group.
        no_majority: A record of a group in which several values are the most frequent.
    """

    suppressed: Annotated[float, Ge(0)] = 0.5
    minority: Annotated[float, Ge(0)] = 1.0
    no_majority: Annotated[float, Ge(0)] = 1.0

    @property
    def largest(self) -> float:
        """What a record costs at most."""
        return max(self.suppressed, self.minority, self.no_majority)

    def least(self, records: int, missed: int, lost: float, most_suppressed: int) -> float:
        """What records cost together at least, if so many of them are predicted wrongly.

        Each suppressed record spares a wrong prediction at most. This is convex in their number,
        so the least is at an end of what is allowed, or where no wrong prediction is left.
        """
        wrong = (1 - lost) * min(self.minority, self.no_majority)
        return min(
            wrong * max(0, missed - suppressed)
            + lost * self.largest * (records - suppressed)
            + self.suppressed * suppressed
            for suppressed in (0, min(missed, most_suppressed), most_suppressed)
        )


@quality_models.register(
    "classification",
    formula=formula(frac("1", "n"), total("r"), words("penalty of r")),
)
@plugin()
class Classification:
    """How badly the targets can be predicted from the features as they are released.

    The mean penalty of the records, averaged over the targets. A target that is itself a
    quasi-identifier is predicted from the others, and the fewer of its values are told apart, the
    closer every penalty is to the largest.

    Attributes:
        targets: The columns to predict; those with `target: true` where nothing is said.
        features: The columns to predict from, quasi-identifiers or others; all quasi-identifiers
            where nothing is said.
        penalties: What suppressed records cost, and those that cannot be predicted.
        gs_factor: Penalties in one number: (gs_factor, 1, 2 gs_factor) up to 0.5, from there on
            (gs_factor, 2 - 2 gs_factor, 1).
        arx_compatible: Add the targets up, as ARX does.

    Card:
        group: What the release is for
        says: How badly a target can be predicted from what is released.
        advice: When the recipient trains a model, and you know what it predicts.
        where: A record costs something if its class does not tell its target, or if it is
            suppressed.
        reference: Iyengar 2002, doi:10.1145/775047.775089
        reference: Eicher et al. 2020, doi:10.1186/s12911-020-1041-3
        place: 12
    """

    targets: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    penalties: Penalties = Penalties()
    gs_factor: Annotated[float, Interval(ge=0, le=1)] | None = None
    arx_compatible: bool = False

    def __post_init__(self) -> None:
        """Refuse two ways to say the same."""
        if self.penalties != Penalties() and self.gs_factor is not None:
            raise ValueError("give `penalties` or `gs_factor`, not both")

    def loss(self, candidate: Candidate) -> Score:
        """The mean penalty of each target, and of all."""
        parts = {name: self._penalty(candidate, name) for name in self.targets}
        return Score(self._together(list(parts.values())), parts)

    def range(self, encoded: EncodedTable) -> tuple[float, float]:
        """From no penalty to the largest."""
        return 0.0, self._together([self.prices.largest] * len(self.targets))

    def bound_above(self, candidate: Candidate, most_suppressed: int) -> float:
        """Merging groups never makes more predictions right (docs/theory/bounds.md)."""
        parts = [self._least_penalty(candidate, name, most_suppressed) for name in self.targets]
        return self._together(parts)

    @property
    def prices(self) -> Penalties:
        """The penalties, however they were given."""
        if self.gs_factor is None:
            return self.penalties
        minority, no_majority = generalization_and_suppression(self.gs_factor)
        return Penalties(self.gs_factor, minority, no_majority)

    def _together(self, parts: list[float]) -> float:
        """The mean of the targets' parts; with `arx_compatible`, their sum."""
        return sum(parts) / (1 if self.arx_compatible else max(1, len(parts)))

    def _penalty(self, candidate: Candidate, name: str) -> float:
        """The mean penalty of a target; records are counted before they are priced."""
        prices, at = self.prices, candidate.encoded.place(name)
        found = predict(candidate, name, self.features, ~candidate.suppressed)
        lost = (
            0.0 if at is None else share_of_lost_values(candidate.encoded, at, candidate.levels[at])
        )
        missed = prices.minority * found.minority + prices.no_majority * found.no_majority
        kept = (1 - lost) * missed + lost * prices.largest * found.records
        suppressed = prices.suppressed * candidate.suppressed_records
        return (kept + suppressed) / candidate.encoded.records

    def _least_penalty(self, candidate: Candidate, name: str, most_suppressed: int) -> float:
        """What a target costs here and above at least, whichever records are suppressed."""
        encoded, all_classes = candidate.encoded, np.ones_like(candidate.suppressed)
        at = encoded.place(name)
        if at is None:
            missed = predict(candidate, name, self.features, all_classes).missed
            return (
                self.prices.least(encoded.records, missed, 0.0, most_suppressed) / encoded.records
            )
        bounds = []
        for level in range(candidate.levels[at], encoded.columns[at].height + 1):
            missed = predict(candidate, name, self.features, all_classes, level).missed
            lost = share_of_lost_values(encoded, at, level)
            bounds.append(self.prices.least(encoded.records, missed, lost, most_suppressed))
        return min(bounds) / encoded.records
