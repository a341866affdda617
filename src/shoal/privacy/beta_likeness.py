"""β-likeness (Cao & Karras 2012, doi:10.14778/2350229.2350255).

What somebody learns about a value is how much more common it is in a class than in the table,
relative to how common it is in the table. Losses do no harm; only gains are limited.
"""

from typing import Annotated, ClassVar

import numpy as np
from annotated_types import Gt

from shoal.engine.arrays import Bools, Floats
from shoal.engine.classes import EquivalenceClasses, Histogram
from shoal.formula import formula, frac, row, sub
from shoal.numbers import percent
from shoal.plugin import plugin
from shoal.privacy.model import FINITE, Monotonic, privacy_models
from shoal.privacy.per_class import TOLERANCE, largest, strongest, totals
from shoal.privacy.table_facts import TableFacts
from shoal.privacy.unavoidable import beyond_caps


@plugin()
class BetaLikeness:
    """What both forms have in common: how much a value may gain in a class.

    Attributes:
        column: The sensitive column.
        beta: The largest relative gain in confidence about a value.
    """

    column: str
    beta: Annotated[float, Gt(0), FINITE]
    monotonic: ClassVar[Monotonic] = Monotonic.WITHOUT_SUPPRESSION
    measures: ClassVar[str] = "beta"

    def gain_limits(self, rarity: Floats) -> Floats:
        """The largest allowed gain of values, by one divided by their share of the table."""
        # `rarity` is 1 / q of each value, as `_rarity` returns it.
        raise NotImplementedError

    def violations(self, classes: EquivalenceClasses) -> Bools:
        """Classes in which a value gains too much."""
        return _has_excess_gain(
            classes, self.column, self.gain_limits(_rarity(classes, self.column))
        )

    def measured(self, classes: EquivalenceClasses) -> float | None:
        """The smallest β that all classes keep."""
        return strongest(_largest_gain(classes, self.column), classes)

    def unavoidable(self, classes: EquivalenceClasses) -> Floats:
        """Kept parts hold the share of each value to (1 + its allowed gain) q."""
        # Returned: how many records of each class are suppressed at least, because of that.
        return _unavoidable(classes, self.column, self.gain_limits(_rarity(classes, self.column)))

    def meaning(self, table: TableFacts) -> str:
        """What the rarest and the most frequent value may be in a class."""
        known = table.spreads.get(self.column)
        if known is None:
            return ""
        shares = np.array([known.least, known.most])
        least, most = np.minimum(1, (1 + self.gain_limits(1 / shares)) * shares).tolist()
        return (
            f"The rarest value has {percent(known.least)} of the table and may have"
            f" {percent(least)} of a class; the most frequent one {percent(known.most)} and"
            f" {percent(most)}."
        )


@privacy_models.register(
    "basic-beta-likeness",
    formula=formula(
        frac(row("") + sub("p", "s") + row("−") + sub("q", "s"), sub("q", "s")), row("≤ β")
    ),
    begin={"beta": 2},
)
@plugin()
class BasicBetaLikeness(BetaLikeness):
    """No value is more than 1 + β times as common in a class as in the table.

    (p - q) / q ≤ β for the share p of a value in a class and its share q in the table.

    Card:
        group: attribute
        says: No sensitive value is more than 1 + β times as common in a class as in the table.
        promise: In no class is a value of {column} more than 1 + {beta} times as common as in the
            table.
        measure: the largest relative gain of a value
        means: Smaller is safer; at 1, a value is twice as common in a class as in the table.
        symbol: β
        advice: When rare values are the sensitive ones: what counts is the relative gain.
        where: p and q are the shares of the value s in a class and in the table.
        needs: column
        reference: Cao & Karras 2012, doi:10.14778/2350229.2350255
        place: 11
    """

    def gain_limits(self, rarity: Floats) -> Floats:
        """β, for every value."""
        return np.full(rarity.shape, self.beta)


@privacy_models.register(
    "enhanced-beta-likeness",
    formula=formula(
        frac(sub("p", "s") + row("−") + sub("q", "s"), sub("q", "s")),
        row("≤ min ( β , − ln"),
        sub("q", "s"),
        row(")"),
    ),
    begin={"beta": 2},
)
@plugin()
class EnhancedBetaLikeness(BetaLikeness):
    """No value gains more than β in a class, frequent ones less, and none becomes certain.

    (p - q) / q ≤ min(β, -ln q) for the share p of a value in a class and q in the table.

    Card:
        group: attribute
        says: Like basic β-likeness, but frequent values may gain less, and none becomes certain.
        promise: In no class is a value of {column} more than 1 + {beta} times as common as in the
            table, and values that are common already gain even less.
        measure: the largest relative gain of a value
        means: Smaller is safer; infinite if a common value gains more than it may at any β.
        symbol: β
        advice: Usually the better one of the two.
        where: p and q are the shares of the value s in a class and in the table.
        needs: column
        reference: Cao & Karras 2012, doi:10.14778/2350229.2350255
        place: 12
    """

    def gain_limits(self, rarity: Floats) -> Floats:
        """The smaller one of β and -ln q."""
        return np.minimum(self.beta, np.log(rarity))

    def measured(self, classes: EquivalenceClasses) -> float | None:
        """The smallest β that all classes keep; infinite if no β is large enough."""
        # Classes in which a value gains more than -ln q: no β allows that.
        always = _has_excess_gain(classes, self.column, np.log(_rarity(classes, self.column)))
        return strongest(np.where(always, np.inf, _largest_gain(classes, self.column)), classes)


def _has_excess_gain(classes: EquivalenceClasses, column: str, gains: Floats) -> Bools:
    """For each class, whether a value gains more than `gains`, which has an entry per value."""
    histogram = classes.histograms[column]
    shares, q = _shares(histogram, len(classes.sizes))
    over = shares > q * (1 + gains[histogram.values]) * (1 + TOLERANCE)
    return largest(histogram, over.astype(np.float64), len(classes.sizes)) > 0


def _largest_gain(classes: EquivalenceClasses, column: str) -> Floats:
    """The largest relative gain of a value, for each class."""
    histogram = classes.histograms[column]
    shares, q = _shares(histogram, len(classes.sizes))
    return largest(histogram, (shares - q) / q, len(classes.sizes))


def _unavoidable(classes: EquivalenceClasses, column: str, gains: Floats) -> Floats:
    """Records of each class that are suppressed at least, whatever the class is split into."""
    histogram = classes.histograms[column]
    records = np.maximum(totals(histogram, len(classes.sizes)), 1)
    _, q = _shares(histogram, len(classes.sizes))
    caps = q * (1 + gains[histogram.values]) * (1 + TOLERANCE)
    return beyond_caps(histogram, caps, records)


def _shares(histogram: Histogram, classes: int) -> tuple[Floats, Floats]:
    """For each entry of a histogram: the share p of its value in its class, and q in the table."""
    records = totals(histogram, classes)[histogram.classes]
    q = histogram.reference[histogram.values] / histogram.reference.sum()
    return histogram.counts / records, q


def _rarity(classes: EquivalenceClasses, column: str) -> Floats:
    """1 / q of every value; one that the table does not have counts as half a record."""
    reference = classes.histograms[column].reference
    return np.asarray(reference.sum() / np.maximum(reference, 0.5), np.float64)
