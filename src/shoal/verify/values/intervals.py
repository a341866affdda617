"""Intervals, built again from their definition with integers only (docs/theory/hierarchies.md).

Every number is scaled by one power of ten, so that all arithmetic is exact. The intervals of a
level are a pattern of edges repeated in both directions; an interval is known by its place in it.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from itertools import accumulate
from math import lcm
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.errors import DataError, StudyError
from shoal.verify.values.bounds import Bounds, Scale

Whole = NDArray[Any]  # whole numbers: int64 where they fit, Python's own where they do not
_FITS = 2**60


def interval_levels(
    values: pl.Series, settings: Mapping[str, Any], decimal: str
) -> list[pl.Series]:
    """The labels of every value, one series per level, level 0 (the values) first.

    Args:
        values: The distinct values as texts; DataError if one is no number or out of range.
        settings: The settings of the builder.
        decimal: The decimal mark of the values.
    """
    numbers = [_number(text, decimal) for text in values]
    scale = Scale.of([*numbers, *_numbers_in(settings)])
    whole = _whole([scale.whole(number) for number in numbers])
    patterns = list(_patterns(settings, scale))
    bounds = Bounds.of(settings, scale, patterns[0])
    _require_inside(whole, bounds)
    always_root = settings.get("always_root", True)
    levels = [values]
    for edges in patterns:
        levels.append(_labels(whole, edges, bounds, scale))
        if levels[-1].n_unique() <= 1 and not always_root:
            return levels
    return [*levels, pl.Series(["*"]).new_from_index(0, len(values))]


def _patterns(settings: Mapping[str, Any], scale: Scale) -> Iterator[list[int]]:
    """The edges of every level's intervals, lowest level first."""
    if settings.get("width") is not None:
        yield from _widen(settings, scale)
        return
    listed = settings.get("intervals")
    if not listed:
        raise StudyError("The builder `intervals` needs `width` or `intervals`.")
    edges = [scale.whole(listed[0][0]), *(scale.whole(high) for _, high in listed)]
    yield edges
    for sizes in settings.get("groups") or ():
        edges = _join_intervals(edges, sizes if isinstance(sizes, Sequence) else [sizes])
        yield edges


def _widen(settings: Mapping[str, Any], scale: Scale) -> Iterator[list[int]]:
    """Intervals from zero, each level `factor` times as wide as the one below."""
    width = scale.whole(settings["width"])
    for _ in range(int(settings.get("levels", 1))):
        yield [0, width]
        width *= int(settings.get("factor", 2))


def _join_intervals(edges: list[int], sizes: Sequence[int]) -> list[int]:
    """Consecutive intervals joined into groups; both repeat until they end together."""
    count = len(edges) - 1
    rounds = lcm(count, sum(sizes)) // sum(sizes)
    return [edges[0], *(_edge(place, edges) for place in accumulate(list(sizes) * rounds))]


def _edge(place: int, edges: list[int]) -> int:
    """The edge at a place of the endlessly repeated pattern."""
    shift, rest = divmod(place, len(edges) - 1)
    return edges[rest] + shift * (edges[-1] - edges[0])


def _places(whole: Whole, edges: list[int]) -> Whole:
    """The place of the interval that holds each number, in the endlessly repeated pattern."""
    shift = (whole - edges[0]) // (edges[-1] - edges[0])
    rest = whole - shift * (edges[-1] - edges[0])
    inside: Whole = np.searchsorted(_whole(edges), rest, side="right") - 1
    return shift * (len(edges) - 1) + inside


def _labels(whole: Whole, edges: list[int], bounds: Bounds, scale: Scale) -> pl.Series:
    """The label of each number among the intervals of a level."""
    places, which = np.unique(_places(whole, edges), return_inverse=True)
    ends = _snap_ends(edges, bounds)
    spans = [_span(int(place), edges, bounds, *ends) for place in places]
    texts = [f"[{scale.text(start)}, {scale.text(end)}[" for start, end in spans]
    labels = np.array(texts, dtype=object)[which]
    if bounds.low.last is not None:
        labels[whole < bounds.low.last] = f"<{scale.text(bounds.low.last)}"
    if bounds.high.last is not None:
        labels[whole >= bounds.high.last] = f">={scale.text(bounds.high.last)}"
    return pl.Series(labels.tolist(), dtype=pl.String)


def _snap_ends(edges: list[int], bounds: Bounds) -> tuple[int | None, int | None]:
    """Where the lowest interval ends and where the highest starts, if they are widened at all."""
    low_end = high_start = None
    if bounds.low.snap is not None:
        low_end = _edge(int(_places(_whole([bounds.low.snap]), edges)[0]) + 1, edges)
    if bounds.high.snap is not None:
        # Edges are whole numbers: one less lies in the interval that ends at the snap value.
        high_start = _edge(int(_places(_whole([bounds.high.snap - 1]), edges)[0]), edges)
    return low_end, high_start


def _span(
    place: int, edges: list[int], bounds: Bounds, low_end: int | None, high_start: int | None
) -> tuple[int | None, int | None]:
    """Start and end of an interval, widened to the bound if it is one of the outermost."""
    start, end = _edge(place, edges), _edge(place + 1, edges)
    low = low_end is not None and start < low_end
    high = high_start is not None and start >= high_start
    meet = low_end is not None and high_start is not None and low_end > high_start
    if meet and (low or high):
        return bounds.low.last, bounds.high.last
    if low:
        return bounds.low.last, low_end
    return (high_start, bounds.high.last) if high else (start, end)


def _require_inside(whole: Whole, bounds: Bounds) -> None:
    """Raise DataError if numbers are beyond the limits."""
    below = 0 if bounds.low.limit is None else int((whole < bounds.low.limit).sum())
    above = 0 if bounds.high.limit is None else int((whole >= bounds.high.limit).sum())
    if below + above:
        raise DataError(f"{below + above} values lie outside the range of their intervals.")


def _number(text: str, decimal: str) -> Decimal:
    """A text as a finite number; DataError for other texts."""
    try:
        number = Decimal(text.replace(decimal, ".") if decimal != "." else text)
    except InvalidOperation:
        raise DataError("A column with intervals holds values that are not numbers.") from None
    if not number.is_finite():
        raise DataError("A column with intervals holds values that are not finite.")
    return number


def _numbers_in(settings: object) -> Iterator[Decimal]:
    """All numbers anywhere in the settings; those that are not finite come as 0."""
    if isinstance(settings, Mapping):
        settings = list(settings.values())
    if isinstance(settings, list | tuple):
        for part in settings:
            yield from _numbers_in(part)
    elif isinstance(settings, int | float | Decimal) and not isinstance(settings, bool):
        number = Decimal(str(settings))
        yield number if number.is_finite() else Decimal(0)


def _whole(numbers: Sequence[int]) -> Whole:
    """Whole numbers as an array, of Python's own if they do not fit into 64 bits."""
    fits = all(-_FITS < number < _FITS for number in numbers)
    return np.array(numbers, dtype=np.int64 if fits else object)
