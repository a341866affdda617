"""Rank swapping: what a release by swapped numbers can be (Moore 1996).

The shown numbers are those of the column, but for its largest and smallest ones, which are their
mean: this is checked exactly. And each shown number stands, among the numbers in order, near enough
to a record that could have got it.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from shoal.verify.case.linked import Linked
from shoal.verify.methods.judged import Judged
from shoal.verify.methods.reach import Beside, Floats, Numbers, Reach

HALF = Fraction(1, 10**9)  # so near to the middle of two steps, a mean is rounded either way


def judge_rank_swapping(
    settings: Mapping[str, Any], columns: Sequence[Linked], _: Beside
) -> list[Judged]:
    """What can be said about swapped columns."""
    return [_judge_column(settings, column, Numbers.of(column)) for column in columns]


def _judge_column(settings: Mapping[str, Any], column: Linked, numbers: Numbers) -> Judged:
    """One column: its numbers, and how far they moved."""
    ordered = np.sort(_known(numbers.data, column.data.codes))
    many = len(ordered)
    top = round(float(settings.get("top", 0.05)) * many)
    bottom = min(round(float(settings.get("bottom", 0.05)) * many), many - top)
    middle = ordered[bottom : many - top]
    far = max(int(len(middle) * float(settings.get("share", 0.1))) - 1, 0)
    shown = np.sort(_known(numbers.release, column.release.codes))
    ends = _ends(ordered, bottom, many - top, shown)
    low, high = span_of(middle, numbers.release)
    low, high = np.maximum(low - far, 0) + bottom, np.minimum(high + far, len(middle) - 1) + bottom
    absent = ~np.isin(numbers.release, middle)
    low, high = np.where(absent, np.inf, low), np.where(absent, -np.inf, high)
    for value, first, last in ends or ():
        own = numbers.release == value
        low = np.where(own, np.minimum(low, first), low)
        high = np.where(own, np.maximum(high, last), high)
    reach = place_reach(column, numbers, ordered, low, high)
    judged = Judged.of(column, reach, reach, numbers.foreign)
    if ends is None and not numbers.foreign.any():
        judged.wrong.append(
            f"Column {column.terms.name!r}: the numbers are not those of the input with means at"
            " both ends."
        )
    return judged


def _known(values: Floats, codes: Any) -> Floats:  # noqa: ANN401  (codes of any width)
    """The numbers of all records that have one."""
    every = values[codes]
    return np.asarray(every[~np.isnan(every)], np.float64)


def _ends(
    ordered: Floats, first: int, last: int, shown: Floats
) -> list[tuple[float, int, int]] | None:
    """The mean of each end and the places that show it; None if nothing explains what is shown.

    Args:
        ordered: The numbers of the input.
        first: How many of them are at the lower end.
        last: Where the upper end begins.
        shown: The numbers of the release, in order.
    """
    parts = [(start, end) for start, end in ((0, first), (last, len(ordered))) if start < end]
    for means in product(*(roundings(ordered[start:end]) for start, end in parts)):
        expected = ordered.copy()
        for (start, end), mean in zip(parts, means, strict=True):
            expected[start:end] = mean
        if np.array_equal(np.sort(expected), shown):
            return [(mean, start, end - 1) for (start, end), mean in zip(parts, means, strict=True)]
    return None


def roundings(numbers: Floats) -> Iterator[float]:
    """The mean of whole numbers as a whole number; two, if it lies between both."""
    mean = Fraction(sum(map(int, numbers.tolist())), len(numbers))
    slack = HALF * max(abs(mean), Fraction(1))
    yield from {float(round(mean - slack)), float(round(mean + slack))}


def span_of(ordered: Floats, values: Floats) -> tuple[Floats, Floats]:
    """The first and the last place of each value among ordered numbers."""
    first = np.searchsorted(ordered, values, "left").astype(np.float64)
    return first, np.searchsorted(ordered, values, "right").astype(np.float64) - 1


def place_reach(
    column: Linked, numbers: Numbers, ordered: Floats, low: Floats, high: Floats
) -> Reach:
    """The reach of cells by places among the ordered numbers of the input.

    `low` and `high` are the first and last place from which each released text can stem.
    """
    first, last = span_of(ordered, numbers.data)
    spans = numbers.spans(column, low, high)
    return Reach(numbers.line(first), numbers.line(last), *spans)
