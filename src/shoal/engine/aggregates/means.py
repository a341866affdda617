"""Means (Domingo-Ferrer & Mateo-Sanz 2002, doi:10.1109/69.979982; docs/theory/recoding.md)."""

from typing import Annotated, ClassVar, Literal

import numpy as np
import polars as pl
from annotated_types import Interval

from shoal.engine.aggregates.members import Members
from shoal.engine.aggregates.model import NUMBERS, ON_A_LINE, aggregates
from shoal.engine.aggregates.written import float_texts, mean_texts
from shoal.engine.arrays import Counts
from shoal.errors import DataError
from shoal.plugin import plugin

Decimals = Annotated[int, Interval(ge=0, le=30)]


@plugin()
class OfNumbers:
    """What both means have in common: a number of values, and a result with decimals.

    Attributes:
        clustering: Whether the hierarchy still takes part in forming classes.
    """

    clustering: bool = False
    missing: Literal["ignore", "zero"] = "ignore"
    decimals: Decimals | None = None

    def divisors(self, members: Members) -> Counts:
        """How many values each class's mean is taken over; 0 where all are missing."""
        known = members.per_class(members.counts_of_known)
        if self.missing == "ignore":
            return known
        return np.where(known, members.per_class(members.counts), 0)


@aggregates.register("mean")
@plugin()
class Mean(OfNumbers):
    """The arithmetic mean of a class; exact, then rounded once. Dates are cut to their format.

    Attributes:
        missing: `ignore` missing values, or count them as `zero` (numbers only).
        decimals: Decimal places of the result; as many as needed where nothing is said.

    Card:
        advice: For amounts whose sum matters; one extreme value moves it.
        reference: Domingo-Ferrer & Mateo-Sanz 2002, doi:10.1109/69.979982
    """

    types: ClassVar[tuple[str, ...]] = ON_A_LINE

    def texts(self, members: Members) -> pl.Series:
        """The sum by the number of values."""
        line, places = members.on_line()
        sums = members.per_class(places * members.counts_of_known)
        return mean_texts(line, sums, self.divisors(members), self.decimals)


@aggregates.register("geometric-mean")
@plugin()
class GeometricMean(OfNumbers):
    """The geometric mean of a class, (Π(v + 1))^(1/n) - 1: the shift makes zeros harmless.

    Attributes:
        missing: `ignore` missing values, or count them as `zero`.
        decimals: Decimal places of the result; twelve digits in all where nothing is said.

    Card:
        advice: For amounts that differ by factors, such as doses or costs.
        reference: Domingo-Ferrer & Mateo-Sanz 2002, doi:10.1109/69.979982
    """

    types: ClassVar[tuple[str, ...]] = NUMBERS

    def texts(self, members: Members) -> pl.Series:
        """The mean of the logarithms, brought back; a missing value that counts as zero adds 0."""
        line, places = members.on_line()
        numbers = places.astype(float) / line.one
        logs = members.per_class(np.log1p(numbers) * members.counts_of_known)
        counts = self.divisors(members)
        return float_texts(np.expm1(logs / np.maximum(counts, 1)), counts > 0, self.decimals)

    def refuse(self, values: pl.Series) -> None:
        """Raise an error if some values have no logarithm."""
        wrong = int((values.cast(pl.Float64) <= -1).sum())
        if wrong:
            raise DataError(
                f"a geometric mean needs values above -1, but {wrong:,} are not. Use `mean`."
            )
