"""Classes that cost something by being there: two of them may be cheaper as one.

A publisher pays for each class that is small enough to be attacked, however many records it has
(`PublisherPayout`). So classes are merged as long as that saves more than it loses in detail.
"""

from typing import NamedTuple

import numpy as np

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.kernel import kernel
from shoal.search.local.cells import Cells
from shoal.search.local.judging import Judge
from shoal.search.local.parting import Parting
from shoal.search.local.refining import Ends, first_members, lower_levels

MOST = 4_000  # classes; all pairs of more would take too long


class Toll(NamedTuple):
    """What a class costs beside its records.

    Attributes:
        cost: In records that lost everything.
        size: Classes of this size and larger pay nothing.
    """

    cost: float
    size: int


def merge_classes(cells: Cells, judge: Judge, parting: Parting, toll: Toll, ends: Ends) -> Parting:
    """The parting with classes merged, each time those pairs that save most."""
    while 1 < parting.classes <= MOST and not ends():
        merged = _merge_pairs(cells, judge, parting, toll)
        if merged is None:
            break
        parting = merged
    return parting


def _merge_pairs(cells: Cells, judge: Judge, parting: Parting, toll: Toll) -> Parting | None:
    """The parting with some pairs of classes as one; None if no pair is worth it."""
    partner, saved = _find_partners(cells, parting, toll)
    ones = np.flatnonzero(saved > 1e-9)
    # Only pairs in which each is the other's best: the others may find better ones afterwards.
    mutual = ones[(partner[partner[ones]] == ones) & (ones < partner[ones])]
    pairs = list(zip(mutual.tolist(), partner[mutual].tolist(), strict=True))
    return _merge_kept(cells, judge, parting, pairs)


def _merge_kept(
    cells: Cells, judge: Judge, parting: Parting, pairs: list[tuple[int, int]]
) -> Parting | None:
    """The parting with those pairs merged that keep every promise; None if there are none."""
    while pairs:
        target = np.arange(parting.classes)
        for one, other in pairs:
            target[other] = one
        place = np.where(parting.place < 0, -1, target[np.maximum(parting.place, 0)])
        found = lower_levels(cells, Parting(place, parting.levels, parting.costs))
        kept: Bools = judge.keeps_promises(found.place, found.levels)
        fine = [pair for pair in pairs if kept[pair[0]]]
        if len(fine) == len(pairs):
            return Parting(_renumber(found.place), found.levels, found.costs)
        pairs = fine
    return None


def _renumber(place: Counts) -> Counts:
    """Classes numbered without gaps; -1 stays."""
    return np.where(place < 0, -1, np.unique(np.append(place, -1), return_inverse=True)[1][:-1] - 1)


def _find_partners(cells: Cells, parting: Parting, toll: Toll) -> tuple[Counts, Floats]:
    """Per class: with whom it is best merged, and what that saves."""
    first = first_members(parting)
    placed = parting.place >= 0
    sizes = np.bincount(parting.place[placed], cells.counts[placed], parting.classes)
    levels = parting.levels[first]
    return find_partners(cells, first, levels, sizes.astype(np.int64), toll.cost, toll.size)


@kernel
def find_partners(
    cells: Cells, first: Counts, levels: Counts, sizes: Counts, cost: float, size: int
) -> tuple[Counts, Floats]:
    """Compare all pairs of classes, each given by one member, its levels and its size."""
    partner = np.full(first.size, -1)
    saved = np.zeros(first.size)
    for one in range(first.size):
        for other in range(one + 1, first.size):
            if sizes[one] == 0 or sizes[other] == 0:
                continue
            gain = 0.0
            gain += cost if sizes[one] < size else 0.0
            gain += cost if sizes[other] < size else 0.0
            gain -= cost if sizes[one] + sizes[other] < size else 0.0
            for column in range(cells.low.size):
                ours, theirs = cells.leaves[first[one], column], cells.leaves[first[other], column]
                level = max(levels[one, column], levels[other, column])
                start = cells.start[column, level]
                while cells.words[start + ours] != cells.words[start + theirs]:
                    level += 1
                    if level > cells.high[column]:
                        gain = -np.inf
                        break
                    start = cells.start[column, level]
                if gain == -np.inf:
                    break
                before = cells.start[column, levels[one, column]]
                gain -= sizes[one] * (cells.costs[start + ours] - cells.costs[before + ours])
                before = cells.start[column, levels[other, column]]
                gain -= sizes[other] * (cells.costs[start + theirs] - cells.costs[before + theirs])
            if gain > saved[one]:
                partner[one], saved[one] = other, gain
            if gain > saved[other]:
                partner[other], saved[other] = one, gain
    return partner, saved
