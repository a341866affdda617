"""The range of intervals: its coded ends, and intervals that snap to them.

From the inside to the outside, the bounds are snap, coding (`bottom`, `top`) and extreme
(`minimum`, `maximum`). The rules are those of ARX's interval-based hierarchies.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from shoal.errors import DataError
from shoal.hierarchies.interval_pattern import Pattern, Spans
from shoal.hierarchies.whole_numbers import Whole


@dataclass(frozen=True)
class Range:
    """The bounds as places on a line (`shoal.hierarchies.line`); None is infinity.

    Attributes:
        low_snap: The interval that holds it, and all below, reach down to `bottom`.
        bottom: Smaller values are coded as `<bottom`.
        minimum: Smaller values are errors.
        high_snap: The interval that ends at it or holds it, and all above, reach up to `top`.
        top: This place and greater ones are coded as `>=top`.
        maximum: This place and greater ones are errors.
    """

    low_snap: int | None
    bottom: int | None
    minimum: int | None
    high_snap: int | None
    top: int | None
    maximum: int | None

    @property
    def width(self) -> int | None:
        """The width between the extremes; None if it is infinite."""
        return distance(self.minimum, self.maximum)

    def refuse_outside(self, numbers: Whole) -> None:
        """Raise a `DataError` if numbers lie beyond the extremes."""
        outside = _below(numbers, self.minimum) | _at_or_above(numbers, self.maximum)
        if outside.any():
            raise DataError(
                f"{outside.sum()} of {len(numbers)} different values lie outside their intervals."
                " Widen `intervals`, or set `minimum` and `maximum`."
            )

    def below(self, numbers: Whole) -> Whole:
        """One flag per number: whether it is coded as below the bottom."""
        return _below(numbers, self.bottom)

    def above(self, numbers: Whole) -> Whole:
        """One flag per number: whether it is coded as from the top on."""
        return _at_or_above(numbers, self.top)

    def snap_spans(self, pattern: Pattern, numbers: Whole) -> Spans:
        """The interval that holds each number; intervals beyond a snap reach the end of the range.

        If the intervals at both ends meet, they become one.
        """
        spans = pattern.spans_of(numbers)
        starts, ends, functions = spans.starts, spans.ends, spans.functions
        low_end, low_function = _find_if_known(pattern.after, self.low_snap)
        high_start, high_function = _find_if_known(pattern.before, self.high_snap)
        low, high = _below(starts, low_end), _at_or_above(ends - 1, high_start)
        if low_end is not None and high_start is not None and low_end > high_start:
            low = high = low | high
        starts = set_where(set_where(starts, high, high_start), low, self.bottom)
        ends = set_where(set_where(ends, low, low_end), high, self.top)
        functions = set_where(set_where(functions, high, high_function), low, low_function)
        return Spans(starts, ends, functions)


def distance(lower: int | None, upper: int | None) -> int | None:
    """How far apart two bounds are; None if one is infinite."""
    return None if lower is None or upper is None else upper - lower


def set_where(numbers: Whole, where: Whole, number: int | None) -> Whole:
    """The numbers with `number` where a flag is true.

    None is written as 0: it stands for an infinite width, which nobody uses.
    """
    return np.where(where, 0 if number is None else number, numbers)


def _find_if_known(
    find: Callable[[int], tuple[int, int]], snap: int | None
) -> tuple[int | None, int | None]:
    """What `find` returns for a snap; twice None without a snap."""
    return (None, None) if snap is None else find(snap)


def _below(numbers: Whole, bound: int | None) -> Whole:
    """One flag per number; all false if the bound is infinite."""
    return np.zeros(len(numbers), bool) if bound is None else np.asarray(numbers < bound, bool)


def _at_or_above(numbers: Whole, bound: int | None) -> Whole:
    """One flag per number; all false if the bound is infinite."""
    return np.zeros(len(numbers), bool) if bound is None else np.asarray(numbers >= bound, bool)
