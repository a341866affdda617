"""Dates, coarser on every level (ARX's date-based hierarchies).

Dates have no time zone, so none shifts by a day, however old it is. A label depends on the date
only, so new dates get the labels they would have had. Weeks follow US rules or ISO 8601; a week is
written with the year it belongs to: by US rules 31.12.1999 lies in week 01/2000.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import pairwise
from typing import Annotated

import polars as pl
from annotated_types import Len
from pydantic import NaiveDatetime

from shoal.data.types import ColumnType
from shoal.errors import StudyError
from shoal.hierarchies.builder import builders, refuse_settings
from shoal.hierarchies.calendar_fields import Weeks, number
from shoal.hierarchies.date_patterns import pattern_expression, pattern_problems
from shoal.hierarchies.granularity import PATTERNS, YEARS, Granularity, nests
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.line import ISO, DateLine, moments, parse_dates, place
from shoal.hierarchies.order import format_of
from shoal.plugin import plugin

Day = date | NaiveDatetime


@builders.register(
    "dates",
    begin={"granularities": ["month", "quarter", "year", "decade"]},
)
@plugin()
class Dates:
    """Dates become months, quarters, years and so on.

    Example:
        `{builder: dates, granularities: [month, quarter, year, decade], always_root: true}`

    Attributes:
        granularities: The levels, finest first; each must determine the next.
        formats: How a granularity is written instead of the usual way, with the same letters:
            `{month: yyyy-MM}`. A text between single quotes is written as it is.
        weeks: Whether weeks start on Sunday (`us`) or on Monday (`iso`).
        bottom: Earlier dates are `<bottom` on all levels.
        top: This date and later ones are `>=top` on all levels.
        format: How the values are written (%d.%m.%Y); otherwise as the column's type says.
        always_root: Whether there is a top level `*`.

    Card:
        title: Dates
        noun: the builder of dates
        advice: For dates: the month, the quarter, the year, the decade.
        more: Each level must determine the next: a week can belong to two months, so week and month
            do not go together.
        first: granularities, weeks, always_root
        types: date
        values: dates
        place: 6
    """

    granularities: Annotated[tuple[Granularity, ...], Len(1)]
    formats: dict[Granularity, str] | None = None
    weeks: Weeks = "us"
    bottom: Day | None = None
    top: Day | None = None
    format: str | None = None
    always_root: bool = False

    def __post_init__(self) -> None:
        """Refuse granularities that do not nest and formats with other fields than the usual."""
        refuse_settings("dates", self._problems())

    def build(self, values: pl.Series) -> Hierarchy:
        """The hierarchy of these dates."""
        known = parse_dates(values, self.format or ISO).alias("moment").to_frame()
        levels = known.select(self._level(name).alias(name) for name in self.granularities)
        coded = self._code_ends(known, levels)
        root = [["*"] * len(values)] if self.always_root else []
        self._refuse_alike(known, levels)
        return Hierarchy.of([values, *coded, *root], "dates")

    def for_type(self, type: ColumnType) -> "Dates":
        """The same builder; without a format of its own, it gets that of the column."""
        return replace(self, format=self.format or format_of(type))

    def _problems(self) -> Iterator[str]:
        """A sentence for each contradiction between the settings."""
        for finer, coarser in pairwise(self.granularities):
            if not nests(finer, coarser):
                yield f"{finer} does not determine {coarser}. Leave one of them out, or swap them."
        for granularity, pattern in (self.formats or {}).items():
            yield from pattern_problems(granularity, pattern)
        if (
            self.bottom is not None
            and self.top is not None
            and place(self.bottom) > place(self.top)
        ):
            yield "`bottom` must not be later than `top`."

    def _level(self, granularity: Granularity) -> pl.Expr:
        """The expression that writes the column `moment` in a granularity."""
        if granularity in YEARS:
            return _years(YEARS[granularity], self.weeks)
        return pattern_expression(
            (self.formats or {}).get(granularity, PATTERNS[granularity]), self.weeks
        )

    def _code_ends(self, known: pl.DataFrame, levels: pl.DataFrame) -> list[pl.Series]:
        """The levels, with one label for all dates before `bottom` and one from `top` on."""
        for bound, sign in ((self.bottom, "<"), (self.top, ">=")):
            if bound is not None:
                at = moments([int(place(bound))])[0]
                beyond = known["moment"] < at if sign == "<" else known["moment"] >= at
                label = pl.lit(sign + self._bound_text(int(place(bound))))
                levels = levels.select(pl.when(beyond).then(label).otherwise(pl.all()).name.keep())
        return levels.get_columns()

    def _bound_text(self, bound: int) -> str:
        """A bound as the format writes it; a `StudyError` if the format leaves out a part of it."""
        line = DateLine(self.format or ISO)
        if not line.can_write([bound]):
            raise StudyError(
                f"The builder `dates`: the format {line.format!r} cannot tell `bottom` and `top`;"
                " use whole days, or a format with a time."
            )
        return line.texts([bound])[0]

    def _refuse_alike(self, known: pl.DataFrame, levels: pl.DataFrame) -> None:
        """Raise an error if a format writes two different days or months alike (`dMyyyy`)."""
        for granularity in self.formats or {}:
            if granularity in self.granularities:
                usual = known.select(
                    pattern_expression(PATTERNS[granularity], self.weeks)
                ).to_series()
                if usual.n_unique() > levels[granularity].n_unique():
                    raise StudyError(
                        f"The builder `dates`: `formats.{granularity}` writes different dates"
                        " alike. Set marks between its fields."
                    )


def _years(width: int, weeks: Weeks) -> pl.Expr:
    """The half-open range of years that holds a date."""
    lower = number("y", weeks) // width * width
    return pl.format("[{}, {}[", lower, lower + width)
