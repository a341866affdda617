"""Entropy l-diversity (Machanavajjhala et al. 2007, doi:10.1145/1217299.1217302).

The entropy of a class's sensitive values is at least ln l: l equally frequent values, or more
values that are less even. Missing values do not count: the entropy is that of the known ones, and
that of a class in which every value is missing is 0.

With few records the plain (Shannon) entropy is too low on average; Grassberger's estimator (2003,
arXiv:physics/0307138) corrects that by replacing ln n with

    G(1) = -γ - ln 2,  G(2) = 2 - γ - ln 2,  G(2m + 1) = G(2m),  G(2m + 2) = G(2m) + 2 / (2m + 1).

Its estimate of a merged class can be lower than those of the parts, so it is not monotonic. The
paper's leading term is ln n (`leading: ln`); an established tool uses G(n) there (`leading: G`).
"""

from math import log
from typing import Annotated, ClassVar, Literal

import numpy as np
from annotated_types import Ge

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.classes import EquivalenceClasses
from shoal.formula import formula, row, sub, total
from shoal.plugin import plugin
from shoal.privacy.l_diversity import ManyValues
from shoal.privacy.model import FINITE, Monotonic, privacy_models
from shoal.privacy.per_class import TOLERANCE, diversity, sums, totals, weakest
from shoal.privacy.table_facts import TableFacts
from shoal.privacy.unavoidable import at_least, whole_classes


@privacy_models.register(
    "entropy-l-diversity",
    formula=formula(row("−"), total("s"), sub("p", "s"), row("ln"), sub("p", "s"), row("≥ ln l")),
    begin={"l": 2},
)
@plugin()
class EntropyLDiversity(ManyValues):
    """The entropy of a sensitive column is at least ln l in every class.

    Attributes:
        column: The sensitive column.
        l: How many equally frequent values a class must be worth; it has at least so many.
        estimator: How entropy is estimated from counts.
        leading: The leading term of the Grassberger estimator.

    Card:
        group: attribute
        says: The sensitive values of a class are as mixed as l equally frequent ones.
        promise: In every class, {column} is as varied as {l} equally common values.
        measure: equally common values that the least varied class is worth
        means: Larger is safer; at 1, some class has a single value.
        unit: values
        symbol: l
        advice: Stricter than counting values: one that nearly all members share is not enough.
        where: p with the index s is the share of the value s in a class.
        needs: column
        reference: Machanavajjhala et al. 2007, doi:10.1145/1217299.1217302
        reference: Grassberger 2003, arXiv:physics/0307138
        place: 7
    """

    column: str
    l: Annotated[float, Ge(1), FINITE]
    estimator: Literal["shannon", "grassberger"] = "shannon"
    leading: Literal["G", "ln"] = "G"
    measures: ClassVar[str] = "l"

    @property
    def monotonic(self) -> Monotonic:
        """Without suppression for `shannon`; never for `grassberger`."""
        shannon = self.estimator == "shannon"
        return Monotonic.WITHOUT_SUPPRESSION if shannon else Monotonic.NEVER

    def violations(self, classes: EquivalenceClasses) -> Bools:
        """Classes with too few values, or with too uneven ones."""
        return self.has_too_few(classes) | (self._entropies(classes) < log(self.l) - TOLERANCE)

    def measured(self, classes: EquivalenceClasses) -> float | None:
        """The largest l that all classes keep."""
        worth = np.exp(self._entropies(classes))
        return weakest(np.minimum(worth, diversity(classes, self.column)), classes)

    def unavoidable(self, classes: EquivalenceClasses) -> Floats:
        """By concavity for `shannon`; for both, parts have no more values than their class."""
        records = totals(classes.histograms[self.column].known_values, len(classes.sizes))
        lost = whole_classes(self.has_too_few(classes), classes.records)
        needed = log(self.l) - TOLERANCE
        if self.estimator == "grassberger" or needed <= 0:
            return lost
        return np.maximum(lost, at_least(1 - self._entropies(classes) / needed, records))

    def meaning(self, table: TableFacts) -> str:
        """How mixed the table is, and every class must be."""
        known = table.spreads.get(self.column)
        if known is None:
            return ""
        whole = f"The whole table is as mixed as {known.worth:.3g} equally frequent values"
        if self.l > known.worth:
            return f"{whole}: with l = {self.l:g}, hardly any release is possible."
        return f"{whole}; every class must be as mixed as {self.l:g}."

    def _entropies(self, classes: EquivalenceClasses) -> Floats:
        """The entropy of each class in nats; 0 if all its values are missing."""
        histogram, number = classes.histograms[self.column].known_values, len(classes.sizes)
        known = totals(histogram, number)
        total = np.maximum(known, 1)
        corrected = self.estimator == "grassberger"
        logarithm = grassberger if corrected else np.log
        first = grassberger(total) if corrected and self.leading == "G" else np.log(total)
        terms = histogram.counts * logarithm(histogram.counts)
        entropies = first - sums(histogram, terms, number) / total
        return np.where(known > 0, entropies, 0.0)


def grassberger(counts: Counts) -> Floats:
    """G of each count: from a table below 128, then by its series, exact to the last digits."""
    even = counts - counts % 2
    half = np.maximum(even, _TABULATED) / 2
    series = 1 / (24 * half**2) - 7 / (960 * half**4) + 31 / (8064 * half**6)
    tabulated = _TABLE[np.minimum(counts, _TABULATED - 1)]
    return np.where(counts < _TABULATED, tabulated, np.log(2 * half) + series)


_TABULATED = 128
_FIRST = -np.euler_gamma - np.log(2)
_EVEN = _FIRST + np.cumsum(2 / np.arange(1, _TABULATED, 2))
_TABLE = np.concatenate([[0, _FIRST], np.repeat(_EVEN, 2)])[:_TABULATED]
