"""Top and bottom coding: of extreme values, a release only says that they are extreme.

A label depends on the value and the two bounds only, so new values get the labels they would have
had.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.data.types import ColumnType
from shoal.errors import StudyError
from shoal.hierarchies.builder import builders, refuse_settings
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.line import ISO, Bound, DateLine, Line, on_dates, on_numbers, place
from shoal.hierarchies.order import format_of
from shoal.hierarchies.whole_numbers import Whole
from shoal.plugin import plugin


@builders.register("top-bottom")
@plugin()
class TopBottom:
    """Numbers or dates beyond a bound become `<bottom` or `>top`; all others stay.

    Example:
        `{builder: top-bottom, bottom: 18, top: 90, top_inclusive: true}`

    Attributes:
        bottom: Smaller values are labeled `<bottom`.
        top: Greater values are labeled `>top`.
        bottom_inclusive: Whether the bottom itself is labeled too, `<=bottom`.
        top_inclusive: Whether the top itself is labeled too, `>=top`.
        format: How dates are written; otherwise as the column's type says.
        always_root: Whether there is a top level `*`.

    Card:
        title: Top and bottom
        noun: coding of top and bottom
        advice: For long tails: values beyond a bound become one group, all others stay.
        more: Protects the very old or very expensive, and changes nobody else.
        first: bottom, top
        types: integer, decimal, date
        values: numbers or dates
        place: 9
    """

    bottom: Bound | None = None
    top: Bound | None = None
    bottom_inclusive: bool = False
    top_inclusive: bool = False
    format: str | None = None
    always_root: bool = False

    def __post_init__(self) -> None:
        """Refuse bounds that are missing or cross."""
        refuse_settings("top-bottom", self._problems())

    def build(self, values: pl.Series) -> Hierarchy:
        """The hierarchy of these numbers or dates."""
        line, places = self._line(values)
        level = values
        for bound, sign, beyond in self._ends(line, places):
            level = level.set(pl.Series(beyond), f"{sign}{line.texts([bound])[0]}")
        root = [["*"] * len(values)] if self.always_root else []
        return Hierarchy.of([values, level, *root], "top-bottom")

    def for_type(self, type: ColumnType) -> "TopBottom":
        """The same builder; without a format of its own, it gets that of the column."""
        return replace(self, format=self.format or format_of(type))

    @property
    def _bounds(self) -> list[Bound]:
        """The bounds that are given, the bottom first."""
        return [bound for bound in (self.bottom, self.top) if bound is not None]

    def _problems(self) -> Iterator[str]:
        places = [place(bound) for bound in self._bounds]
        if not places:
            yield "give `bottom`, `top` or both."
        elif not all(bound.is_finite() for bound in places):
            yield "bounds must be finite."
        elif len({isinstance(bound, date) for bound in self._bounds}) > 1:
            yield "bounds must be both numbers or both dates."
        elif places[0] > places[-1]:
            yield "`bottom` must not be greater than `top`."
        elif len(places) == 2 and places[0] == places[1] and self._both_inclusive:
            yield "`bottom` and `top` cannot both include the same value."

    @property
    def _both_inclusive(self) -> bool:
        return self.bottom_inclusive and self.top_inclusive

    def _line(self, values: pl.Series) -> tuple[Line, Whole]:
        """The line of the values, and the place of each; dates if the bounds are dates."""
        if not isinstance(self._bounds[0], date):
            if self.format is not None:
                raise StudyError("The builder `top-bottom`: the bounds of dates must be dates.")
            return on_numbers(values, self._bounds)
        line, places = on_dates(values, self.format or ISO)
        _refuse_unwritable(line, [line.place_of(bound) for bound in self._bounds])
        return line, places

    def _ends(self, line: Line, places: Whole) -> Iterator[tuple[int, str, NDArray[np.bool_]]]:
        """For each bound its place, the sign of its label, and which values lie beyond."""
        if self.bottom is not None:
            at = line.place_of(self.bottom)
            sign = "<=" if self.bottom_inclusive else "<"
            yield at, sign, np.asarray(places < at + self.bottom_inclusive, bool)
        if self.top is not None:
            at = line.place_of(self.top)
            sign = ">=" if self.top_inclusive else ">"
            yield at, sign, np.asarray(places > at - self.top_inclusive, bool)


def _refuse_unwritable(line: DateLine, bounds: list[int]) -> None:
    """Raise a `StudyError` if the format of dates cannot write the bounds."""
    if not line.can_write(bounds):
        raise StudyError(
            f"The builder `top-bottom`: the format {line.format!r} cannot tell all bounds;"
            " use whole days, or a format with a time."
        )
