"""Intervals chosen from the distribution of a column's numbers.

Two proposals are made and the one that loses less is taken (`counted.expected_loss`):

- intervals of one round width, doubled on every level; short to write and easy to read;
- the range cut in two at a round number near the median, the halves cut again, and so on, so
  that every level halves the records of an interval however skewed the column is.
"""

from collections.abc import Iterator
from decimal import Decimal
from itertools import islice, pairwise
from math import log2

import numpy as np

from shoal.hierarchies.counted import Counted, Counts, expected_loss
from shoal.hierarchies.intervals import Intervals
from shoal.hierarchies.round_numbers import floor, plain, roundest, steps
from shoal.hierarchies.suppression import Suppression

FEWEST = 5  # an interval with fewer records is not made
MIDDLE = (0.35, 0.65)  # the share of records on the left that still counts as half
EASIER = 1.1  # equal widths may lose this much more: they are easier to read
MANY = 2000  # of more numbers, equal widths are not tried: they cost time and are hardly better

Numbers = list[Decimal]


def intervals_of(column: Counted, levels: int) -> Intervals | Suppression:
    """The builder for a column of numbers, with at most so many levels above the values."""
    exact = [Decimal(text) for text in column.values]
    order = np.array(sorted(range(len(exact)), key=exact.__getitem__), dtype=np.int64)
    numbers, counts = [exact[at] for at in order], column.counts[order]
    even, halved = _best_width(column, numbers, levels), _halved(numbers, counts, levels)
    proposals = [proposal for proposal in (even, halved) if proposal is not None]
    if len(proposals) < 2:
        return proposals[0] if proposals else Suppression()
    losses = [expected_loss(proposal.build(column.values), column.counts) for proposal in proposals]
    return proposals[0] if losses[0] <= EASIER * losses[1] else proposals[1]


def _best_width(column: Counted, numbers: Numbers, levels: int) -> Intervals | None:
    """Intervals of equal width that lose least, if any width makes at least two of them."""
    proposals = list(_widths(numbers, levels)) if len(numbers) <= MANY else []
    if not proposals:
        return None
    losses = [expected_loss(proposal.build(column.values), column.counts) for proposal in proposals]
    return proposals[losses.index(min(losses))]


def _widths(numbers: Numbers, levels: int) -> Iterator[Intervals]:
    """Round widths that make at most half as many labels as there are values, and at least two."""
    span = numbers[-1] - numbers[0]
    for width in islice(steps(span) if span else (), 12):
        cells = _cells(numbers, width)
        if 2 <= cells <= len(numbers) // 2 and levels > 1:
            yield Intervals(width=plain(width), levels=_doublings(numbers, width, levels - 1))


def _cells(numbers: Numbers, width: Decimal) -> int:
    return len({floor(number, width) for number in numbers})


def _doublings(numbers: Numbers, width: Decimal, most: int) -> int:
    """The number of levels on which there are at least two intervals, at most so many."""
    widths = (width * 2**level for level in range(most))
    # Numbers on both sides of 0 stay apart at any width, so doubling has to end by itself.
    return max(1, sum(_cells(numbers, doubled) > 1 for doubled in widths))


def _halved(numbers: Numbers, counts: Counts, levels: int) -> Intervals | None:
    """Intervals from cutting again and again; None where nothing can be cut."""
    depth = min(levels - 1, int(log2(len(numbers))) if numbers else 0)
    edges: list[Numbers] = [_ends(numbers)]
    for _ in range(depth):
        cut = _cut_all(edges[0], numbers, counts)
        if len(cut) == len(edges[0]):
            break
        edges.insert(0, cut)
    if len(edges) == 1:
        return None
    made = tuple((plain(low), plain(high)) for low, high in pairwise(edges[0]))
    groups = tuple(_sizes(fine, coarse) for fine, coarse in pairwise(edges[:-1]))
    return Intervals(intervals=made, groups=groups)


def _ends(numbers: Numbers) -> Numbers:
    """Round bounds around all numbers, about as round as the range is long."""
    span = numbers[-1] - numbers[0] or Decimal(1)
    step = next(step for step in steps(span) if step <= span / 3)
    return [floor(numbers[0], step), floor(numbers[-1], step) + step]


def _cut_all(edges: Numbers, numbers: Numbers, counts: Counts) -> Numbers:
    places = np.searchsorted(np.array(numbers, dtype=object), np.array(edges, dtype=object))
    finer = [edges[0]]
    for (low, high), end in zip(pairwise(places.tolist()), edges[1:], strict=True):
        cut = _cut(numbers[low:high], counts[low:high])
        finer += [end] if cut is None else [cut, end]
    return finer


def _cut(numbers: Numbers, counts: Counts) -> Decimal | None:
    """A round number with about half of the records below it; None if a side would be too small."""
    below = np.cumsum(counts)[:-1]
    total = int(counts.sum())
    allowed = np.flatnonzero((below >= FEWEST) & (total - below >= FEWEST))
    if not len(allowed):
        return None
    shares = below[allowed] / total
    central = allowed[(shares >= MIDDLE[0]) & (shares <= MIDDLE[1])]
    nearest = int(allowed[np.abs(shares - 0.5).argmin()])
    first, last = (int(central[0]), int(central[-1])) if len(central) else (nearest, nearest)
    return roundest(numbers[first], numbers[last + 1], numbers[nearest + 1])


def _sizes(fine: Numbers, coarse: Numbers) -> int | tuple[int, ...]:
    """How many intervals of one level are one interval of the next."""
    places = [fine.index(edge) for edge in coarse]
    sizes = tuple(high - low for low, high in pairwise(places))
    return sizes[0] if len(set(sizes)) == 1 else sizes
