"""Sample uniqueness (Skinner & Elliot 2002, doi:10.1111/1467-9868.00365).

Theory: docs/theory/promises.md.
"""

from math import ceil
from typing import Annotated, ClassVar

from annotated_types import Interval

from shoal.engine.arrays import Counts
from shoal.engine.classes import EquivalenceClasses
from shoal.engine.size_histogram import SizeHistogram
from shoal.formula import formula, frac, row, sub, words
from shoal.numbers import percent
from shoal.plugin import plugin
from shoal.privacy.average_risk import ROUNDING
from shoal.privacy.model import Monotonic, privacy_models
from shoal.privacy.table_facts import TableFacts


@privacy_models.register(
    "sample-uniqueness",
    formula=formula(frac(sub("c", "1"), "n"), row("≤"), words("threshold")),
    begin={"threshold": 0.01},
)
@plugin()
class SampleUniqueness:
    """The share of records that look like no other record is at most the threshold.

    Attributes:
        threshold: The largest share of unique records.

    Card:
        group: identity
        says: Only so many records look like no other record.
        promise: At most a share of {threshold} of the records looks like no other.
        measure: the share of records that look like no other
        means: From 0 to 1, smaller is safer; 0 if every record has a double.
        unit: share
        advice: As a mild promise beside others; alone it allows classes of two.
        where: c with the index 1 is the number of records that are alone in their class, n that of
            all.
        reference: Skinner & Elliot 2002, doi:10.1111/1467-9868.00365
        place: 4
    """

    threshold: Annotated[float, Interval(ge=0, le=1)]
    monotonic: ClassVar[Monotonic] = Monotonic.ALWAYS
    kept_by_removal: ClassVar[bool] = True
    measures: ClassVar[str] = "threshold"

    def holds(self, sizes: Counts) -> bool:
        """Whether classes of these sizes keep the promise."""
        return self.holds_for(SizeHistogram.of(sizes))

    def holds_for(self, classes: SizeHistogram) -> bool:
        """Whether classes with these counts of sizes keep the promise."""
        return not classes.count or classes.classes_of_size(1) / classes.records <= self.threshold

    def least_suppressed(self, classes: SizeHistogram) -> int:
        """Unique records that are suppressed at least, here and however classes are split.

        x of the u uniques must go until (u - x) / (n - x) is small enough.
        """
        if self.threshold == 1 or not classes.count:
            return 0
        uniques = classes.classes_of_size(1)
        most = (uniques - self.threshold * classes.records) / (1 - self.threshold)
        return max(0, ceil(most - ROUNDING))

    def measured(self, classes: EquivalenceClasses) -> float | None:
        """The share of unique records."""
        sizes = SizeHistogram.of(classes.sizes)
        return sizes.classes_of_size(1) / sizes.records if sizes.count else None

    def meaning(self, table: TableFacts) -> str:
        """How many records may look like no other."""
        share, records = self.threshold, table.records
        return (
            f"At most {int(share * records):,} of {records:,} records ({percent(share)})"
            " look like no other."
        )
