"""How far the values of a class are from those of the table, where values stand in a line.

The earth mover's distance is the area between two cumulative distributions (Li et al. 2007,
doi:10.1109/ICDE.2007.367856). Only the part between the first and the last value of a class has to
be walked; prefix sums give the rest (paper 004; docs/decisions/0007-ordered-t-closeness.md):

    before its first value the class has nothing, so each step costs what the table has up to there;
    from its last value on the class has everything, so each step costs what the table lacks.

Sums are whole numbers, held in floats: exact below 2^53, and independent of the order of addition.
"""

from typing import NamedTuple

import numpy as np

from shoal.engine.arrays import Bools, Codes, Counts, Floats
from shoal.engine.classes import Histogram
from shoal.engine.kernel import inline, inner, kernel

NARROW = 24  # steps that are always walked one by one: deciding would take longer
SPARSE = 4  # steps per present value from which jumping from value to value is faster


class Line(NamedTuple):
    """What the table has along the order of a column; numbers of records.

    Attributes:
        cumulative: Up to and including each value.
        area: The sum of `cumulative` before each value, and of all.
        missing: The sum, from each value on, of the records that come after.
    """

    cumulative: Floats
    area: Floats
    missing: Floats


def line_of(reference: Counts) -> Line:
    """The prefix sums of a table, made once for all classes."""
    cumulative = np.cumsum(reference)
    area = np.append(0, np.cumsum(cumulative))
    missing = np.cumsum((cumulative[-1:] - cumulative)[::-1])[::-1]
    return Line(*(np.asarray(part, np.float64) for part in (cumulative, area, missing)))


def ordered_distances(histogram: Histogram, classes: int) -> Floats:
    """The distance of each class from the table, in [0, 1]; 0 for an empty one."""
    return _measure_classes(histogram, classes, np.inf)[0]


def classes_beyond(histogram: Histogram, classes: int, limit: float) -> Bools:
    """Which classes are further from the table than a limit; stops adding up where it is clear."""
    return _measure_classes(histogram, classes, limit)[1]


def _measure_classes(histogram: Histogram, classes: int, limit: float) -> tuple[Floats, Bools]:
    distances, beyond = np.zeros(classes), np.zeros(classes, np.bool_)
    steps = histogram.values_in_table - 1
    if steps > 0:
        line, row = line_of(histogram.reference), np.zeros(steps + 1)
        _measure(
            line, histogram.classes, histogram.values, histogram.counts, limit, row,
            distances, beyond,
        )  # fmt: skip
    return distances, beyond


@kernel
def _measure(
    line: Line,
    classes: Codes,
    values: Codes,
    counts: Counts,
    limit: float,
    row: Floats,
    distances: Floats,
    beyond: Bools,
) -> None:
    """One class after the other; all in one function, for a call costs more than a short class.

    Args:
        line: The table.
        classes: The class of each entry; those of a class stand together.
        values: Their values, ascending within a class.
        counts: Their records.
        limit: Distances above it need not be exact: adding up stops there.
        row: Scratch: zeros, one per value of the column.
        distances: The distance of each class.
        beyond: Whether it is above the limit.
    """
    cumulative, area, missing = line
    everything = cumulative[-1]
    scale = (cumulative.size - 1) * everything
    bound = limit * scale
    low = 0
    while low < classes.size:
        high, records = end_of_class(classes, counts, low)
        first, last = values[low], values[high - 1]
        found, most = (area[first] + missing[last]) * records, bound * records
        if last == first:
            pass  # the ends are all there is
        elif last - first <= max(NARROW, SPARSE * (high - low)):
            for at in range(low, high):
                row[values[at]] = counts[at]
            reached = 0.0
            for value in range(first, last):
                reached += row[value]
                found += abs(reached * everything - cumulative[value] * records)
            for at in range(low, high):
                row[values[at]] = 0
        else:
            reached = 0.0
            for at in range(low, high - 1):
                if found > most:  # the ends alone, or what was added up so far
                    break
                reached += counts[at] * everything
                found += area_of_run(cumulative, area, values[at], values[at + 1], reached, records)
        distances[classes[low]] = found / (records * scale)
        beyond[classes[low]] = found > most
        low = high


@inline
def end_of_class(classes: Codes, counts: Counts, low: int) -> tuple[int, float]:
    """Where the entries of a class end that start at `low`, and how many records they have."""
    high, records = low, 0.0
    while high < classes.size and classes[high] == classes[low]:
        records += counts[high]
        high += 1
    return high, records


@inner
def area_of_run(
    cumulative: Floats, area: Floats, start: int, end: int, reached: float, records: float
) -> float:
    """The area from one present value to the next: there the class's cumulative sum is constant.

    Args:
        cumulative: See `Line`.
        area: See `Line`.
        start: The present value.
        end: The next one.
        reached: The class's records up to here, times all records of the table.
        records: All records of the class.
    """
    width, below = end - start, records * (area[end] - area[start])
    if reached <= cumulative[start] * records:
        return float(below - reached * width)
    if reached >= cumulative[end - 1] * records:
        return float(reached * width - below)
    left, right = start, end  # where the table overtakes the class, by bisection
    while left < right:
        middle = (left + right) // 2
        if cumulative[middle] * records < reached:
            left = middle + 1
        else:
            right = middle
    before = records * (area[left] - area[start])
    crossed = reached * (left - start) - before + (below - before) - reached * (end - left)
    return float(crossed)
