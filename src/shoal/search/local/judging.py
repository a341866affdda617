"""Which classes keep every promise, whatever the promises are.

Promises see classes as they see those of a global candidate, with the reference distribution of the
whole table and with people counted where the study counts people.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from shoal.engine.arrays import Bools, Codes, Counts, Floats
from shoal.engine.classes import EquivalenceClasses, histogram, members_of
from shoal.engine.encoded import EncodedTable
from shoal.engine.grouping import Grouping
from shoal.engine.information import all_information, information_lost_by_code
from shoal.privacy.model import ClassPromise, is_decided_by_size, minimum_size
from shoal.search.exact.checks import Check
from shoal.search.exact.sensitive import check_of
from shoal.search.problem import Problem


@dataclass(frozen=True, eq=False)
class Judge:
    """The promises of a problem, asked about any classes of a table's tuples.

    Attributes:
        problem: What was asked.
        table: The table whose tuples form classes.
    """

    problem: Problem
    table: EncodedTable

    @cached_property
    def promises(self) -> list[ClassPromise]:
        """The promises about single classes."""
        return [one for one in self.problem.privacy if isinstance(one, ClassPromise)]

    @cached_property
    def minimum(self) -> int:
        """The size below which no class keeps every promise."""
        checks = self.checks or []
        return max([1, *map(minimum_size, self.promises), *(check.size for check in checks)])

    @cached_property
    def checks(self) -> list[Check] | None:
        """The promises that size does not decide, as checks for kernels.

        Empty if size decides all of them. None if kernels cannot judge: they do not know one of
        the promises, or people are counted instead of records.
        """
        others = [promise for promise in self.promises if not is_decided_by_size(promise)]
        checks = [check_of(promise, self.table) for promise in others]
        known = [check for check in checks if check is not None]
        counts_people = self.table.people is not None
        return None if counts_people or len(known) < len(others) else known

    @property
    def is_decided_by_size(self) -> bool:
        """Whether a class keeps every promise exactly if it has the minimum size."""
        return self.checks == []

    def keeps_promises(self, place: Counts, levels: Counts) -> Bools:
        """One flag per class: does it keep every promise?

        Args:
            place: The class of each tuple; -1 for those without one.
            levels: The levels of each tuple, a line each.
        """
        classes = int(place.max(initial=-1)) + 1
        apart = np.where(place < 0, classes, place).astype(np.int32)
        sizes = np.bincount(apart, self.table.counts, classes + 1).astype(np.int64)
        if self.is_decided_by_size:
            return np.asarray(sizes[:classes] >= self.minimum)
        seen = self._classes_seen(apart, sizes, levels)
        broken = np.zeros(classes + 1, np.bool_)
        for promise in self.promises:
            broken |= promise.violations(seen)
        return ~broken[:classes]

    def _classes_seen(self, apart: Codes, sizes: Counts, levels: Counts) -> EquivalenceClasses:
        """The classes as promises see them; the last one is all tuples without a class."""
        grouping = Grouping((), np.zeros((len(sizes), 1), np.uint64), sizes, apart)
        return EquivalenceClasses(
            sizes=members_of(self.table, grouping),
            records=sizes,
            histograms={
                name: histogram(found, grouping) for name, found in self.table.sensitive.items()
            },
            information=lambda: self._information(apart, len(sizes), levels),
        )

    def _information(self, apart: Codes, classes: int, levels: Counts) -> Floats:
        """Which share of the information about its values each class has lost, in [0, 1]."""
        first = np.zeros(classes, np.int64)
        first[apart[::-1]] = np.arange(len(apart))[::-1]
        lost = np.zeros(classes)
        for at, column in enumerate(self.table.columns):
            for level in range(column.height + 1):
                there = levels[first, at] == level
                codes = self.table.codes(at, level)[first[there]]
                lost[there] += information_lost_by_code(column, level)[codes]
        return np.clip(lost / all_information(self.table), 0, 1)
