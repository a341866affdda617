"""Aggregates of values that have an order: the median and the interval.

Theory: docs/theory/recoding.md.
"""

from typing import ClassVar, Literal

import numpy as np
import polars as pl

from shoal.engine.aggregates.means import Decimals
from shoal.engine.aggregates.members import Members
from shoal.engine.aggregates.model import IN_ORDER, aggregates
from shoal.engine.aggregates.written import mean_texts
from shoal.engine.arrays import Counts
from shoal.plugin import plugin


@plugin()
class InOrder:
    """What both have in common: missing values have no place in the order.

    Attributes:
        clustering: Whether the hierarchy still takes part in forming classes.
        missing: Missing values have no place in the order; they are left out (`ignore`).
    """

    clustering: bool = False
    missing: Literal["ignore"] = "ignore"
    types: ClassVar[tuple[str, ...]] = IN_ORDER


@aggregates.register("median")
@plugin()
class Median(InOrder):
    """The middle value of a class. Of two different middle values: their mean; none for texts.

    Attributes:
        decimals: Decimal places of numbers; as many as needed where nothing is said.

    Card:
        advice: For amounts and scales with outliers, which do not move it.
    """

    decimals: Decimals | None = None

    def texts(self, members: Members) -> pl.Series:
        """The entries in the middle, found by counting up to them."""
        shown = members.per_class(members.counts_of_known) > 0
        low, high = _middles(members)
        same = members.values[low] == members.values[high]
        values = members.text_of(low, shown & same)
        if members.line is None:
            return values
        line, places = members.on_line()
        pairs = np.where(shown, 2, 0)
        means = mean_texts(line, places[low] + places[high], pairs, self.decimals)
        return means if self.decimals is not None else values.zip_with(values.is_not_null(), means)


@aggregates.register("interval")
@plugin()
class Interval(InOrder):
    """From the smallest to the largest value of a class, both included.

    Card:
        advice: When recipients must see how far the values of a class reach.
    """

    def texts(self, members: Members) -> pl.Series:
        """The first and the last known entry."""
        known = members.per_class(members.counts_of_known)
        ends = (
            _entries_at(members, np.zeros_like(known)),
            _entries_at(members, np.maximum(known, 1) - 1),
        )
        low, high = (members.text_of(end, known > 0) for end in ends)
        return pl.select(pl.format("[{}, {}]", low, high)).to_series()


def _middles(members: Members) -> tuple[Counts, Counts]:
    """The entries of the two middle values; the same one if the number of values is odd."""
    known = np.maximum(members.per_class(members.counts_of_known), 1)
    return _entries_at(members, (known - 1) // 2), _entries_at(members, known // 2)


def _entries_at(members: Members, positions: Counts) -> Counts:
    """The entry of each class that holds its value at a position, counted from the smallest."""
    passed = np.cumsum(members.counts_of_known)
    before = passed[members.starts] - members.counts_of_known[members.starts]
    found = np.searchsorted(passed, before + positions, side="right")
    return np.minimum(found, len(passed) - 1)  # a class without values has no such entry
