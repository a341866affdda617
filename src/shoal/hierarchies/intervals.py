"""Intervals, wider on every level, with coded ends (ARX's interval-based hierarchies).

Either intervals of one `width` that grow by `factor`, or a list of `intervals` that repeats, joined
on higher levels by `groups`. Labels are half open: `[0, 5[` holds 0 and not 5. A label depends on
the bounds of its interval only, never on the values inside, so new values get the labels they
would have had. Only the suffix of equal labels (means, constants) depends on which intervals occur;
in a release, on which of them are released (`relabel`).
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import Annotated, Literal

import numpy as np
import polars as pl
from annotated_types import Ge, Gt, Len
from numpy.typing import NDArray

from shoal.data.types import ColumnType, DateType, DecimalType, IntegerType
from shoal.errors import StudyError
from shoal.hierarchies.builder import builders, refuse_settings
from shoal.hierarchies.groups import Groups, Size, list_groups
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.interval_cut import Cut, Cutter
from shoal.hierarchies.interval_pattern import Pattern
from shoal.hierarchies.interval_range import Range
from shoal.hierarchies.interval_rules import problems_of
from shoal.hierarchies.labels import Label
from shoal.hierarchies.line import (
    ISO,
    Bound,
    DateLine,
    Line,
    Number,
    on_dates,
    on_numbers,
    place,
)
from shoal.hierarchies.text_labels import Interval
from shoal.hierarchies.whole_numbers import Whole, wholes
from shoal.plugin import plugin

Part = tuple[Bound, Bound] | tuple[Bound, Bound, Label]


@plugin()
class Lower:
    """The lower end of the range; what is not given is the bound further inside.

    Attributes:
        snap: The interval that holds it, and all below it, reach down to `bottom`.
        bottom: Smaller values are all labeled `<bottom`.
        minimum: Smaller values are errors.
    """

    snap: Bound | None = None
    bottom: Bound | None = None
    minimum: Bound | None = None


@plugin()
class Upper:
    """The upper end of the range; what is not given is the bound further inside.

    Attributes:
        snap: The interval that ends at it or holds it, and all above it, reach up to `top`.
        top: This value and greater ones are all labeled `>=top`.
        maximum: This value and greater ones are errors.
    """

    snap: Bound | None = None
    top: Bound | None = None
    maximum: Bound | None = None


@builders.register("intervals")
@plugin()
class Intervals:
    """Numbers or dates become intervals, which become wider on every level.

    Example:
        `{builder: intervals, width: 5, levels: 4}` or, with names for the intervals,
        `{builder: intervals, intervals: [[0, 18, {function: constant, value: child}], [18, 120]]}`

    Attributes:
        width: The width of the intervals on level 1, in days for dates; one starts at 0 (for dates
            on a Monday), and they never end.
        levels: With `width`, how many levels have intervals.
        factor: With `width`, how much wider each level is than the one below.
        intervals: Instead of `width`, adjacent intervals, repeated as often as needed; a third
            entry is the label function of the interval.
        groups: With `intervals`, for each higher level how many intervals become one; several
            sizes take turns.
        label: The label function, which sees the two bounds of an interval. As a mapping
            `{function: …}`, `prefixes` takes a `length`, `common-prefix` a `redaction` character,
            `interval` a `lower` and an `upper` end (`closed` or `open`), `constant` its `value`.
        lower: Where intervals stop below; with `intervals`, where the first one starts.
        upper: Where intervals stop above; with `intervals`, where the last one ends.
        type: What values are; otherwise as the column's type says.
        format: How dates are written; otherwise as the column's type says.
        shares: Whether a label covers the `values` under it, or its `width` of the whole range.
        always_root: Whether all levels and a top level `*` are there whatever the values are;
            otherwise the first level on which all values share a label is the top.

    Card:
        title: Intervals
        noun: the builder of intervals
        advice: For amounts and dates: 34 becomes 30 to 35, then 30 to 40.
        more: Each level is `factor` times as wide as the one below. With names for the intervals or
            ends of the range, see More settings.
        first: width, levels, factor
        types: integer, decimal, date
        values: numbers or dates
        place: 4
    """

    width: Annotated[Number, Gt(0)] | None = None
    levels: Size = 1
    factor: Annotated[int, Ge(2)] = 2
    intervals: Annotated[tuple[Part, ...], Len(1)] | None = None
    groups: tuple[Groups, ...] = ()
    label: Label = Interval("interval", upper="open")
    lower: Lower = Lower()
    upper: Upper = Upper()
    type: Literal["integer", "decimal", "date"] | None = None
    format: str | None = None
    shares: Literal["values", "width"] = "values"
    always_root: bool = True

    def __post_init__(self) -> None:
        """Refuse parameters that contradict each other, all at once."""
        refuse_settings("intervals", problems_of(self))

    def build(self, values: pl.Series) -> Hierarchy:
        """The hierarchy of these numbers or dates."""
        line, places = self._line(values)
        limits = self._range(line)
        limits.refuse_outside(places)
        cutter = Cutter(limits, line, self._functions)
        cuts = [cutter.cut(pattern, places) for pattern in self._patterns(line)]
        levels = [values, *self._useful_levels([cut.labels for cut in cuts])]
        if self.always_root or levels[-1].n_unique() > 1:
            levels.append(pl.Series(["*"] * len(values), dtype=pl.String))
        hierarchy = Hierarchy.of(levels, "intervals")
        return hierarchy if self.shares == "values" else _by_width(hierarchy, cuts, limits, line)

    def relabel(self, values: pl.Series, shown: NDArray[np.bool_]) -> list[pl.Series]:
        """The labels of the values that are shown: equal ones are numbered among these only."""
        hierarchy = replace(self, always_root=True).build(values.filter(pl.Series(shown)))
        return list(hierarchy.levels[:-1])

    def for_type(self, type: ColumnType) -> "Intervals":
        """The same builder; without type or format of its own, it gets those of the column."""
        if isinstance(type, DateType):
            return replace(self, type=self.type or "date", format=self.format or type.full_format)
        if isinstance(type, IntegerType | DecimalType):
            name: Literal["integer", "decimal"]
            name = "integer" if isinstance(type, IntegerType) else "decimal"
            return replace(self, type=self.type or name)
        return self

    @property
    def edges(self) -> tuple[Bound, ...]:
        """The edges of the intervals on level 1, before these repeat.

        With `width` there is one: its edges are 0 and the width, also for dates.
        """
        if self.intervals is None:
            return (0, self.width or 1)
        return (self.intervals[0][0], *(part[1] for part in self.intervals))

    @property
    def bounds(self) -> tuple[Bound, ...]:
        """Six bounds: snap, bottom and minimum, then snap, top and maximum.

        A bound not given is the one further inside; the innermost is the end of `intervals`, or
        infinity with `width`.
        """
        endless = self.intervals is None
        ends = (float("-inf"), float("inf")) if endless else (self.edges[0], self.edges[-1])
        lower = (self.lower.snap, self.lower.bottom, self.lower.minimum)
        upper = (self.upper.snap, self.upper.top, self.upper.maximum)
        return (*_fill_bounds(ends[0], lower), *_fill_bounds(ends[1], upper))

    @property
    def has_date_bounds(self) -> bool:
        """Whether a bound is a date."""
        return any(isinstance(bound, date) for bound in self._explicit_bounds)

    @property
    def has_number_bounds(self) -> bool:
        """Whether a bound is a finite number."""
        numbers = [bound for bound in self._explicit_bounds if not isinstance(bound, date)]
        return any(place(number).is_finite() for number in numbers)

    @property
    def _explicit_bounds(self) -> tuple[Bound, ...]:
        """All edges and bounds that could be dates; with `width`, the edges are distances."""
        return (*(self.edges if self.intervals else ()), *self.bounds)

    def _line(self, values: pl.Series) -> tuple[Line, Whole]:
        """The line of the values, and the place of each.

        It is a line of dates if type, format or bounds say so.
        """
        if not self.has_date_bounds and self.type != "date" and self.format is None:
            bounds = (*self.edges, *self.bounds)
            return on_numbers(values, bounds, integer=self.type == "integer")
        if self.has_number_bounds:
            raise StudyError("The builder `intervals`: the bounds of dates must be dates.")
        line, places = on_dates(values, self.format or ISO)
        self._refuse_unwritable(line)
        return line, places

    def _refuse_unwritable(self, line: DateLine) -> None:
        """Raise a `StudyError` if the format of dates cannot write all edges and bounds."""
        bounds = [line.place_of(bound) for bound in self.bounds if place(bound).is_finite()]
        if not line.can_write([*self._places(line), *bounds]):
            raise StudyError(
                f"The builder `intervals`: the format {line.format!r} cannot tell all bounds;"
                " use whole days, or a format with a time."
            )

    def _range(self, line: Line) -> Range:
        """The bounds as places; None for infinity."""
        finite = [place(bound).is_finite() for bound in self.bounds]
        pairs = zip(self.bounds, finite, strict=True)
        return Range(*(line.place_of(bound) if known else None for bound, known in pairs))

    def _places(self, line: Line) -> list[int]:
        """The edges of the intervals on level 1 as places."""
        if self.intervals is None:
            return [0, line.length(self.width or 1)]
        return [line.place_of(edge) for edge in self.edges]

    @property
    def _functions(self) -> list[Label]:
        """All label functions, each once, the common one first."""
        groups = [group.label for level in self.groups for group in list_groups(level)]
        every = [self.label, *(self._label_of(part) for part in self.intervals or ()), *groups]
        return list(dict.fromkeys(label for label in every if label is not None))

    def _label_of(self, part: Part) -> Label:
        """The label function of one of `intervals`: its own or the common one."""
        return part[2] if len(part) == 3 else self.label

    def _patterns(self, line: Line) -> Iterator[Pattern]:
        """The intervals of each level, narrowest first."""
        functions = self._functions
        parts = [functions.index(self._label_of(part)) for part in self.intervals or ()]
        pattern = Pattern(wholes(self._places(line)), np.array(parts or [0], dtype=np.intp))
        yield pattern
        for level in self.groups if self.intervals else (self.factor,) * (self.levels - 1):
            groups = list_groups(level)
            labels = [functions.index(group.label or self.label) for group in groups]
            pattern = pattern.join_groups([group.size for group in groups], labels)
            yield pattern

    def _useful_levels(self, levels: list[pl.Series]) -> list[pl.Series]:
        """All levels; without `always_root`, those up to the first with a single label."""
        single = [number for number, labels in enumerate(levels) if labels.n_unique() <= 1]
        return levels if self.always_root or not single else levels[: single[0] + 1]


def _fill_bounds(inner: Bound, bounds: tuple[Bound | None, ...]) -> Iterator[Bound]:
    """The bounds from the inside to the outside, each None replaced by the one before it."""
    for bound in bounds:
        inner = inner if bound is None else bound
        yield inner


def _by_width(hierarchy: Hierarchy, cuts: list[Cut], limits: Range, line: Line) -> Hierarchy:
    """The hierarchy with labels that cover their width, single values one unit, the root all.

    Args:
        hierarchy: The hierarchy.
        cuts: The intervals of each level above the values.
        limits: The range, which must be finite.
        line: The line of the values.
    """
    domain = limits.width or 0
    firsts = [np.unique(codes, return_index=True)[1] for codes in hierarchy.codes]
    widths = [cut.widths[first] for cut, first in zip(cuts, firsts[1:], strict=False)]
    covers = [np.full(len(firsts[0]), line.one), *widths, np.array([domain])]
    kept = covers[: len(hierarchy.levels)]
    return hierarchy.with_covers([cover.astype(np.int64) for cover in kept], domain)
