"""δ-presence (Nergiz, Atzori & Clifton 2007, doi:10.1145/1247480.1247554).

Where it is a secret who is in the data (a registry of a disease), nobody may conclude from a class
that its people are, or are not, among them.
"""

from typing import Annotated, ClassVar, Self

import numpy as np
from annotated_types import Interval
from pydantic import model_validator

from shoal.engine.arrays import Bools, Floats
from shoal.engine.classes import EquivalenceClasses
from shoal.errors import StudyError
from shoal.formula import formula, frac, row, sub
from shoal.numbers import percent
from shoal.plugin import plugin
from shoal.privacy.model import Monotonic, privacy_models
from shoal.privacy.per_class import strongest
from shoal.privacy.table_facts import TableFacts


@privacy_models.register(
    "delta-presence",
    formula=formula(
        sub("δ", "min"), row("≤"), frac(sub("n", "E"), sub("N", "E")), row("≤"), sub("δ", "max")
    ),
    begin={"delta_min": 0, "delta_max": 0.5},
)
@plugin()
class DeltaPresence:
    """The share of a class's population that is in the data is between δ_min and δ_max.

    A class of the population without any record in the data has the share 0. It cannot be
    suppressed, so where δ_min is above 0 it forbids the whole candidate.

    Attributes:
        delta_min: The smallest share.
        delta_max: The largest share.

    Card:
        group: membership
        says: Nobody can be nearly sure that somebody is, or is not, in the data.
        promise: Nobody can be surer than {delta_max} that a person is in the data.
        measure: the largest share of a class's population that is in the data
        means: From 0 to 1, smaller is safer: how sure somebody can be that a person is in the data.
        unit: share
        symbol: δ
        advice: When being in the data is itself a secret: a registry of a disease, a clinic's
            patients.
        where: n and N are how many records of the data, and people of the population, look like the
            class E.
        needs: population table
        reference: Nergiz, Atzori & Clifton 2007, doi:10.1145/1247480.1247554
        place: 13
    """

    delta_min: Annotated[float, Interval(ge=0, le=1)]
    delta_max: Annotated[float, Interval(ge=0, le=1)]
    monotonic: ClassVar[Monotonic] = Monotonic.WITHOUT_SUPPRESSION
    needs_population: ClassVar[bool] = True
    measures: ClassVar[str] = "delta_max"

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.delta_min > self.delta_max:
            raise ValueError("delta_min should be at most delta_max")
        return self

    def violations(self, classes: EquivalenceClasses) -> Bools:
        """Classes whose share in the data is too small or too large."""
        shares = _shares(classes)
        return (shares < self.delta_min) | (shares > self.delta_max)

    def vetoes(self, classes: EquivalenceClasses) -> bool:
        """Whether a class of the population is not in the data at all; it stays so if split."""
        return self.delta_min > 0 and classes.strangers > 0

    def measured(self, classes: EquivalenceClasses) -> float | None:
        """The largest share of a class's population that is in the data."""
        return strongest(_shares(classes), classes)

    def meaning(self, table: TableFacts) -> str:
        """How sure somebody can be that a person is in the data, or is not."""
        return (
            f"Whoever knows what a person looks like can be at most {percent(self.delta_max)} sure"
            " that they are in the data, and at most"
            f" {percent(1 - self.delta_min)} sure that they are not."
        )


def _shares(classes: EquivalenceClasses) -> Floats:
    """The share of each class's population that is in the data; raises an error without one."""
    if classes.population is None:
        raise StudyError(
            "delta-presence compares the data with a population, but there is none. Give a"
            " `subset` of the data, or a `population: {table: …}`."
        )
    # Division rounds correctly, so a share that equals a decimal bound equals it as a float, too.
    shares: Floats = classes.sizes / np.maximum(classes.population, 1)
    return shares
