"""Ages in years become bands, wider on every level; the oldest share a band without an upper end.

A label depends on the age only, never on other ages, so it tells nothing about anybody else. The
top is 90 years unless a study says otherwise: Safe Harbor (45 CFR 164.514) requires all ages over
89 in one group.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

import numpy as np
import polars as pl
from annotated_types import Ge, Len
from numpy.typing import NDArray

from shoal.errors import DataError, StudyError
from shoal.hierarchies.builder import builders
from shoal.hierarchies.classification import Unknown
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.plugin import plugin

OLDEST = 150.0
_NUMBER = r"([0-9]+(?:\.[0-9]+)?)"
_YEARS = rf"(?i)^\s*{_NUMBER}\s*(?:years?|yrs?|y|jahre?)?\s*$"
# `[70-80)` ends before 80, `70-79`, `70 to 79` and `70–79` before 80, too.
_BETWEEN = rf"(?i)^\s*[\[(]?\s*{_NUMBER}\s*(?:-|–|,|to|bis)\s*{_NUMBER}\s*[\])\[]?\s*$"
_FROM = rf"(?i)^\s*(?:>=|≥|ab)?\s*{_NUMBER}\s*(?:\+|and over|or over|or older|and older|or more)?$"
_BELOW = rf"(?i)^\s*(?:<|under|below|unter)\s*{_NUMBER}\s*$"

Width = Annotated[int, Ge(2)]
Floats = NDArray[np.float64]


@builders.register("ages")
@plugin()
class Ages:
    """Ages become bands: 34 is `30–34`, `30–39`, `20–39`, `*`; from 90 on all are `90+`.

    Ranges of ages (`[70-80)`, `70 to 79`, `90+`) are understood where they lie in one band.

    Example:
        `{builder: ages, widths: [5, 10, 20], top: 90}`

    Attributes:
        widths: How many years the bands of each level have, each a multiple of the one before.
        top: The band that holds this age has no upper end, and holds all that are older.
        unknown: Whether a value that is no age is an `error`, or becomes `*` (`suppress`).

    Card:
        title: Ages
        noun: the builder of ages
        advice: For ages in years: 34 becomes 30–34, 30–39, 20–39; from 90 on all are 90+.
        more: A band depends on the age alone, so it tells nothing about anybody else. Safe Harbor
            wants all ages over 89 in one group.
        reference: Safe Harbor, 45 CFR 164.514
        place: 2
    """

    widths: Annotated[tuple[Width, ...], Len(1)] = (5, 10, 20)
    top: Annotated[int, Ge(1)] = 90
    unknown: Unknown = "error"

    def __post_init__(self) -> None:
        """Refuses widths that do not divide each other."""
        if any(wide % narrow or wide == narrow for narrow, wide in pairwise(self.widths)):
            raise StudyError(
                "The builder `ages`: each of `widths` must be a multiple of the one before."
            )

    def build(self, values: pl.Series) -> Hierarchy:
        """The hierarchy of these ages."""
        years = Years.of(values)
        fits = years.fit(self.widths[0], self.top)
        if self.unknown == "error" and not fits.all():
            raise DataError(
                f"{int((~fits).sum())} of {len(values)} different values are no ages that lie in"
                f" one band of {self.widths[0]} years. Correct them, or set `unknown: suppress`."
            )
        levels = [self._bands(years, fits, width) for width in self.widths]
        return Hierarchy.of([values, *levels, ["*"] * len(values)], "ages")

    def _bands(self, years: "Years", fits: NDArray[np.bool_], width: int) -> pl.Series:
        """The band of each value on the level of a width; `*` for values that do not fit."""
        last = self.top // width * width
        starts = np.where(fits, np.minimum(years.low // width * width, last), -1).astype(np.int64)
        names = {-1: "*", last: f"{last}+"}
        texts = [names.get(low) or f"{low}–{low + width - 1}" for low in starts.tolist()]
        return pl.Series(texts, dtype=pl.String)


@dataclass(frozen=True, eq=False)
class Years:
    """For each text the ages that it means, from `low` to below `high`; NaN if it is not an age."""

    low: Floats
    high: Floats

    @classmethod
    def of(cls, values: pl.Series) -> "Years":
        """The ages that texts mean: one year, a range, or a range with one end."""
        alone, below = _number(values, _YEARS), _number(values, _BELOW)
        first, last = _number(values, _BETWEEN, 1), _number(values, _BETWEEN, 2)
        closed = ~values.str.contains(r"[)\[]\s*$").to_numpy()  # `[70-80)` and `[70-80[` are open
        start = _number(values, _FROM)
        low = _first_known(np.floor(alone), first, np.where(np.isnan(below), np.nan, 0), start)
        high = _first_known(np.floor(alone) + 1, last + closed, below, start + np.inf)
        return cls(low, high)

    def fit(self, width: int, top: int) -> NDArray[np.bool_]:
        """One flag per text: whether it is an age that lies in one band of a width."""
        starts = self.low // width * width
        inside = (self.high <= starts + width) | (self.low >= top // width * width)
        return inside & (self.low <= OLDEST) & (self.low < self.high)


def _number(values: pl.Series, form: str, place: int = 1) -> Floats:
    """The number in each text of this form, by the group of the pattern; NaN for other texts."""
    numbers = values.str.extract(form, place).cast(pl.Float64, strict=False)
    return numbers.fill_null(np.nan).to_numpy().astype(np.float64)


def _first_known(*readings: Floats) -> Floats:
    """For each text, its number in the first reading that has one."""
    numbers = readings[0]
    for reading in readings[1:]:
        numbers = np.where(np.isnan(numbers), reading, numbers)
    return numbers
