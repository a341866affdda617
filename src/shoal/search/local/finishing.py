"""Places for the records that no cell was large enough for, and records that are better suppressed.

A leftover joins the class that costs least to raise so that it fits. Where promises forbid that,
the leftovers of a highest cell become one class with those classes there that bring it close to the
whole table at the least cost; at last that is all of the highest cell.
"""

from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.kernel import kernel
from shoal.search.local.cells import Cells, costs_at
from shoal.search.local.judging import Judge
from shoal.search.local.merging import Toll
from shoal.search.local.parting import Parting, make_parting
from shoal.search.local.refining import lower_levels

TRIES = 8  # classes that a leftover tries to join
FEW = 400  # tuples; if more are left over, none tries to join by itself
DENSE = 50_000_000  # values times classes; columns with more are not compared


@dataclass(frozen=True, eq=False)
class Finisher:
    """Finishes a parting: leftovers join classes or are suppressed.

    Attributes:
        cells: The table.
        judge: The promises.
        gone: What a suppressed record of each tuple costs.
        allowed: How many records may be suppressed.
    """

    cells: Cells
    judge: Judge
    gone: Floats
    allowed: int

    def finish(self, parting: Parting) -> Parting:
        """The parting with lowered classes, with leftovers in classes, and without dear classes.

        It may still leave out more records than allowed; the caller asks `suppressed_records`.
        """
        parting = lower_levels(self.cells, parting)
        if parting.left.any():
            parting = self._settle(parting)
        return self.drop_dear_classes(parting)

    def suppressed_records(self, parting: Parting) -> int:
        """How many records have no place."""
        return int(self.cells.counts[parting.left].sum())

    def _settle(self, parting: Parting) -> Parting:
        """Leftovers join classes one by one if they are few; the rest of each highest cell unites.

        The rest of a highest cell is left out instead if the budget allows all of it. Leftovers
        that no class can hold use up the budget first.
        """
        hopeless = self._hopeless(parting)
        budget = self.allowed - int(self.cells.counts[hopeless].sum())
        ones = np.flatnonzero(parting.left & ~hopeless)
        if len(ones) <= FEW:
            for item in ones[np.argsort(-self.cells.counts[ones], kind="stable")].tolist():
                parting, budget = self._join(parting, item, budget)
        rest = parting.left & ~hopeless
        for cell in np.unique(self._highest[rest]).tolist() if rest.any() else ():
            inside = rest & (self._highest == cell)
            if int(self.cells.counts[inside].sum()) > budget:
                parting = self._unite(parting, inside)
            else:
                budget -= int(self.cells.counts[inside].sum())
        return parting

    def _hopeless(self, parting: Parting) -> Bools:
        """Leftovers of highest cells that are too small for a class as a whole."""
        sizes = np.bincount(self._highest, self.cells.counts)
        return parting.left & (sizes[self._highest] < self.judge.minimum)

    @property
    def _highest(self) -> Counts:
        """The cell of each tuple on the highest levels."""
        start = self.cells.start[np.arange(len(self.cells.high)), self.cells.high]
        words = self.cells.words[start + self.cells.leaves]
        return np.unique(words, axis=0, return_inverse=True)[1].reshape(-1)

    def _join(self, parting: Parting, item: int, budget: int) -> tuple[Parting, int]:
        """Put one leftover into the class that costs least, unless leaving it out costs less.

        Returns the parting, unchanged if the leftover found no class, and how many records may
        still be left out.
        """
        records = int(self.cells.counts[item])
        first, sizes = _first_and_sizes(self.cells, parting)
        added = _costs_to_join(self.cells, item, first, parting.levels[first], sizes)
        for target in np.argsort(added, kind="stable")[
            : 1 if self.judge.is_decided_by_size else TRIES
        ]:
            if not np.isfinite(added[target]):
                break
            if records <= budget and self.gone[item] * records <= added[target]:
                return parting, budget - records
            place = parting.place.copy()
            place[item] = target
            found = lower_levels(self.cells, Parting(place, parting.levels, parting.costs))
            if (
                self.judge.is_decided_by_size
                or self.judge.keeps_promises(found.place, found.levels)[target]
            ):
                return found, budget
        return parting, budget

    def _unite(self, parting: Parting, inside: Bools) -> Parting:
        """Leftovers of one highest cell as one class, with as many other classes as that takes.

        The parting stays as it is if even all classes of the cell do not keep the promises.
        """
        cell = self._highest[np.flatnonzero(inside)[0]]
        first, sizes = _first_and_sizes(self.cells, parting)
        able = np.flatnonzero((sizes > 0) & (self._highest[first] == cell))
        top = costs_at(self.cells, np.broadcast_to(self.cells.high, parting.levels.shape))
        dearer = sizes[able] * (top[first[able]] - parting.costs[first[able]]) + 1e-9
        union = np.full(len(parting.place), -1)
        union[inside] = 0
        choice = _Choice(self, parting, union, able, dearer)
        while not self.judge.keeps_promises(
            union, np.broadcast_to(self.cells.high, parting.levels.shape)
        )[0]:
            chosen = choice.next()
            if chosen < 0:
                return parting
            union[parting.place == chosen] = 0
        place = np.where(union == 0, parting.classes, parting.place)
        return lower_levels(self.cells, Parting(place, parting.levels, parting.costs))

    def drop_dear_classes(self, parting: Parting, toll: Toll | None = None) -> Parting:
        """The parting without classes that cost more than suppressing them, the dearest first.

        Args:
            parting: The classes.
            toll: What a class costs beside its records.
        """
        budget = self.allowed - self.suppressed_records(parting)
        gain = np.where(parting.left, 0.0, parting.costs - self.gone) * self.cells.counts
        placed = ~parting.left
        gains = np.bincount(parting.place[placed], gain[placed], parting.classes)
        sizes = np.bincount(
            parting.place[placed], self.cells.counts[placed], parting.classes
        ).astype(np.int64)
        if toll is not None:
            gains = gains + np.where((sizes > 0) & (sizes < toll.size), toll.cost, 0.0)
        place = parting.place.copy()
        for one in np.argsort(-gains / np.maximum(1, sizes), kind="stable").tolist():
            if gains[one] <= 1e-9:
                break
            if 0 < sizes[one] <= budget:
                place[place == one] = -1
                budget -= int(sizes[one])
        return make_parting(self.cells, place, parting.levels)


class _Choice:
    """Chooses which class is united with leftovers next.

    Args of the constructor: `union` is 0 for tuples in the union, else -1; `able` has the classes
    that may be chosen; `dearer` says what it costs to raise each of them to the highest levels.
    """

    def __init__(
        self, finisher: Finisher, parting: Parting, union: Counts, able: Counts, dearer: Floats
    ) -> None:
        self._able, self._dearer = able, dearer
        self._free = np.ones(len(able), np.bool_)
        self._counts, self._union, self._shares = _contents(finisher, parting, union, able)

    def next(self) -> int:
        """The class that brings the union closest to the table for what it costs; -1 for none."""
        if not self._free.any():
            return -1
        together = self._counts + self._union
        gain = self._distance(self._union[None])[0] - self._distance(together)
        worth = np.where(self._free, np.maximum(gain, 0) / self._dearer, -1.0)
        at = int(worth.argmax())
        if worth[at] <= 0:
            at = int(np.where(self._free, self._dearer, np.inf).argmin())
        self._free[at] = False
        self._union = together[at]
        return int(self._able[at])

    def _distance(self, counts: Counts) -> Floats:
        """How far the distribution on each line is from the table's, summed over columns."""
        total = np.zeros(len(counts))
        for part, shares in self._shares:
            some = counts[:, part]
            size = np.maximum(1, some.sum(axis=1, keepdims=True))
            total += np.abs(some / size - shares).sum(axis=1)
        return total


def _contents(
    finisher: Finisher, parting: Parting, union: Counts, able: Counts
) -> tuple[Counts, Counts, list[tuple[slice, Floats]]]:
    """How often each sensitive value occurs, in classes and in the union, and in the table.

    Returns counts with a line per class of `able` and an entry per value, the same for the union,
    and for each sensitive column which entries are its own and their shares in the table. Columns
    with too many values are left out; the last entry, always 0, belongs to no column.
    """
    place = np.full(parting.classes + 1, -1)
    place[able] = np.arange(len(able))
    of = np.where(union == 0, len(able), place[parting.place])
    columns, shares, start = [], [], 0
    for found in finisher.judge.table.sensitive.values():
        values = len(found.labels)
        if values * (len(able) + 1) > DENSE:
            continue
        counts = np.zeros((len(able) + 2, values), np.int64)
        np.add.at(counts, (of[found.tuples], found.values), found.counts)  # -1: the last row
        columns.append(counts[:-1])
        whole = found.reference / max(1, found.reference.sum())
        shares.append((slice(start, start + values), whole))
        start += values
    every = np.hstack([*columns, np.zeros((len(able) + 1, 1), np.int64)])
    return every[:-1], every[-1], shares


def _first_and_sizes(cells: Cells, parting: Parting) -> tuple[Counts, Counts]:
    """One tuple of each class, and how many records the class has; 0 for numbers not in use."""
    placed = np.flatnonzero(~parting.left)
    first = np.zeros(parting.classes, np.int64)
    first[parting.place[placed][::-1]] = placed[::-1]
    sizes = np.bincount(parting.place[placed], cells.counts[placed], parting.classes)
    return first, sizes.astype(np.int64)


@kernel
def _costs_to_join(cells: Cells, item: int, first: Counts, levels: Counts, sizes: Counts) -> Floats:
    """What it costs to raise each class so that a tuple fits; infinite where it cannot."""
    added = np.full(first.size, np.inf)
    for group in range(first.size):
        if sizes[group] == 0:
            continue
        before = after = 0.0
        fits = True
        for column in range(cells.low.size):
            one, other = cells.leaves[first[group], column], cells.leaves[item, column]
            level = levels[group, column]
            before += cells.costs[cells.start[column, level] + one]
            while fits:
                start = cells.start[column, level]
                if cells.words[start + one] == cells.words[start + other]:
                    break
                level += 1
                fits = level <= cells.high[column]
            if not fits:
                break
            after += cells.costs[cells.start[column, level] + one]
        if fits:
            added[group] = sizes[group] * (after - before) + cells.counts[item] * after
    return added
