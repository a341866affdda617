"""Average re-identification risk (El Emam 2013, ISBN 9781466571242; paper 001).

Theory: docs/theory/promises.md.

Somebody who wants to recognize as many people as possible succeeds, on average, for one record of
each class. With a highest risk and a share, most records are in classes that are large enough, too.
"""

from math import ceil, floor
from typing import Annotated, ClassVar, Self

from annotated_types import Gt, Interval, Le
from pydantic import model_validator

from shoal.engine.arrays import Counts
from shoal.engine.classes import EquivalenceClasses
from shoal.engine.size_histogram import SizeHistogram
from shoal.formula import formula, frac, row, words
from shoal.numbers import percent
from shoal.plugin import plugin
from shoal.privacy.model import Monotonic, privacy_models
from shoal.privacy.table_facts import TableFacts

ROUNDING = 1e-6  # records that a quotient of counts may be off by, and far more
TOLERANCE = 0.01  # a rounded risk (0.333) means the size that it was rounded from (3)


@privacy_models.register(
    "average-risk",
    formula=formula(frac(words("classes"), words("records")), row("≤"), words("threshold")),
    begin={"threshold": 0.05},
)
@plugin()
class AverageRisk:
    """The number of classes divided by the number of records is at most the threshold.

    Attributes:
        threshold: The largest average risk.
        highest: The risk that is too high for a single record; given together with a share.
        share_at_risk: The largest share of records whose risk is too high nevertheless.

    Card:
        group: identity
        says: Somebody who tries to recognize everybody succeeds only so often.
        promise: The average risk of being recognized is at most {threshold}.
        measure: the average risk
        means: From 0 to 1, smaller is safer: how often guesses are right on average.
        unit: share
        advice: When large-scale linking is the fear, and single small classes are bearable. With a
            highest risk and a share, this is what many regulators ask for.
        where: The average over records of one divided by the size of their class.
        reference: El Emam 2013, ISBN 9781466571242
        place: 3
    """

    threshold: Annotated[float, Interval(ge=0, le=1)]
    highest: Annotated[float, Gt(0), Le(1)] | None = None
    share_at_risk: Annotated[float, Interval(ge=0, le=1)] | None = None
    kept_by_removal: ClassVar[bool] = True
    measures: ClassVar[str] = "threshold"

    @model_validator(mode="after")
    def _both_or_none(self) -> Self:
        if (self.highest is None) is not (self.share_at_risk is None):
            raise ValueError("highest and share_at_risk should be given together")
        return self

    @property
    def monotonic(self) -> Monotonic:
        """Merging never adds to what the average needs; it may to what the share needs.

        Classes go whole: of sizes 2, 2 and 3 four records can be removed, of 3 and 4 only three
        or seven.
        """
        return Monotonic.ALWAYS if self.highest is None else Monotonic.WITHOUT_SUPPRESSION

    def holds(self, sizes: Counts) -> bool:
        """Whether classes of these sizes keep the promise."""
        return self.holds_for(SizeHistogram.of(sizes))

    def holds_for(self, classes: SizeHistogram) -> bool:
        """Whether classes with these counts of sizes keep the promise."""
        if not classes.count:
            return True
        return self._average(classes) and self._at_risk(classes)

    def least_suppressed(self, classes: SizeHistogram) -> int:
        """Records that are suppressed at least, here and however the classes are split.

        Removing the smallest classes lowers the average for the fewest records, and splitting
        classes only adds to what must go. Of records at risk, x of R must go until
        (R - x) / (n - x) is small enough.
        """
        return max(self._for_average(classes), self._for_share(classes))

    def measured(self, classes: EquivalenceClasses) -> float | None:
        """The average risk."""
        sizes = SizeHistogram.of(classes.sizes)
        return sizes.count / sizes.records if sizes.count else None

    def meaning(self, table: TableFacts) -> str:
        """How many guesses are right, and how large classes are."""
        share, records = self.threshold, table.records
        said = f"On average at most {percent(share)} of all guesses are right"
        if share > 0:
            said += f": classes have {1 / share:,.3g} records or more on average"
        return f"{said}; with {records:,} records, at most {int(share * records):,} classes."

    def _average(self, classes: SizeHistogram) -> bool:
        """Whether the average risk is small enough."""
        return classes.count / classes.records <= self.threshold

    def _at_risk(self, classes: SizeHistogram) -> bool:
        """Whether few enough records are at risk; yes if no share was promised."""
        if self.highest is None or self.share_at_risk is None:
            return True
        return classes.records_below(size_of(self.highest)) / classes.records <= self.share_at_risk

    def _for_average(self, classes: SizeHistogram) -> int:
        """Records to suppress at least, until the average is small enough."""
        removed = 0
        for at in range(len(classes.sizes)):
            rest = classes.remove_smallest(at)
            if rest.count / rest.records <= self.threshold:
                return removed
            size, most = int(rest.sizes[0]), int(rest.classes[0])
            # m classes less: (count - m) ≤ threshold (records - m size)
            gain = 1 - self.threshold * size
            need = (rest.count - self.threshold * rest.records) / gain if gain > 0 else most + 1
            if need <= most:
                return removed + ceil(need - ROUNDING) * size
            removed += size * most
        return removed

    def _for_share(self, classes: SizeHistogram) -> int:
        """Records to suppress at least, until few enough records are at risk."""
        if self.highest is None or self.share_at_risk is None or not classes.count:
            return 0
        risky = classes.records_below(size_of(self.highest))
        if self.share_at_risk == 1:
            return 0
        most = (risky - self.share_at_risk * classes.records) / (1 - self.share_at_risk)
        return max(0, ceil(most - ROUNDING))


def size_of(risk: float) -> int:
    """The class size that a risk stands for; a risk that was rounded up by less than 1 % counts."""
    size = floor(1 / risk)
    return size + 1 if 1 / size - risk >= TOLERANCE * risk else size
