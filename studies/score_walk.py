"""One walk through all candidates that counts what four quality models need at once.

Each class carries how often every class of the target occurs in it, packed into one word; its size
is their sum. The column with the most values is raised least often, and each depth of the walk
keeps its classes, as in `shoal.search.by_class.sweep`.
"""

from typing import NamedTuple

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Codes, Counts, Floats, Keys
from shoal.engine.kernel import inner, kernel
from shoal.engine.roll_up import roll_up, slots_for
from shoal.search.exact.tables import Tables


class Counted(NamedTuple):
    """What was counted of each candidate; filled in place.

    Attributes:
        suppressed: Suppressed records.
        minority: Records of kept classes that are not of the most frequent class of the target.
        tied: Records of kept classes that have no most frequent one.
        sizes: Sizes of all classes times their logarithms.
        changed: The same of suppressed classes, less the logarithms of what their values cover.
        units: For each column what the values of suppressed records cover.
        bits: For each column what it takes to tell the values of suppressed records apart.
    """

    suppressed: Counts
    minority: Counts
    tied: Counts
    sizes: Floats
    changed: Floats
    units: Counts
    bits: Floats


class Labels(NamedTuple):
    """What is known of the values of columns, of all levels one after the other.

    Attributes:
        start: Where the values of a column's level begin.
        covers: How much of its domain each value covers.
        leaves: The logarithm of the number of finest values under each.
    """

    start: Counts
    covers: Counts
    leaves: Floats


class Packed(NamedTuple):
    """The words that tuples carry.

    Attributes:
        words: The word of each tuple.
        bits: How many bits a count takes.
        classes: How many counts there are.
        smallest: The smallest class of records that is kept.
        logarithms: Of numbers up to that of all records.
    """

    words: Counts
    bits: int
    classes: int
    smallest: int
    logarithms: Floats


class Depths(NamedTuple):
    """Where the walk stands: levels, who holds the classes of each depth, and the classes."""

    levels: Counts
    order: Counts
    holder: Counts
    size: Counts
    keys: Keys
    words: Counts
    slots: Codes


def counted(tables: Tables, packed: Packed, labels: Labels) -> Counted:
    """Walk through the whole lattice."""
    columns, tuples, size = len(tables.shape), len(tables.keys), int(np.prod(tables.shape))
    depths = Depths(
        np.zeros(columns, np.int64), np.argsort(-tables.codes[:, 0], kind="stable"),
        np.full(columns, -1), np.zeros(columns, np.int64),
        np.empty((columns, tuples), np.uint64), np.empty((columns, tuples), np.int64),
        slots_for(tuples),
    )  # fmt: skip
    found = Counted(
        *(np.zeros(size, np.int64) for _ in range(3)), np.zeros(size), np.zeros(size),
        np.zeros((size, columns), np.int64), np.zeros((size, columns)),
    )  # fmt: skip
    _walk(tables, packed, labels, depths, np.zeros(labels.covers.size, np.int64), found)
    return found


@kernel
def _walk(
    tables: Tables,
    packed: Packed,
    labels: Labels,
    depths: Depths,
    tally: Counts,
    found: Counted,
) -> None:
    deepest = depths.levels.size - 1
    while True:
        _count(tables, packed, labels, depths, tally, found)
        depth = deepest
        while depth >= 0:
            column = depths.order[depth]
            if depths.levels[column] + 1 < tables.shape[column]:
                break
            depths.levels[column] = 0
            depth -= 1
        if depth < 0:
            return
        _raise(tables, packed, depths, depth)
        for deeper in range(depth + 1, deepest + 1):
            depths.holder[deeper] = depth


@inner
def _raise(tables: Tables, packed: Packed, depths: Depths, depth: int) -> None:
    """Raise the column of a depth by one level, from the classes that it holds."""
    column, holder = depths.order[depth], depths.holder[depth]
    level = depths.levels[column]
    depths.levels[column] += 1
    keys, words, size = tables.keys, packed.words, tables.keys.size
    if holder >= 0:
        keys, words, size = depths.keys[holder], depths.words[holder], depths.size[holder]
    shift, mask = tables.shift[column : column + 1], tables.mask[column : column + 1]
    offset = tables.offset[column, level, level + 1 : level + 2]
    depths.size[depth] = roll_up(
        keys, words, size, ~(mask[0] << shift[0]), 1, shift, mask, offset, tables.steps,
        depths.keys[depth], depths.words[depth], depths.slots,
    )  # fmt: skip
    depths.holder[depth] = depth


@inner
def _count(
    tables: Tables, packed: Packed, labels: Labels, depths: Depths, tally: Counts, found: Counted
) -> None:
    """Count the classes of the candidate at hand."""
    candidate = int64(0)
    for at in range(depths.levels.size):
        candidate += depths.levels[at] * tables.stride[at]
    holder = depths.holder[depths.levels.size - 1]
    keys, words, classes = tables.keys, packed.words, tables.keys.size
    if holder >= 0:
        keys, words, classes = depths.keys[holder], depths.words[holder], depths.size[holder]
    mask = (int64(1) << packed.bits) - 1
    for at in range(classes):
        word, size, most, often = words[at], int64(0), int64(0), 0
        for _ in range(packed.classes):
            count = word & mask
            word >>= packed.bits
            size += count
            if count > most:
                most, often = count, 1
            elif count == most:
                often += 1
        part = size * packed.logarithms[size]
        found.sizes[candidate] += part
        if size < packed.smallest:
            found.suppressed[candidate] += size
            found.changed[candidate] += part
            _leave_out(tables, labels, depths.levels, keys[at], size, tally)
        elif often == 1:
            found.minority[candidate] += size - most
        else:
            found.tied[candidate] += size
    _sum_up(labels, packed, depths.levels, candidate, tally, found)


@inner
def _leave_out(
    tables: Tables, labels: Labels, levels: Counts, key: int, size: int, tally: Counts
) -> None:
    """Count the values of suppressed records."""
    for column in range(levels.size):
        code = int64((uint64(key) >> tables.shift[column]) & tables.mask[column])
        tally[labels.start[column, levels[column]] + code] += size


@inner
def _sum_up(
    labels: Labels, packed: Packed, levels: Counts, candidate: int, tally: Counts, found: Counted
) -> None:
    """Add up what was counted of the values of suppressed records, and forget it."""
    whole = packed.logarithms[found.suppressed[candidate]]
    for column in range(levels.size):
        begin = labels.start[column, levels[column]]
        for value in range(begin, labels.start[column, levels[column] + 1]):
            count = tally[value]
            if count > 0:
                found.units[candidate, column] += count * labels.covers[value]
                found.bits[candidate, column] += count * (whole - packed.logarithms[count])
                found.changed[candidate] -= count * labels.leaves[value]
                tally[value] = 0
