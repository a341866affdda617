"""Which parameters of the builder `intervals` contradict each other."""

from collections.abc import Iterator
from itertools import pairwise
from math import isfinite, isinf, isnan
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shoal.hierarchies.intervals import Intervals

Number = int | float


def problems_of(given: "Intervals") -> list[str]:
    """One sentence per contradiction."""
    if (given.width is None) == (given.intervals is None):
        return ["give either `width` or `intervals`."]
    if not all(isfinite(edge) for edge in given.edges):
        return ["`width` and `intervals` must be finite numbers."]
    return [*_pattern_problems(given), *_bound_problems(given), *_share_problems(given)]


def _pattern_problems(given: "Intervals") -> Iterator[str]:
    if given.width is not None and given.groups:
        yield "`groups` belongs to `intervals`; with `width`, use `levels` and `factor`."
    if given.intervals is not None and given.levels > 1:
        yield "`levels` belongs to `width`; with `intervals`, use `groups`."
    if any(start >= end for start, end in given.intervals or ()):
        yield "every interval must end after it starts."
    if any(before[1] != after[0] for before, after in pairwise(given.intervals or ())):
        yield "every interval must start where the one before ends."


def _bound_problems(given: "Intervals") -> Iterator[str]:
    if any(isnan(bound) for bound in given.bounds):
        yield "a bound must be a number."
        return
    low_snap, bottom, minimum, high_snap, top, maximum = given.bounds
    if not low_snap >= bottom >= minimum and isfinite(low_snap):
        yield "`lower` needs snap >= bottom >= minimum."
    if not high_snap <= top <= maximum and isfinite(high_snap):
        yield "`upper` needs snap <= top <= maximum."
    if isfinite(low_snap) and isinf(bottom):
        yield "`lower.snap` needs a finite `bottom` to reach down to."
    if isfinite(high_snap) and isinf(top):
        yield "`upper.snap` needs a finite `top` to reach up to."
    if bottom >= top:
        yield "`lower.bottom` must be smaller than `upper.top`."


def _share_problems(given: "Intervals") -> Iterator[str]:
    if given.shares == "width" and not (isfinite(given.bounds[2]) and isfinite(given.bounds[5])):
        yield "`shares: width` needs a finite `lower.minimum` and `upper.maximum`."
