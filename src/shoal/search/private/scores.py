"""How good a candidate is, as an exact number that one record changes by at most 1.

Bild, Kuhn & Prasser 2018 (docs/theory/private.md): each score is divided by
its sensitivity. Records that were not drawn count as suppressed, and N counts all records. Proofs
are in docs/decisions/0011-differential-privacy.md; tests try all small neighboring tables.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from operator import mul

import numpy as np

from shoal.engine.arrays import Bools, Codes, Counts
from shoal.engine.encoded import EncodedTable
from shoal.engine.grouping import Grouping, group
from shoal.engine.lattice import Levels
from shoal.engine.merging import majorities, merge_by_columns


@dataclass(frozen=True, eq=False)
class Sample:
    """What the search looks at.

    Attributes:
        encoded: The records that were drawn for the search.
        everybody: The number of all records, N.
        k: The size of the smallest class that is released.
        roots: Whether the top of each column's hierarchy is a single label.
        weights: How much each column counts; together 1.
        targets: The columns to predict, where the score is about that.
    """

    encoded: EncodedTable
    everybody: int
    k: int
    roots: tuple[bool, ...]
    weights: tuple[Fraction, ...]
    targets: tuple[str, ...] = ()

    def at(self, levels: Levels) -> "Seen":
        """A candidate on these records."""
        return Seen(self, group(self.encoded, levels))


@dataclass(frozen=True, eq=False)
class Seen:
    """A candidate: its classes, and which of them are released."""

    sample: Sample
    grouping: Grouping

    @cached_property
    def is_released(self) -> Bools:
        """Which classes are large enough."""
        return self.grouping.sizes >= self.sample.k

    @cached_property
    def sizes(self) -> Counts:
        """The sizes of these classes."""
        return self.grouping.sizes[self.is_released]

    @cached_property
    def records(self) -> int:
        """How many records are released."""
        return int(self.sizes.sum())

    @property
    def suppressed_records(self) -> int:
        """How many records are not: too few alike, or not drawn."""
        return self.sample.everybody - self.records

    def codes(self, column: int) -> Codes:
        """The code of a column in each class that is released."""
        return self.sample.encoded.layout.field(self.grouping.keys, column)[self.is_released]

    def counts(self, column: int) -> Counts:
        """How many released records have each code of a column."""
        size = self.sample.encoded.columns[column].sizes[self.grouping.levels[column]]
        return np.bincount(self.codes(column), self.sizes, size).astype(np.int64)


Score = Callable[[Seen], Fraction]


def loss(seen: Seen) -> Fraction:
    """How much of each column's domain released records cover; suppressed ones cover all."""
    total = Fraction(0)
    for at, column in enumerate(seen.sample.encoded.columns):
        counts, covers = seen.counts(at), column.covers[seen.grouping.levels[at]]
        there = counts > 0
        covered = sum(map(mul, counts[there].tolist(), covers[there].tolist()))
        total += seen.sample.weights[at] * (
            Fraction(covered, column.domain) + seen.suppressed_records
        )
    return -total / max(1, seen.sample.k - 1)


def precision(seen: Seen) -> Fraction:
    """How far up their hierarchies released records are; suppressed ones are at the top."""
    total = Fraction(0)
    for at, column in enumerate(seen.sample.encoded.columns):
        height = Fraction(seen.grouping.levels[at], max(1, column.height))
        total += seen.sample.weights[at] * (seen.records * height + seen.suppressed_records)
    return -total / max(1, seen.sample.k - 1)


def average_class_size(seen: Seen) -> Fraction:
    """How many classes there are; all suppressed records make one."""
    return Fraction(len(seen.sizes) + (seen.suppressed_records > 0))


def discernibility(seen: Seen) -> Fraction:
    """How many records each record is mistaken for; a suppressed one for all."""
    squares = _squares(seen.sizes)
    everybody = max(1, seen.sample.everybody)
    return -(Fraction(squares, everybody) + seen.suppressed_records) / _quadratic(seen.sample.k)


def non_uniform_entropy(seen: Seen) -> Fraction:
    """Discernibility of the values of single columns; a root tells no more than suppression."""
    total, everybody = Fraction(0), max(1, seen.sample.everybody)
    for at, column in enumerate(seen.sample.encoded.columns):
        if seen.sample.roots[at] and seen.grouping.levels[at] == column.height:
            cost = Fraction(seen.sample.everybody)
        else:
            cost = Fraction(_squares(seen.counts(at)), everybody) + seen.suppressed_records
        total += seen.sample.weights[at] * cost
    return -total / _quadratic(seen.sample.k)


def classification(seen: Seen) -> Fraction:
    """How many records have the most frequent target value of those they look like."""
    found = sum((_majority_records(seen, target) for target in seen.sample.targets), Fraction(0))
    return found / (seen.sample.k * len(seen.sample.targets))


SCORES: Mapping[str, Score] = {
    "loss": loss,
    "precision": precision,
    "average-class-size": average_class_size,
    "discernibility": discernibility,
    "non-uniform-entropy": non_uniform_entropy,
    "classification": classification,
}


def _quadratic(k: int) -> Fraction:
    """By how much one record can change a score that squares the sizes of classes."""
    return Fraction(5) if k == 1 else Fraction(k * k, k - 1) + 1


def _squares(counts: Counts) -> int:
    """The sum of squares, exactly, however large it is."""
    return sum(count * count for count in counts.tolist())


def _majority_records(seen: Seen, target: str) -> Fraction:
    """Records with the most frequent value among those they look like.

    A quasi-identifier is predicted from the others; the more general it is, the less that is worth.
    """
    encoded, grouping = seen.sample.encoded, seen.grouping
    at = encoded.place(target)
    if at is None:
        beside = encoded.targets[target]
        classes = grouping.class_of_tuple[beside.tuples]
        kept = seen.is_released[classes]
        return Fraction(_largest(classes[kept], beside.values[kept], beside.counts[kept]))
    others = [other for other in range(len(encoded.columns)) if other != at]
    groups = merge_by_columns(encoded, grouping, others)[seen.is_released]
    worth = 1 - Fraction(grouping.levels[at], max(1, encoded.columns[at].height))
    return worth * _largest(groups, seen.codes(at), seen.sizes)


def _largest(groups: Codes, values: Codes, counts: Counts) -> int:
    """The records of the most frequent value of each group, added up."""
    return int(majorities(groups, values, counts)[1].sum())
