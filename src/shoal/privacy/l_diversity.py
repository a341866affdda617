"""l-diversity (Machanavajjhala et al. 2007, doi:10.1145/1217299.1217302; paper 002).

A class of many records protects nobody if all of them have the same illness. Its sensitive values
must be diverse: distinct l-diversity counts them; recursive (c,l)-diversity also asks that the most
frequent value does not appear too often, and the less frequent ones do not appear too rarely.

Only known values count: a missing one is nothing that the others could be taken for. A class in
which every value is missing counts as one of a single value
(docs/decisions/0033-missing-sensitive-values.md).
"""

from math import ceil
from typing import Annotated, ClassVar

import numpy as np
from annotated_types import Ge, Gt

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.classes import EquivalenceClasses, Histogram
from shoal.formula import formula, row, sub
from shoal.numbers import percent
from shoal.plugin import plugin
from shoal.privacy.model import FINITE, Monotonic, privacy_models
from shoal.privacy.per_class import (
    TOLERANCE,
    diversity,
    largest,
    strongest,
    sums,
    totals,
    weakest,
)
from shoal.privacy.table_facts import TableFacts, in_words
from shoal.privacy.unavoidable import at_least, whole_classes


class ManyValues:
    """What all forms of l-diversity ask first: every class has at least l different values."""

    column: str
    l: float

    @property
    def minimum_size(self) -> int:
        """The smallest class that can have so many values."""
        return ceil(self.l)

    def has_too_few(self, classes: EquivalenceClasses) -> Bools:
        """Which classes have fewer than l different values."""
        return diversity(classes, self.column) < self.minimum_size


@privacy_models.register(
    "distinct-l-diversity",
    formula=formula(row("|{ s : "), sub("n", "s"), row("(E) > 0 }| ≥ l")),
    begin={"l": 2},
)
@plugin()
class DistinctLDiversity(ManyValues):
    """Every class has at least l different values of a sensitive column.

    Attributes:
        column: The sensitive column.
        l: How many different values, and members, every class has at least.

    Card:
        group: attribute
        promise: Every class holds at least {l} different values of {column}.
        measure: the fewest different values in a class
        means: Larger is safer; at 1, some class gives its value away.
        unit: values
        symbol: l
        advice: Simple to explain; enough where values are about equally frequent and equally
            sensitive.
        where: n with the index s is how many members of the class E have the value s.
        needs: column
        reference: Machanavajjhala et al. 2007, doi:10.1145/1217299.1217302
        place: 6
    """

    column: str
    l: Annotated[int, Ge(1)]
    monotonic: ClassVar[Monotonic] = Monotonic.ALWAYS
    measures: ClassVar[str] = "l"

    def violations(self, classes: EquivalenceClasses) -> Bools:
        """Classes with fewer than l different values."""
        return self.has_too_few(classes)

    def measured(self, classes: EquivalenceClasses) -> float | None:
        """The largest l that all classes keep."""
        return weakest(diversity(classes, self.column), classes)

    def meaning(self, table: TableFacts) -> str:
        """How many of the table's values a class shows."""
        known = table.spreads.get(self.column)
        if known is None:
            return ""
        if self.l > known.values:
            return f"The column has only {known.values} different values: no release is possible."
        return (
            f"Every class shows at least {in_words(self.l)} of the {known.values:,} different"
            " values. One of them may still be as frequent as you like; in the table it is"
            f" {percent(known.most)}."
        )


@privacy_models.register(
    "recursive-l-diversity",
    formula=formula(
        sub("r", "1"),
        row("< c · ("),
        sub("r", "l"),
        row("+"),
        sub("r", "l+1"),
        row("+ … +"),
        sub("r", "d"),
        row(")"),
    ),
    begin={"c": 3, "l": 2},
)
@plugin()
class RecursiveLDiversity(ManyValues):
    """The most frequent value of a class occurs less than c times as often as its rarer ones.

    With the counts of a class sorted, r1 ≥ r2 ≥ … ≥ rd: d ≥ l and r1 < c · (rl + … + rd).

    Attributes:
        column: The sensitive column.
        c: How often the most frequent value may occur, as a multiple of the l-th and all rarer.
        l: From which value on they count as rarer; every class has at least so many.

    Card:
        group: attribute
        says: The most frequent sensitive value of a class is not far more frequent than the others.
        promise: In every class, the most common value of {column} is rarer than {c} times its least
            common ones together, from place {l} on.
        measure: the largest quotient of the most common value and the rare ones
        means: Smaller is safer: how far the most common value stands out.
        symbol: c
        advice: When one value may be frequent, but must never be nearly certain.
        where: r with the indexes 1 to d are the counts of the d values of a class, the largest
            first.
        needs: column
        reference: Machanavajjhala et al. 2007, doi:10.1145/1217299.1217302
        place: 8
    """

    column: str
    c: Annotated[float, Gt(0), FINITE]
    l: Annotated[int, Ge(1)]
    monotonic: ClassVar[Monotonic] = Monotonic.WITHOUT_SUPPRESSION
    measures: ClassVar[str] = "c"

    def violations(self, classes: EquivalenceClasses) -> Bools:
        """Classes with too few values, or with one that is too frequent."""
        first, rest, _ = self._frequencies(classes)
        # Strict: what is equal up to rounding breaks the promise.
        return self.has_too_few(classes) | (first >= self.c * rest * (1 - TOLERANCE))

    def measured(self, classes: EquivalenceClasses) -> float | None:
        """The number that c must exceed so that all classes keep the promise."""
        first, rest, _ = self._frequencies(classes)
        possible = ~self.has_too_few(classes) & (rest > 0)
        return strongest(np.where(possible, first / np.maximum(rest, 1), np.inf), classes)

    def unavoidable(self, classes: EquivalenceClasses) -> Floats:
        """By convexity: r1 - c · (rl + … + rd) is negative in kept classes, and at most n."""
        first, rest, records = self._frequencies(classes)
        excess = (first - self.c * rest * (1 + TOLERANCE)) / np.maximum(records, 1)
        lost = whole_classes(self.has_too_few(classes), classes.records)
        return np.maximum(at_least(excess, records), lost)

    def meaning(self, table: TableFacts) -> str:
        """How frequent the most frequent value may be."""
        known = table.spreads.get(self.column)
        if known is None:
            return ""
        said = f"Every class has at least {in_words(self.l)} values"
        if self.l == 2:
            most = self.c / (1 + self.c)
            said += f", and the most frequent one less than {percent(most)} of it"
        return f"{said}; in the table the most frequent one has {percent(known.most)}."

    def _frequencies(self, classes: EquivalenceClasses) -> tuple[Floats, Floats, Counts]:
        """Of each class: the largest count, the l-th and all smaller ones together, the total."""
        histogram, number = classes.histograms[self.column].known_values, len(classes.sizes)
        total = totals(histogram, number)
        frequent = np.where(_ranks(histogram) < self.l - 1, histogram.counts, 0)
        rest = total - sums(histogram, frequent, number)
        first = largest(histogram, histogram.counts, number)
        unknown = total == 0
        return (
            np.where(unknown, classes.sizes, first),
            np.where(unknown, classes.sizes, rest),
            total,
        )


def _ranks(histogram: Histogram) -> Counts:
    """The place of each entry among its class, 0 for the most frequent value."""
    order = np.lexsort((-histogram.counts, histogram.classes))
    sorted_classes = histogram.classes[order]
    starts = np.flatnonzero(np.diff(sorted_classes, prepend=-1))
    sizes = np.diff(starts, append=order.size)
    ranks = np.empty(order.size, np.int64)
    ranks[order] = np.arange(order.size) - np.repeat(starts, sizes)
    return ranks
