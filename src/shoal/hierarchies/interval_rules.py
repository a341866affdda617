"""Finds parameters of the builder `intervals` that contradict each other."""

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from shoal.hierarchies.line import place

if TYPE_CHECKING:
    from shoal.hierarchies.intervals import Intervals


def problems_of(builder: "Intervals") -> list[str]:
    """One sentence per contradiction; the first three kinds are told alone."""
    if (builder.width is None) == (builder.intervals is None):
        return ["give either `width` or `intervals`."]
    if not all(place(edge).is_finite() for edge in builder.edges):
        return ["`width` and `intervals` must be finite numbers."]
    if builder.has_date_bounds and builder.has_number_bounds:
        return ["bounds must be all numbers or all dates; with dates, `width` counts days."]
    return [*_pattern_problems(builder), *_bound_problems(builder), *_share_problems(builder)]


def _pattern_problems(builder: "Intervals") -> Iterator[str]:
    """Contradictions between `width`, `levels`, `intervals` and `groups`."""
    if builder.width is not None and builder.groups:
        yield "`groups` belongs to `intervals`; with `width`, use `levels` and `factor`."
    if builder.intervals is not None and builder.levels > 1:
        yield "`levels` belongs to `width`; with `intervals`, use `groups`."
    if any(place(part[0]) >= place(part[1]) for part in builder.intervals or ()):
        yield "every interval must end after it starts."
    if any(
        place(before[1]) != place(after[0]) for before, after in pairwise(builder.intervals or ())
    ):
        yield "every interval must start where the one before ends."


def _bound_problems(builder: "Intervals") -> Iterator[str]:
    """Bounds that are not numbers, in the wrong order, or without an end to reach."""
    places = [place(bound) for bound in builder.bounds]
    if any(bound.is_nan() for bound in places):
        yield "a bound must be a number."
        return
    low_snap, bottom, minimum, high_snap, top, maximum = places
    if not low_snap >= bottom >= minimum and low_snap.is_finite():
        yield "`lower` needs snap >= bottom >= minimum."
    if not high_snap <= top <= maximum and high_snap.is_finite():
        yield "`upper` needs snap <= top <= maximum."
    if low_snap.is_finite() and bottom.is_infinite():
        yield "`lower.snap` needs a finite `bottom` to reach down to."
    if high_snap.is_finite() and top.is_infinite():
        yield "`upper.snap` needs a finite `top` to reach up to."
    if bottom >= top:
        yield "`lower.bottom` must be smaller than `upper.top`."


def _share_problems(builder: "Intervals") -> Iterator[str]:
    """`shares: width` without a finite range."""
    minimum, maximum = place(builder.bounds[2]), place(builder.bounds[5])
    if builder.shares == "width" and not (minimum.is_finite() and maximum.is_finite()):
        yield "`shares: width` needs a finite `lower.minimum` and `upper.maximum`."
