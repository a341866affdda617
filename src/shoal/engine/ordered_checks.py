"""Three ways to check ordered t-closeness, for tests and benchmarks to compare.

Shoal itself checks with `ordered_distance`, which takes the best of them class by class. All give
the same answers: their sums are whole numbers (docs/decisions/0007-ordered-t-closeness.md).
"""

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from shoal.engine.arrays import Bools, Codes, Counts, Floats
from shoal.engine.classes import Histogram
from shoal.engine.kernel import inner, kernel
from shoal.engine.ordered_distance import Line, area_of_run, end_of_class, line_of

ROUNDING = 1e-15  # what is equal up to rounding is left to the sum, so that all ways agree
# How a check ended. Summation skips what comes before the first value of the class.
SUMMED, REJECTED, SKIPPED, ABORTED = range(4)
Way: TypeAlias = Callable[[Line, Codes, Codes, Counts, Floats, float, Bools, Codes], None]


def check_plainly(histogram: Histogram, classes: int, limit: float) -> Bools:
    """The definition: the cumulative sum over all values of the column, for every class."""
    return _check_classes(_sum_all, histogram, classes, limit)[0]


def check_with_pruning(histogram: Histogram, classes: int, limit: float) -> tuple[Bools, Codes]:
    """Paper 004, optimizations 2 and 3; also returns how each check ended."""
    return _check_classes(_sum_with_pruning, histogram, classes, limit)


def check_by_runs(histogram: Histogram, classes: int, limit: float) -> Bools:
    """From present value to present value by bisection, both ends first: O(d log m)."""
    return _check_classes(_sum_by_runs, histogram, classes, limit)[0]


def _check_classes(
    way: Way, histogram: Histogram, classes: int, limit: float
) -> tuple[Bools, Codes]:
    found, fate = np.zeros(classes, np.bool_), np.zeros(classes, np.int32)
    steps = histogram.values_in_table - 1
    if steps > 0:
        line = line_of(histogram.reference)
        arrays = histogram.classes, histogram.values, histogram.counts
        bound = limit * (steps * line.cumulative[-1])
        way(line, *arrays, np.zeros(steps + 1), bound, found, fate)
    return found, fate


@kernel
def _sum_all(
    line: Line, classes: Codes, values: Codes, counts: Counts, row: Floats, bound: float,
    found: Bools, fate: Codes,
) -> None:  # fmt: skip
    low = 0
    while low < classes.size:
        high, records = end_of_class(classes, counts, low)
        _fill(row, values, counts, low, high)
        area = reached = 0.0
        for value in range(row.size):
            reached += row[value]
            area += abs(reached * line.cumulative[-1] - line.cumulative[value] * records)
        _clear(row, values, low, high)
        found[classes[low]] = area > bound * records
        low = high


@kernel
def _sum_with_pruning(
    line: Line, classes: Codes, values: Codes, counts: Counts, row: Floats, bound: float,
    found: Bools, fate: Codes,
) -> None:  # fmt: skip
    # The paper's x: if the first x values have no record, the sum is certainly too large.
    beyond = np.searchsorted(line.area, bound * (1 + ROUNDING), side="right")
    low = 0
    while low < classes.size:
        high, records = end_of_class(classes, counts, low)
        first = values[low]
        if first >= beyond:  # check pruning
            found[classes[low]], fate[classes[low]] = True, REJECTED
            low = high
            continue
        fate[classes[low]] = SKIPPED if first > 0 else SUMMED
        limit = bound * records
        _fill(row, values, counts, low, high)
        area, reached = line.area[first] * records, 0.0  # summand pruning: start at first
        for value in range(first, row.size):
            reached += row[value]
            area += abs(reached * line.cumulative[-1] - line.cumulative[value] * records)
            if area > limit:
                fate[classes[low]] = ABORTED if value + 2 < row.size else fate[classes[low]]
                break
        _clear(row, values, low, high)
        found[classes[low]] = area > limit
        low = high


@kernel
def _sum_by_runs(
    line: Line, classes: Codes, values: Codes, counts: Counts, row: Floats, bound: float,
    found: Bools, fate: Codes,
) -> None:  # fmt: skip
    low = 0
    while low < classes.size:
        high, records = end_of_class(classes, counts, low)
        area = (line.area[values[low]] + line.missing[values[high - 1]]) * records
        limit, reached = bound * records, 0.0
        if area > limit:
            found[classes[low]], fate[classes[low]] = True, REJECTED
            low = high
            continue
        for at in range(low, high - 1):
            reached += counts[at] * line.cumulative[-1]
            area += area_of_run(
                line.cumulative, line.area, values[at], values[at + 1], reached, records
            )
        found[classes[low]] = area > limit
        low = high


@inner
def _fill(row: Floats, values: Codes, counts: Counts, low: int, high: int) -> None:
    for at in range(low, high):
        row[values[at]] = counts[at]


@inner
def _clear(row: Floats, values: Codes, low: int, high: int) -> None:
    for at in range(low, high):
        row[values[at]] = 0
