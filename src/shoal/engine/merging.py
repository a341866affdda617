"""Classes seen by some of their columns only, and what is most frequent in each."""

from collections.abc import Iterable

import numpy as np

from shoal.engine.arrays import Codes, Counts
from shoal.engine.distinct import distinct
from shoal.engine.encoded import EncodedTable
from shoal.engine.grouping import Grouping


def merge_by_columns(encoded: EncodedTable, grouping: Grouping, columns: Iterable[int]) -> Codes:
    """A number for each class, the same for classes that look alike in these columns."""
    mask = np.zeros(encoded.layout.words, np.uint64)
    for at in columns:
        mask[encoded.layout.word[at]] |= encoded.layout.mask[at] << encoded.layout.shift[at]
    return distinct(grouping.keys & mask, grouping.sizes)[2]


def majorities(groups: Codes, values: Codes, counts: Counts) -> tuple[Counts, Counts, Counts]:
    """Per group: its records, those of its most frequent value, how many values are as frequent.

    Groups without records are left out.

    Args:
        groups: The group of each entry.
        values: The value of each entry.
        counts: How many records the entry stands for.
    """
    present = counts > 0
    if not present.any():
        nothing = np.zeros(0, np.int64)
        return nothing, nothing, nothing
    groups, values, counts = groups[present], values[present], counts[present]
    width = int(values.max()) + 1
    pairs, sums = _add_up_pairs(groups.astype(np.int64) * width + values, counts)
    starts = np.flatnonzero(np.diff(pairs // width, prepend=-1))
    largest = np.maximum.reduceat(sums, starts)
    length = np.diff(starts, append=len(pairs))
    ties = np.add.reduceat((sums == np.repeat(largest, length)).astype(np.int64), starts)
    return np.add.reduceat(sums, starts), largest, ties


def _add_up_pairs(pairs: Counts, counts: Counts) -> tuple[Counts, Counts]:
    """The different pairs in ascending order and the sum of their counts."""
    if pairs.max() <= 8 * len(pairs) + 1024:
        sums = np.bincount(pairs, counts).astype(np.int64)
        found = np.flatnonzero(sums)
        return found, sums[found]
    found, place = np.unique(pairs, return_inverse=True)
    return found, np.bincount(place, counts).astype(np.int64)
