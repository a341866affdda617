"""Which columns identify people: distinction and separation of every set of columns.

Distinction is the number of classes per record, separation the share of pairs of records that
differ (Motwani & Xu 2007, docs/theory/risk.md). Sets are walked by adding one column at a time:
each refines the classes of the set before, and a class of equal records is never looked at again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats
from shoal.errors import StudyError

MOST_SETS = 1 << 20


@dataclass(frozen=True, eq=False)
class ColumnSubsets:
    """Distinction and separation of sets of columns.

    Attributes:
        columns: The columns.
        masks: Each set as a number: bit j is set if it contains column j.
        distinction: The number of classes of each set, per record.
        separation: The share of pairs of records that the set tells apart.
    """

    columns: tuple[str, ...]
    masks: Counts
    distinction: Floats
    separation: Floats

    def names(self, mask: int) -> tuple[str, ...]:
        """The columns of a set."""
        return tuple(name for at, name in enumerate(self.columns) if mask >> at & 1)

    def contributions(self) -> dict[str, float]:
        """By column: what it adds to the distinction of all, shared fairly (Shapley 1953).

        It is the mean, over all orders of columns, of what it adds to the columns before it. Only
        meaningful if all sets of columns were looked at.
        """
        worth = np.zeros(1 << len(self.columns))
        worth[self.masks] = self.distinction
        return {name: _shapley_value(worth, at) for at, name in enumerate(self.columns)}


@dataclass(frozen=True)
class _Partition:
    """Distinct tuples in classes that more columns could still split.

    Attributes:
        members: The tuples of such classes.
        groups: The class of each of these tuples.
        classes: How many classes are settled: they have one tuple, so nothing can split them.
        pairs: How many ordered pairs of records in settled classes look the same.
    """

    members: Counts
    groups: Counts
    classes: int
    pairs: int


def column_subsets(
    columns: Sequence[str], codes: Codes, counts: Counts, largest: int | None = None
) -> ColumnSubsets:
    """Distinction and separation of all sets of 1 to `largest` columns, in no particular order.

    Raises StudyError if there are too many sets.

    Args:
        columns: The names of the columns.
        codes: The distinct tuples of the table: a line per tuple, a number per column.
        counts: How many records each tuple has.
        largest: The most columns that a set has; all where it is not given.
    """
    largest = len(columns) if largest is None else min(largest, len(columns))
    _refuse_too_many(len(columns), largest)
    records = int(counts.sum())
    sets = np.array([*_walk(codes, counts, largest)] if records else [], np.int64).reshape(-1, 3)
    masks, classes, pairs = sets.T
    all_pairs = records * (records - 1)
    separation = 1 - pairs / all_pairs if all_pairs else np.zeros(len(pairs))
    return ColumnSubsets(tuple(columns), masks, classes / max(1, records), separation)


def _walk(codes: Codes, counts: Counts, largest: int) -> Iterator[tuple[int, int, int]]:
    """Every set once: its mask, how many classes it has, and how many ordered pairs look the same.

    Columns with many values come first: they settle most classes, and what follows is cheap.
    """
    width = codes.shape[1]
    values = [int(codes[:, at].max()) + 1 for at in range(width)]
    order = sorted(range(width), key=lambda at: -values[at])
    whole = _Partition(np.arange(len(counts)), np.zeros(len(counts), np.int64), 0, 0)
    todo = [(whole, 0, 0, 0)]
    while todo:
        partition, mask, size, start = todo.pop()
        for place in range(start, width):
            at = order[place]
            finer, classes, pairs = _refine(partition, codes[:, at], values[at], counts)
            yield mask | 1 << at, classes, pairs
            if size + 1 < largest:
                todo.append((finer, mask | 1 << at, size + 1, place + 1))


def _refine(
    partition: _Partition, codes: Codes, values: int, counts: Counts
) -> tuple[_Partition, int, int]:
    """The partition after one more column, and how many classes and equal pairs there are then.

    `codes` is the value of each tuple in that column, below `values`.
    """
    members = partition.members
    groups, size = _number_keys(partition.groups * values + codes[members])
    tuples = np.bincount(groups, minlength=size)
    sums = np.bincount(groups, weights=counts[members], minlength=size).astype(np.int64)
    equal = sums * (sums - 1)
    settled = tuples == 1
    is_open = ~settled[groups]
    left = _Partition(
        members[is_open],
        (np.cumsum(~settled) - 1)[groups[is_open]],
        partition.classes + int(np.count_nonzero(settled)),
        partition.pairs + int(equal[settled].sum()),
    )
    return left, partition.classes + size, partition.pairs + int(equal.sum())


def _number_keys(keys: Counts) -> tuple[Counts, int]:
    """Keys numbered from 0 without gaps, and how many different ones there are.

    By a table where that is small, else by sorting.
    """
    if not keys.size:
        return keys, 0
    most = int(keys.max()) + 1
    if most > 64 * keys.size:
        distinct, numbers = np.unique(keys, return_inverse=True)
        return numbers.astype(np.int64), distinct.size
    occurs = np.zeros(most, np.bool_)
    occurs[keys] = True
    numbers = np.cumsum(occurs)
    return numbers[keys] - 1, int(numbers[-1])


def _shapley_value(worth: Floats, at: int) -> float:
    """What a column adds on average over all orders: all set sizes have the same total weight.

    `worth` is the distinction of each set, by its mask.
    """
    masks = np.arange(worth.size)
    without = masks[masks >> at & 1 == 0]
    sizes = np.bitwise_count(without)
    gains = worth[without | 1 << at] - worth[without]
    by_size = np.bincount(sizes, weights=gains) / np.bincount(sizes)
    return float(by_size.mean())


def _refuse_too_many(width: int, largest: int) -> None:
    """Raise StudyError if `width` columns have too many sets of up to `largest`."""
    sets = sum(comb(width, size) for size in range(1, largest + 1))
    if sets > MOST_SETS:
        raise StudyError(
            f"{width} columns have {sets:,} sets of up to {largest}; at most {MOST_SETS:,} are"
            " looked at. Name fewer columns, or give a smaller largest set."
        )
