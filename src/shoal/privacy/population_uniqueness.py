"""Population uniqueness (Dankar et al. 2012, doi:10.1186/1472-6947-12-66; docs/theory/uniques.md).

A record that is unique in the data does no harm if the person has many doubles in the population.
How many people are unique there is estimated from the sizes of the classes.
"""

from dataclasses import replace
from typing import Annotated, ClassVar

from annotated_types import Ge, Interval

from shoal.engine.arrays import Counts
from shoal.engine.classes import EquivalenceClasses
from shoal.engine.size_histogram import SizeHistogram
from shoal.errors import StudyError
from shoal.formula import formula, frac, row, sub, words
from shoal.numbers import percent
from shoal.plugin import plugin
from shoal.privacy.model import Monotonic, privacy_models
from shoal.privacy.table_facts import TableFacts
from shoal.privacy.uniqueness.estimate import Estimate, UniquenessEstimator, estimate


@privacy_models.register(
    "population-uniqueness",
    formula=formula(frac(sub("U", "1"), "N"), row("≤"), words("threshold")),
    begin={"threshold": 0.01},
)
@plugin()
class PopulationUniqueness:
    """The estimated share of the population that is unique is at most the threshold.

    An estimator that has no solution for a table proves nothing: the promise counts as broken.

    Attributes:
        threshold: The largest share of people who are unique.
        estimator: `dankar` takes Pitman's model up to a tenth of the population, else the smaller
            of SNB and Zayatz.
        population_size: How many people the population has; from the study's `population` where
            nothing is said.

    Card:
        group: identity
        says: Only so many people of the population are estimated to be unique.
        promise: At most a share of {threshold} is estimated to be unique among all people.
        measure: the estimated share of unique people
        means: From 0 to 1, smaller is safer; an estimate.
        unit: share
        advice: When the data is a sample, and being unique in it does not yet mean to be found.
        where: U with the index 1 is the estimated number of people who are unique in the
            population, N its size.
        needs: population
        reference: Dankar et al. 2012, doi:10.1186/1472-6947-12-66
        place: 5
    """

    threshold: Annotated[float, Interval(ge=0, le=1)]
    estimator: UniquenessEstimator = UniquenessEstimator.DANKAR
    population_size: Annotated[int, Ge(1)] | None = None
    monotonic: ClassVar[Monotonic] = Monotonic.NEVER
    measures: ClassVar[str] = "threshold"

    @property
    def needs_population_size(self) -> bool:
        """Whether the size of the population is not known yet."""
        return self.population_size is None

    def within(self, sample: int, population: int) -> "PopulationUniqueness":
        """The promise for a table of so many members of a population."""
        return replace(self, population_size=population) if self.needs_population_size else self

    def holds(self, sizes: Counts) -> bool:
        """Whether classes of these sizes keep the promise."""
        return self.holds_for(SizeHistogram.of(sizes))

    def holds_for(self, classes: SizeHistogram) -> bool:
        """Whether classes with these counts of sizes keep the promise."""
        if not classes.classes_of_size(1):
            return True
        uniques = self.estimate(classes).uniques
        return uniques is not None and uniques / self._population <= self.threshold

    def estimate(self, classes: SizeHistogram) -> Estimate:
        """How many people of the population are unique, and which estimator said so."""
        return estimate(classes, self._population, self.estimator)

    def measured(self, classes: EquivalenceClasses) -> float | None:
        """The estimated share of unique people; None where the estimator has no solution."""
        sizes = SizeHistogram.of(classes.sizes)
        uniques = self.estimate(sizes).uniques if sizes.count else None
        return None if uniques is None else uniques / self._population

    def meaning(self, table: TableFacts) -> str:
        """How many people may be unique."""
        share, size = self.threshold, int(self.population_size or table.population or 0)
        if not size:
            return f"At most {percent(share)} of the population may be unique. Say how large it is."
        return f"At most {int(share * size):,} of {size:,} people are estimated to be unique."

    @property
    def _population(self) -> int:
        """The size of the population; raises an error if it is not known."""
        if self.population_size is None:
            raise StudyError(
                "population-uniqueness needs the study's `population`, or its own"
                " `population_size`."
            )
        return self.population_size
