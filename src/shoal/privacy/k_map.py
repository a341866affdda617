"""k-map (Sweeney 2001, doi:1721.1/8589; estimated: El Emam & Dankar 2008, doi:10.1197/jamia.M2716).

A release protects a person also by those who are in the population but not in the data. Where the
population is known, its members are counted. Where only its size is known, a class of the sample
that is large enough can hardly come from fewer than k people: that turns k into a smaller size k′.
"""

from dataclasses import replace
from enum import StrEnum
from typing import Annotated, ClassVar

from annotated_types import Ge, Gt, Interval, Le

from shoal.engine.arrays import Bools, Counts
from shoal.engine.classes import EquivalenceClasses
from shoal.errors import StudyError
from shoal.formula import formula, row, sub
from shoal.numbers import percent
from shoal.plugin import plugin
from shoal.privacy.model import Monotonic, privacy_models
from shoal.privacy.per_class import weakest
from shoal.privacy.sample_size import Estimator, smallest_sample_class
from shoal.privacy.table_facts import TableFacts, in_words


class KMapEstimator(StrEnum):
    """How the population of a class is known."""

    NONE = "none"
    POISSON = "poisson"
    ZERO_TRUNCATED_POISSON = "zero-truncated-poisson"


@privacy_models.register(
    "k-map",
    formula=formula(sub("N", "E"), row("≥ k")),
    begin={"k": 5, "estimator": "zero-truncated-poisson"},
)
@plugin()
class KMap:
    """Every record looks like at least k people of the population.

    Attributes:
        k: How many people of the population each class must stand for.
        estimator: `none` counts the population (a `subset` of the data, or `population: {table}`);
            the others only need its size.
        significance: The chance of taking a class for large enough although it is not.
        fraction: The share of the population that is in the data, for the estimators; from the
            study's `population` where nothing is said.
        arx_compatible: Ask for one record more with `poisson`, as the reference tool does.

    Card:
        group: identity
        says: Everybody looks like at least k people of the population, in the data or not.
        promise: Every record fits at least {k} people of the population.
        measure: the smallest class, counted as the promise says
        means: Larger is safer; people of the population count, in the data or not.
        unit: people
        symbol: k
        advice: When nobody can know who is in the data, and the population is much larger than it.
        where: N with the index E is how many people of the population look like the class E; it is
            counted, or estimated from the size of the class.
        needs: population
        reference: Sweeney 2001, doi:1721.1/8589
        reference: El Emam & Dankar 2008, doi:10.1197/jamia.M2716
        place: 2
    """

    k: Annotated[int, Ge(2)]
    estimator: KMapEstimator = KMapEstimator.NONE
    significance: Annotated[float, Interval(ge=0, le=1)] = 0.01
    fraction: Annotated[float, Gt(0), Le(1)] | None = None
    arx_compatible: bool = False
    monotonic: ClassVar[Monotonic] = Monotonic.ALWAYS
    measures: ClassVar[str] = "k"

    @property
    def needs_population(self) -> bool:
        """Whether the population itself is counted."""
        return self.estimator is KMapEstimator.NONE

    @property
    def needs_population_size(self) -> bool:
        """Whether the share of the population is needed and not known yet."""
        return not self.needs_population and self.fraction is None

    @property
    def decided_by_size(self) -> bool:
        """Whether the size of a class decides: only if it is estimated from it."""
        return not self.needs_population

    @property
    def minimum_size(self) -> int:
        """The smallest class that keeps the promise."""
        return 1 if self.needs_population else self._smallest(self.k)

    def within(self, sample: int, population: int) -> "KMap":
        """The promise for a table of so many members of a population."""
        if not self.needs_population_size:
            return self
        return replace(self, fraction=min(1.0, sample / population))

    def violations(self, classes: EquivalenceClasses) -> Bools:
        """Classes that stand for fewer than k people of the population."""
        if not self.needs_population:
            return classes.sizes < self.minimum_size
        return _population(classes) < self.k

    def measured(self, classes: EquivalenceClasses) -> float | None:
        """The largest k that all classes keep."""
        if self.needs_population:
            return weakest(_population(classes), classes)
        smallest = weakest(classes.sizes, classes)
        return None if smallest is None else self._largest_k(int(smallest))

    def meaning(self, table: TableFacts) -> str:
        """How often a guess among the population is right."""
        size = table.population
        people = f" among {size:,} people" if size else " of the population"
        return (
            f"At k = {self.k}, one in {in_words(self.k)}{people}: a guess is right with a chance"
            f" of at most {percent(1 / self.k)}, even by somebody who does not know who is in the"
            " data."
        )

    def _smallest(self, k: int) -> int:
        """The smallest class of the sample that can stand for k people."""
        if self.fraction is None:
            raise StudyError("k-map needs the study's `population`, or its own `fraction`.")
        form = Estimator.of(self.estimator, arx_compatible=self.arx_compatible)
        return smallest_sample_class(k, self.fraction, self.significance, form)

    def _largest_k(self, smallest: int) -> int:
        """The largest k for which classes of this size are large enough, by doubling and halving.

        A larger k never makes do with smaller classes.
        """
        if self.significance == 1:
            return max(smallest, self.k)
        low, high = 1, 2
        while self._smallest(high) <= smallest:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._smallest(middle) <= smallest else (low, middle)
        return low


def _population(classes: EquivalenceClasses) -> Counts:
    """How many people look like each class; raises an error if there is no population."""
    if classes.population is None:
        raise StudyError(
            "k-map counts the population, but there is none. Give a `subset` of the data,"
            " a `population: {table: …}`, or an `estimator`."
        )
    return classes.population
