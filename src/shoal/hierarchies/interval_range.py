"""Where intervals stop: coded ends, and intervals that snap to them.

Bounds stand from the inside to the outside: snap, coding (`bottom`, `top`), extreme (`minimum`,
`maximum`). The rules are those of ARX's interval-based hierarchies.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl

from shoal.errors import DataError
from shoal.hierarchies.interval_pattern import Pattern
from shoal.hierarchies.whole_numbers import Scale, Whole


@dataclass(frozen=True)
class Cut:
    """One level of intervals.

    Attributes:
        labels: What each number becomes.
        widths: How wide that is; 0 where a label has no end.
    """

    labels: pl.Series
    widths: Whole


@dataclass(frozen=True)
class Range:
    """The bounds as whole numbers; None is infinity."""

    low_snap: int | None
    bottom: int | None
    minimum: int | None
    high_snap: int | None
    top: int | None
    maximum: int | None

    @property
    def width(self) -> int | None:
        """The width of everything that is no error."""
        return _distance(self.minimum, self.maximum)

    def refuse_outside(self, numbers: Whole) -> None:
        """Numbers beyond the extremes are errors."""
        outside = _below(numbers, self.minimum) | _from(numbers, self.maximum)
        if outside.any():
            raise DataError(
                f"{outside.sum()} of {len(numbers)} different values lie outside their intervals."
                " Widen `intervals`, or set `minimum` and `maximum`."
            )

    def cut(self, pattern: Pattern, numbers: Whole, scale: Scale) -> Cut:
        """The numbers as intervals of a pattern, or as beyond the coded ends."""
        starts, ends = self._snapped(pattern, *pattern.holding(numbers))
        labels, widths = _labels(starts, ends, scale), ends - starts
        if self.bottom is not None:
            below = _below(numbers, self.bottom)
            labels[below] = f"<{scale.text(self.bottom)}"
            widths = _set(widths, below, _distance(self.minimum, self.bottom))
        if self.top is not None:
            above = _from(numbers, self.top)
            labels[above] = f">={scale.text(self.top)}"
            widths = _set(widths, above, _distance(self.top, self.maximum))
        return Cut(pl.Series(labels.tolist(), dtype=pl.String), widths)

    def _snapped(self, pattern: Pattern, starts: Whole, ends: Whole) -> tuple[Whole, Whole]:
        """Intervals at an end of the range reach it; where both ends meet, there is only one."""
        low_end = None if self.low_snap is None else pattern.end_after(self.low_snap)
        high_start = None if self.high_snap is None else pattern.start_before(self.high_snap)
        low, high = _below(starts, low_end), _from(ends - 1, high_start)
        if low_end is not None and high_start is not None and low_end > high_start:
            low = high = low | high
        starts = _set(_set(starts, high, high_start), low, self.bottom)
        return starts, _set(_set(ends, low, low_end), high, self.top)


def _labels(starts: Whole, ends: Whole, scale: Scale) -> Whole:
    """The label of each interval; each is written once."""
    pairs = list(zip(starts.tolist(), ends.tolist(), strict=True))
    texts = {pair: f"[{scale.text(pair[0])}, {scale.text(pair[1])}[" for pair in set(pairs)}
    return np.array([texts[pair] for pair in pairs], dtype=object)


def _set(numbers: Whole, where: Whole, number: int | None) -> Whole:
    """The numbers with some replaced; only widths can be infinite, and then nobody uses them."""
    return np.where(where, 0 if number is None else number, numbers)


def _below(numbers: Whole, bound: int | None) -> Whole:
    return np.zeros(len(numbers), bool) if bound is None else np.asarray(numbers < bound, bool)


def _from(numbers: Whole, bound: int | None) -> Whole:
    return np.zeros(len(numbers), bool) if bound is None else np.asarray(numbers >= bound, bool)


def _distance(lower: int | None, upper: int | None) -> int | None:
    return None if lower is None or upper is None else upper - lower
