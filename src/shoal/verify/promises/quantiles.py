"""The ordered distance as the distance of quantiles (paper 004 sums cumulative shares instead).

The records of a class that have one value fill an interval of quantiles. The quantiles of the table
in that interval are first below the value and then above it, and sums of them are known for every
interval. All numbers are whole: quantiles are multiplied by the totals of the class and the table.
"""

import numpy as np

from shoal.verify.case.sensitive import Whole
from shoal.verify.promises.tally import Tally

ROOM = 2**62  # larger numbers are left to Python, which is slow and exact


def moved(values: Tally) -> Whole:
    """How far the records of each class must move to be distributed as the table, in all."""
    ranks = values.column.ranks
    largest = values.everything * int(values.totals.max(initial=1)) * len(ranks)
    kind = np.int64 if largest < ROOM else object
    order = np.lexsort((ranks[values.values], values.classes))
    classes, place = values.classes[order], ranks[values.values][order]
    total, filled = values.totals[classes].astype(kind), np.cumsum(values.counts[order])
    start = filled - values.counts[order]
    begin = start[np.searchsorted(values.classes, np.arange(values.number))][classes]
    low, high = ((edge - begin).astype(kind) * values.everything for edge in (start, filled))
    table = Table.of(values.table[np.argsort(ranks)].astype(kind))
    middle = np.clip(table.filled[place + 1] * total, low, high)
    below, between, above = (table.sum_to(edge, total) for edge in (low, middle, high))
    cost = place * (middle - low) - (between - below) + (above - between) - place * (high - middle)
    sums = np.zeros(values.number, kind)
    np.add.at(sums, classes, cost)
    return sums


class Table:
    """The quantiles of the table: its values by rank, each as often as it occurs."""

    def __init__(self, filled: Whole, sums: Whole) -> None:
        self.filled, self._sums = filled, sums

    @classmethod
    def of(cls, counts: Whole) -> "Table":
        """Of a table with so many records of each rank."""
        places = np.arange(len(counts))
        return cls(_from_zero(counts), _from_zero(counts * places))

    def sum_to(self, edges: Whole, scale: Whole) -> Whole:
        """The sum of the ranks of all quantiles up to an edge; multiplied by the scale."""
        records = (edges // scale).astype(np.int64)
        filled = self.filled.astype(np.int64)
        place = np.minimum(np.searchsorted(filled, records, side="right"), len(filled) - 1) - 1
        rest = (edges - self.filled[place] * scale) * place
        sums: Whole = self._sums[place] * scale + rest
        return sums


def _from_zero(counts: Whole) -> Whole:
    return np.concatenate([np.zeros(1, counts.dtype), np.cumsum(counts)])
