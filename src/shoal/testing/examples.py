"""Small tables, drawn from fixed seeds: classes, and the same classes merged."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Counts
from shoal.engine.classes import EquivalenceClasses, Histogram

MANY = 80
VALUES = ("flu", "cancer", "hiv", "none")
COLUMN = "illness"  # the sensitive column, unless a promise names another


@dataclass(frozen=True, eq=False)
class Example:
    """Records in classes.

    Attributes:
        fine: The class of each record, from 0.
        parent: The merged class that each class becomes part of, from 0.
        values: The sensitive value of each record, as its place in `VALUES`.
        strangers: How many people of the population look like each class, and are not in the
            table.
        column: The sensitive column's name.
    """

    fine: Counts
    parent: Counts
    values: Counts
    strangers: Counts
    column: str = COLUMN

    @property
    def coarse(self) -> "Example":
        """The same records in merged classes."""
        classes = len(np.unique(self.parent))
        strangers = np.bincount(self.parent, self.strangers, classes).astype(np.int64)
        fine, parent = self.parent[self.fine], np.zeros(classes, np.int64)
        return Example(fine, parent, self.values, strangers, self.column)

    @property
    def table(self) -> tuple[str, ...]:
        """The sensitive value of each record."""
        return tuple(VALUES[code] for code in self.values)

    def members(self) -> list[tuple[str, ...]]:
        """The sensitive values of each class, one tuple per class."""
        members: list[list[str]] = [[] for _ in self.strangers]
        for place, code in zip(self.fine.tolist(), self.values.tolist(), strict=True):
            members[place].append(VALUES[code])
        return [tuple(values) for values in members]

    def classes(self) -> EquivalenceClasses:
        """The classes as a promise sees them."""
        number = len(self.strangers)
        sizes = np.bincount(self.fine, minlength=number).astype(np.int64)
        pairs, counts = np.unique(self.fine * len(VALUES) + self.values, return_counts=True)
        reference = np.bincount(self.values, minlength=len(VALUES)).astype(np.int64)
        histogram = Histogram(
            (pairs // len(VALUES)).astype(np.int32),
            (pairs % len(VALUES)).astype(np.int32),
            counts.astype(np.int64),
            reference,
        )
        return EquivalenceClasses(sizes, sizes, {self.column: histogram}, sizes + self.strangers)

    def renumber(self, order: Counts) -> "Example":
        """The same classes with other numbers: the class at place p was `order[p]`."""
        place = np.argsort(order)
        return Example(
            place[self.fine], self.parent[order], self.values, self.strangers[order], self.column
        )


def examples(column: str = COLUMN, number: int = MANY) -> Iterator[Example]:
    """Tables of one to ten classes, small ones first; always the same."""
    for seed in range(number):
        draw = np.random.default_rng(seed)
        classes = 1 + seed % 10
        sizes = draw.integers(1, 7, classes)
        fine = np.repeat(np.arange(classes), sizes)
        known = draw.integers(1, len(VALUES) + 1)
        _, parent = np.unique(draw.integers(0, max(1, classes // 2), classes), return_inverse=True)
        values = draw.integers(0, known, len(fine))
        yield Example(fine, parent, values, draw.integers(0, 5, classes), column)
