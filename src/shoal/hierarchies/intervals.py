"""Intervals of numbers, wider on every level, with coded ends (ARX's interval-based hierarchies).

Either intervals of one `width` that grow by `factor`, or a list of `intervals` that repeats, joined
on higher levels by `groups`. Labels are half open: `[0, 5[` holds 0 and not 5.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

import numpy as np
import polars as pl
from annotated_types import Ge, Gt, Len

from shoal.errors import StudyError
from shoal.hierarchies.builder import builders
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.interval_pattern import Pattern
from shoal.hierarchies.interval_range import Cut, Range
from shoal.hierarchies.interval_rules import Number, problems_of
from shoal.hierarchies.whole_numbers import Scale, decimals, exact, wholes
from shoal.plugin import plugin

Size = Annotated[int, Ge(1)]
Sizes = Size | Annotated[tuple[Size, ...], Len(1)]


@plugin()
class Lower:
    """The lower end of the range; what is not given is the bound further inside.

    Attributes:
        snap: The interval that holds it, and all below it, reach down to `bottom`.
        bottom: Smaller values are all labeled `<bottom`.
        minimum: Smaller values are errors.
    """

    snap: Number | None = None
    bottom: Number | None = None
    minimum: Number | None = None


@plugin()
class Upper:
    """The upper end of the range; what is not given is the bound further inside.

    Attributes:
        snap: The interval that ends at it or holds it, and all above it, reach up to `top`.
        top: This value and greater ones are all labeled `>=top`.
        maximum: This value and greater ones are errors.
    """

    snap: Number | None = None
    top: Number | None = None
    maximum: Number | None = None


@builders.register("intervals")
@plugin()
class Intervals:
    """Numbers become intervals, which become wider on every level.

    Attributes:
        width: The width of the intervals on level 1; one starts at 0, and they never end.
        levels: With `width`, how many levels have intervals.
        factor: With `width`, how much wider each level is than the one below.
        intervals: Instead of `width`, adjacent intervals, repeated as often as needed.
        groups: With `intervals`, for each higher level how many intervals become one; several
            sizes take turns.
        lower: Where intervals stop below; with `intervals`, where the first one starts.
        upper: Where intervals stop above; with `intervals`, where the last one ends.
        shares: Whether a label covers the `values` under it, or its `width` of the whole range.
        always_root: Whether there is a top level `*` even if all values share a label before.
    """

    width: Annotated[Number, Gt(0)] | None = None
    levels: Size = 1
    factor: Annotated[int, Ge(2)] = 2
    intervals: Annotated[tuple[tuple[Number, Number], ...], Len(1)] | None = None
    groups: tuple[Sizes, ...] = ()
    lower: Lower = Lower()
    upper: Upper = Upper()
    shares: Literal["values", "width"] = "values"
    always_root: bool = False

    def __post_init__(self) -> None:
        """Refuses parameters that contradict each other, all at once."""
        problems = problems_of(self)
        if problems:
            raise StudyError(*(f"The builder `intervals`: {problem}" for problem in problems))

    def build(self, values: pl.Series) -> Hierarchy:
        """The hierarchy of these numbers."""
        known = decimals(values)
        scale = Scale.of([*known, *map(exact, self.edges), *map(exact, self.bounds)])
        numbers, limits = wholes(scale.whole(number) for number in known), self._range(scale)
        limits.refuse_outside(numbers)
        cuts = [limits.cut(pattern, numbers, scale) for pattern in self._patterns(scale)]
        levels = [values, *_up_to_single(cut.labels for cut in cuts)]
        if self.always_root or levels[-1].n_unique() > 1:
            levels.append(pl.Series(["*"] * len(values), dtype=pl.String))
        made = Hierarchy.of(levels, "intervals")
        return made if self.shares == "values" else _by_width(made, cuts, limits, scale)

    @property
    def edges(self) -> tuple[Number, ...]:
        """The edges of the intervals on level 1."""
        if self.intervals is None:
            return (0, self.width or 1)
        return (self.intervals[0][0], *(end for _, end in self.intervals))

    @property
    def bounds(self) -> tuple[Number, ...]:
        """Snap, coding and extreme of both ends; what is not given is the one further inside."""
        endless = self.intervals is None
        ends = (float("-inf"), float("inf")) if endless else (self.edges[0], self.edges[-1])
        lower = (self.lower.snap, self.lower.bottom, self.lower.minimum)
        upper = (self.upper.snap, self.upper.top, self.upper.maximum)
        return (*_filled(ends[0], lower), *_filled(ends[1], upper))

    def _range(self, scale: Scale) -> Range:
        bounds = map(exact, self.bounds)
        return Range(*(scale.whole(bound) if bound.is_finite() else None for bound in bounds))

    def _patterns(self, scale: Scale) -> Iterator[Pattern]:
        """The intervals of each level, narrowest first."""
        pattern = Pattern(wholes(scale.whole(exact(edge)) for edge in self.edges))
        yield pattern
        for sizes in self.groups if self.intervals else (self.factor,) * (self.levels - 1):
            pattern = pattern.grouped(sizes if isinstance(sizes, tuple) else (sizes,))
            yield pattern


def _filled(inner: Number, bounds: tuple[Number | None, ...]) -> Iterator[Number]:
    for bound in bounds:
        inner = inner if bound is None else bound
        yield inner


def _up_to_single(levels: Iterator[pl.Series]) -> Iterator[pl.Series]:
    """Levels up to the first on which all values are the same."""
    for labels in levels:
        yield labels
        if labels.n_unique() <= 1:
            return


def _by_width(made: Hierarchy, cuts: list[Cut], limits: Range, scale: Scale) -> Hierarchy:
    """Labels cover their width, single values one unit, the root everything."""
    domain, one = limits.width or 0, scale.whole(exact(1))
    firsts = [np.unique(codes, return_index=True)[1] for codes in made.codes]
    widths = [cut.widths[first] for cut, first in zip(cuts, firsts[1:], strict=False)]
    covers = [np.full(len(firsts[0]), one), *widths, np.array([domain])][: len(made.levels)]
    return made.covering([cover.astype(np.int64) for cover in covers], domain)
