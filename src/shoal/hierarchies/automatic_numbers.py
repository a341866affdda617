"""Hierarchies of numbers: intervals with round edges that no single value decides.

Two kinds are proposed, and the one with the smaller loss is taken (`counted.loss_of`):

- intervals of one round width, doubled on every level; short to write and easy to read;
- steps that grow with the numbers (0, 1, 2, 5, 10, 20, 50, 100, …), then powers of ten, then
  thousands, for columns in which most numbers are small and some are very large.

The records decide which kind is taken and how wide the intervals are, but not where the edges are:
a label does not depend on other values.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import islice, pairwise

import numpy as np
from numpy.typing import NDArray

from shoal.hierarchies.counted import Counted, loss_of
from shoal.hierarchies.intervals import Intervals
from shoal.hierarchies.suppression import Suppression

EASIER = 1.1  # equal widths may lose this much more: they are easier to read
USUAL = (0.02, 0.98)  # widths must suit the numbers between these quantiles of the records

Numbers = list[Decimal]
Floats = NDArray[np.float64]
Proposal = tuple[Intervals, list[NDArray[np.int64]]]  # a builder, and the cell of each number


def intervals_of(column: Counted, levels: int) -> Intervals | Suppression:
    """The builder for a column of numbers, with at most `levels` levels above the values.

    Suppression if no intervals would help.
    """
    exact = [Decimal(text) for text in column.values]
    numbers = np.array([float(number) for number in exact])
    if not np.isfinite(numbers).all():
        return Suppression()
    even = list(_even_proposals(column, exact, numbers, levels))
    growing = list(_growing_proposals(exact, numbers, levels))
    best = [_best(proposals, column) for proposals in (even, growing) if proposals]
    if not best:
        return Suppression()
    (first_loss, first), (last_loss, last) = best[0], best[-1]
    return first if first_loss <= EASIER * last_loss else last


def _best(proposals: list[Proposal], column: Counted) -> tuple[float, Intervals]:
    """The loss and builder of the best proposal, the first of equal ones; losses include a root."""
    values, root = np.arange(len(column.values)), np.zeros(len(column.values), np.int64)
    losses = [loss_of([values, *cells, root], column.counts) for _, cells in proposals]
    least = min(losses)
    return least, proposals[losses.index(least)][0]


def _even_proposals(
    column: Counted, exact: Numbers, numbers: Floats, levels: int
) -> Iterator[Proposal]:
    """Round widths that make at most half as many labels as there are values, and at least two.

    Args:
        column: The values with their records.
        exact: The number of each value.
        numbers: The same as floats.
        levels: The most levels above the values, root included.
    """
    span = _span(column, exact, numbers)
    for width in islice(steps(span) if span else (), 12):
        cells = [_cells(numbers, float(width) * 2**level) for level in range(max(1, levels - 1))]
        # Numbers on both sides of 0 stay apart at any width, so doubling has to end by itself.
        kept = max(1, sum(_count(level) > 1 for level in cells))
        if levels > 1 and 2 <= _count(cells[0]) <= len(numbers) // 2:
            yield Intervals(width=as_study_number(width), levels=kept), cells[:kept]


def _span(column: Counted, exact: Numbers, numbers: Floats) -> Decimal:
    """How far the usual numbers reach; how far all reach if the usual ones are equal."""
    order = np.argsort(numbers, kind="stable")
    share = np.cumsum(column.counts[order]) / column.records
    ends = np.searchsorted(share, USUAL)
    low, high = (exact[order[min(int(end), len(order) - 1)]] for end in ends)
    return high - low or max(exact) - min(exact)


def _cells(numbers: Floats, width: float) -> NDArray[np.int64]:
    """The number of each value's interval, for intervals of one width."""
    return _number_cells(np.floor(numbers / width))


def _growing_proposals(exact: Numbers, numbers: Floats, levels: int) -> Iterator[Proposal]:
    """At most one proposal: steps that grow with the numbers, on levels that tell groups apart."""
    parts = [_edges(exact, digits, powers) for digits, powers in _STEPS]
    cells = [
        _number_cells(np.searchsorted(_floats(edges), numbers, side="right")) for edges in parts
    ]
    sizes = [len(numbers) // 2 + 1, *map(_count, cells)]
    useful = [at for at, (fine, coarse) in enumerate(pairwise(sizes)) if 1 < coarse < fine]
    kept = useful[-(levels - 1) :] if levels > 1 else []
    if kept:
        edges = [parts[at] for at in kept]
        groups = tuple(_sizes(*pair) for pair in pairwise(edges))
        bounds = tuple(
            (as_study_number(low), as_study_number(high)) for low, high in pairwise(edges[0])
        )
        yield Intervals(intervals=bounds, groups=groups), [cells[at] for at in kept]


# Digits of the edges, and how many powers of ten lie between two steps of the same digit.
_STEPS = (((1, 2, 5), 1), ((1,), 1), ((1,), 3))


def _edges(exact: Numbers, digits: Sequence[int], powers: int) -> Numbers:
    """Edges around all numbers, 0 among them; mirrored below 0 if there are negative numbers.

    Args:
        exact: The number of each value.
        digits: The first digits of edges.
        powers: How many powers of ten lie between two edges with the same digit.
    """
    first = _smallest(exact)
    last = first + 3
    while Decimal(1).scaleb(last) <= max(map(abs, exact)):
        last += 3  # all levels end at the same edge
    above = [Decimal(x).scaleb(e) for e in range(first, last, powers) for x in digits]
    above.append(Decimal(1).scaleb(last))
    below = [-edge for edge in reversed(above)] if min(exact) < 0 else []
    return [*below, Decimal(0), *above]


def _smallest(exact: Numbers) -> int:
    """The exponent of the first edge: 0 for whole numbers, else below that of the median."""
    sizes = sorted(abs(number) for number in exact if number)
    if all(number == number.to_integral_value() for number in sizes):
        return 0
    return min(0, sizes[len(sizes) // 2].adjusted() - 1)


def _sizes(fine: Numbers, coarse: Numbers) -> int | tuple[int, ...]:
    """How many intervals of the finer level are one of the coarser; one number if all are equal."""
    places = [fine.index(edge) for edge in coarse]
    sizes = tuple(high - low for low, high in pairwise(places))
    return sizes[0] if len(set(sizes)) == 1 else sizes


def steps(largest: Decimal) -> Iterator[Decimal]:
    """Round steps (100, 50, 20, 10, 5, 2, 1, …), endless, from about `largest` downwards."""
    exponent = largest.adjusted()
    while True:
        for digit in (5, 2, 1):
            yield Decimal(digit).scaleb(exponent)
        exponent -= 1


def as_study_number(number: Decimal) -> int | float:
    """A number as it stands in a study."""
    return int(number) if number == number.to_integral_value() else float(number)


def _floats(edges: Numbers) -> Floats:
    return np.array([float(edge) for edge in edges])


def _number_cells(cells: NDArray[np.generic]) -> NDArray[np.int64]:
    """The cells numbered from 0, without gaps."""
    numbers: NDArray[np.int64] = np.unique(cells, return_inverse=True)[1].astype(np.int64)
    return numbers


def _count(cells: NDArray[np.int64]) -> int:
    """How many cells there are."""
    return int(cells.max()) + 1 if len(cells) else 0
