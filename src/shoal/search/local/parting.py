"""A table parted into classes, each with levels of its own, and how two partings become one.

Two partings of the same tuples fall into components: sets of tuples that neither tears apart. In
each component, whichever parting costs less is taken; what results is as valid as both.
"""

from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.kernel import inner, kernel
from shoal.search.local.cells import Cells, costs_at

NOWHERE = 2.0  # what a record costs that has no place: more than to lose all of it


@dataclass(frozen=True, eq=False)
class Parting:
    """Which class each tuple is in, and on which levels.

    Attributes:
        place: The class of each tuple; -1 for those without one.
        levels: The levels of each tuple's class: a line per tuple, a level per column.
        costs: What a record of each tuple costs; NOWHERE without a class.
    """

    place: Counts
    levels: Counts
    costs: Floats

    @property
    def left(self) -> Bools:
        """The tuples without a class."""
        return np.asarray(self.place < 0)

    @property
    def classes(self) -> int:
        """One more than the largest number of a class; some numbers may be unused."""
        return int(self.place.max(initial=-1)) + 1

    def total(self, cells: Cells) -> float:
        """What all records cost together."""
        return float((self.costs * cells.counts).sum())  # `@` would wake threads for this


def make_parting(cells: Cells, place: Counts, levels: Counts) -> Parting:
    """A parting with its costs; tuples without a class stay at their lowest levels."""
    left = place < 0
    levels = np.where(left[:, None], cells.low, levels)
    return Parting(place, levels, np.where(left, NOWHERE, costs_at(cells, levels)))


def recombine(cells: Cells, ours: Parting, theirs: Parting, free: Bools) -> Parting:
    """Our parting, with theirs in those components of free tuples where theirs costs less."""
    if not free.any():
        return ours
    better = _better(
        ours.place, theirs.place, free, ours.classes, theirs.classes,
        ours.costs * cells.counts, theirs.costs * cells.counts,
    )  # fmt: skip
    place = np.where(better, theirs.place + ours.classes * (theirs.place >= 0), ours.place)
    place = _number_classes(place)
    levels = np.where(better[:, None], theirs.levels, ours.levels)
    return Parting(place, levels, np.where(better, theirs.costs, ours.costs))


def _number_classes(place: Counts) -> Counts:
    """Classes numbered without gaps; -1 stays."""
    used = np.zeros(int(place.max(initial=-1)) + 2, np.int64)
    used[place[place >= 0]] = 1
    number = np.cumsum(used) - 1
    return np.where(place >= 0, number[place], -1)


@kernel
def _better(
    ours: Counts,
    theirs: Counts,
    free: Bools,
    our_classes: int,
    their_classes: int,
    our_costs: Floats,
    their_costs: Floats,
) -> Bools:
    """Which tuples are free and in a component that is cheaper in their parting.

    A tuple without a class counts as a class of its own. Costs are of all records of a tuple.
    """
    size = ours.size
    parent = np.arange(our_classes + their_classes + 2 * size)
    alone = our_classes + their_classes
    for at in range(size):
        if free[at]:
            one = ours[at] if ours[at] >= 0 else alone + 2 * at
            other = our_classes + theirs[at] if theirs[at] >= 0 else alone + 2 * at + 1
            first, second = _root(parent, one), _root(parent, other)
            if first != second:
                parent[second] = first
    gain = np.zeros(parent.size)
    for at in range(size):
        if free[at]:
            one = ours[at] if ours[at] >= 0 else alone + 2 * at
            gain[_root(parent, one)] += our_costs[at] - their_costs[at]
    better = np.zeros(size, np.bool_)
    for at in range(size):
        if free[at]:
            one = ours[at] if ours[at] >= 0 else alone + 2 * at
            better[at] = gain[_root(parent, one)] > 1e-9
    return better


@inner
def _root(parent: Counts, at: int) -> int:
    """The representative of the component of a class; shortens the paths to it for later calls."""
    while parent[at] != at:
        parent[at] = parent[parent[at]]
        at = parent[at]
    return at
