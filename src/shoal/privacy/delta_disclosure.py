"""δ-disclosure privacy (Brickell & Shmatikov 2008, doi:10.1145/1401890.1401904).

No sensitive value is much more or much less common in a class than in the table. The paper
quantifies over all values, so a value that is absent from a class breaks the promise
(`absent: violate`); an established tool looks at present values only (`absent: ignore`), which is
easier to keep and not monotonic.
"""

from typing import Annotated, ClassVar, Literal

import numpy as np
from annotated_types import Gt

from shoal.engine.arrays import Bools, Floats
from shoal.engine.classes import EquivalenceClasses
from shoal.formula import formula, frac, row, sub
from shoal.numbers import percent
from shoal.plugin import plugin
from shoal.privacy.model import FINITE, Monotonic, privacy_models
from shoal.privacy.per_class import TOLERANCE, distinct, largest, strongest, totals
from shoal.privacy.table_facts import TableFacts
from shoal.privacy.unavoidable import at_least, beyond_caps


@privacy_models.register(
    "delta-disclosure",
    formula=formula(row("| log"), row("("), frac(sub("p", "s"), sub("q", "s")), row(") | < δ")),
    begin={"delta": 2},
)
@plugin()
class DeltaDisclosure:
    """No value is 2^δ times as common, or as rare, in a class as in the table.

    |log2(p / q)| < δ for the share p of a value in a class and its share q in the table.

    Attributes:
        column: The sensitive column.
        delta: What the logarithm of the ratio of shares must stay below.
        absent: Whether a value that a class does not have is ignored or breaks the promise.

    Card:
        group: attribute
        says: No sensitive value is much more common, or much rarer, in a class than in the table.
        promise: No class makes a value of {column} much more or less likely ({delta}).
        measure: the largest logarithm of gain or loss of a value
        means: Smaller is safer; at 1, a value is twice as common in a class, or half as common.
        unit: bits
        symbol: δ
        advice: When also learning that somebody hardly has something is a harm.
        where: p and q are the shares of the value s in a class and in the table; the logarithm has
            the base 2.
        needs: column
        reference: Brickell & Shmatikov 2008, doi:10.1145/1401890.1401904
        place: 10
    """

    column: str
    delta: Annotated[float, Gt(0), FINITE]
    absent: Literal["ignore", "violate"] = "ignore"
    measures: ClassVar[str] = "delta"

    @property
    def monotonic(self) -> Monotonic:
        """Never for `absent: ignore`; without suppression for `absent: violate`."""
        return Monotonic.NEVER if self.absent == "ignore" else Monotonic.WITHOUT_SUPPRESSION

    def violations(self, classes: EquivalenceClasses) -> Bools:
        """Classes with a value whose share differs too much."""
        # Strict: what is equal up to rounding breaks the promise.
        return self._extremes(classes) >= self.delta * (1 - TOLERANCE)

    def measured(self, classes: EquivalenceClasses) -> float | None:
        """The number that δ must exceed so that all classes keep the promise."""
        return strongest(self._extremes(classes), classes)

    def unavoidable(self, classes: EquivalenceClasses) -> Floats:
        """Kept parts hold each share to 2^δ q; where absence counts, to at least q / 2^δ, too."""
        histogram, number = classes.histograms[self.column], len(classes.sizes)
        records = np.maximum(totals(histogram, number), 1)
        q = histogram.reference[histogram.values] / histogram.reference.sum()
        too_common = beyond_caps(histogram, q * 2**self.delta, records)
        if self.absent == "ignore":
            return too_common
        shares = histogram.counts / records[histogram.classes]
        rare = largest(histogram, 1 - shares * 2**self.delta / q, number)
        too_rare = np.where(self._lacks(classes), 1.0, rare)
        return np.maximum(too_common, at_least(too_rare, records))

    def meaning(self, table: TableFacts) -> str:
        """What the most frequent value may be in a class."""
        factor, known = 2**self.delta, table.spreads.get(self.column)
        if known is None:
            return ""
        low, high = known.most / factor, min(1.0, known.most * factor)
        return (
            f"A factor below {factor:.3g}: the most frequent value has {percent(known.most)} of"
            f" the table, and between {percent(low)} and {percent(high)} of a class."
        )

    def _extremes(self, classes: EquivalenceClasses) -> Floats:
        """The largest |log2(p / q)| of each class."""
        histogram, number = classes.histograms[self.column], len(classes.sizes)
        records, everything = totals(histogram, number), int(histogram.reference.sum())
        expected = histogram.reference[histogram.values] * records[histogram.classes]
        ratios = np.abs(np.log2(histogram.counts * everything / expected))
        lacks = self.absent == "violate" and self._lacks(classes)
        return np.where(lacks, np.inf, largest(histogram, ratios, number))

    def _lacks(self, classes: EquivalenceClasses) -> Bools:
        """Which classes lack a value of the table."""
        histogram = classes.histograms[self.column]
        present = distinct(histogram, len(classes.sizes))
        return present < np.count_nonzero(histogram.reference)
