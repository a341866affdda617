"""Sums over the classes of one size, packed: covered units of all columns, and the classes.

Each sum has a field of bits that it can never outgrow, so several share one word, are looked up
together and added in one step. A field holds what codes cover beyond the least that any code of
their column covers, which takes fewer bits. Nothing is rounded: these are the integers that the
loss is made of.
"""

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np

from shoal.engine.arrays import Counts, Keys
from shoal.engine.lattice import Lattice
from shoal.quality.separable import Separable
from shoal.search.exact.tables import Tables

WORD = 64
JOINT = 13  # bits of a key that one look-up reads, unless a single column has more
LARGEST = 1 << 18  # entries of a look-up over all levels of its columns, likewise


TOGETHER = 4  # look-ups are a multiple of this; those that fill up find nothing


class LookUps(NamedTuple):
    """From a part of the key to packed units, for compiled code.

    Attributes:
        shift, mask: The part of the key that each look-up reads.
        word: The word of the sums that it adds to.
        start: Where its first table stands in `units`.
        step: Per look-up and column: how many entries further one more level's table stands.
        units: The tables.
        words: How many words the sums of one size take.
        counting: The look-up that counts classes: its sum is 0 only where there is no class.
    """

    shift: Keys
    mask: Keys
    word: Counts
    start: Counts
    step: Counts
    units: Keys
    words: int
    counting: int


@dataclass(frozen=True, eq=False)
class UnitSums:
    """Where each sum stands: one field per column, then one for classes or records.

    Attributes:
        word, shift, mask: The field of each sum.
        least: What every code of the column covers at least.
        lookups: The tables that compiled code adds up.
    """

    word: Counts
    shift: Keys
    mask: Keys
    least: Counts
    lookups: LookUps

    def unpack(self, sums: Keys) -> tuple[Counts, Counts]:
        """Records, and units per column, of packed sums that were multiplied by class sizes."""
        fields = ((sums[:, self.word] >> self.shift) & self.mask).astype(np.int64)
        records = fields[:, -1]
        return records, fields[:, :-1] + self.least * records[:, None]


def unit_sums(form: Separable, tables: Tables, lattice: Lattice) -> UnitSums:
    """The packing for a separable loss on a problem's tables."""
    covers = [form.covers[at][low:] for at, low in enumerate(lattice.minimum)]
    least = np.array([min(int(level.min()) for level in levels) for levels in covers], np.int64)
    beyond = [max(int(level.max()) for level in levels) for levels in covers] - least
    most = [int(tables.loads.sum()) * reach for reach in (*beyond.tolist(), 1)]
    widths = [max(1, reach.bit_length()) for reach in most]
    order = np.argsort(tables.shift, kind="stable").tolist()
    word, shift = _fields(widths, [*order, len(order)])
    extra = [
        [(level - low).astype(np.uint64) << shift[at] for level in levels]
        for at, (levels, low) in enumerate(zip(covers, least, strict=True))
    ]
    lookups = _lookups(tables, word, _groups(tables, word, order), extra, shift[-1])
    mask = np.array([(1 << width) - 1 for width in widths], np.uint64)
    return UnitSums(word, shift, mask, least, lookups)


def _fields(widths: list[int], order: list[int]) -> tuple[Counts, Keys]:
    """Word and lowest bit of each field: the first word with enough room."""
    used: list[int] = []
    word, shift = np.zeros(len(widths), np.int64), np.zeros(len(widths), np.uint64)
    for at in order:
        fits = [place for place, bits in enumerate(used) if bits + widths[at] <= WORD]
        if not fits:
            used.append(0)
        word[at] = fits[0] if fits else len(used) - 1
        shift[at] = used[word[at]]
        used[word[at]] += widths[at]
    return word, shift


def _groups(tables: Tables, word: Counts, order: list[int]) -> list[list[int]]:
    """Columns that are looked up together: neighbors in the key that add to the same word."""
    groups: list[list[int]] = []
    for at in order:
        together = [*groups[-1], at] if groups else [at]
        bits = sum(int(tables.mask[column]).bit_length() for column in together)
        entries = prod(int(tables.shape[column]) for column in together) << bits
        if groups and word[groups[-1][0]] == word[at] and bits <= JOINT and entries <= LARGEST:
            groups[-1] = together
        else:
            groups.append([at])
    if word[-1] not in word[order]:
        groups.append([])  # the number of classes has a word of its own
    return groups


def _lookups(
    tables: Tables, word: Counts, groups: list[list[int]], extra: list[list[Keys]], one: int
) -> LookUps:
    """The look-ups of each group; `one` is the lowest bit of the number of classes."""
    size = -(-len(groups) // TOGETHER) * TOGETHER
    shift, mask = np.zeros(size, np.uint64), np.zeros(size, np.uint64)
    words, start = np.zeros(size, np.int64), np.zeros(size, np.int64)
    step = np.zeros((size, len(extra)), np.int64)
    words[: len(groups)] = [word[group[0] if group else -1] for group in groups]
    counting = words[: len(groups)].tolist().index(word[-1])
    parts, length = [np.zeros(1, np.uint64)], 1
    for place, group in enumerate(groups):
        table = _joint(tables, group, extra)
        parts.append(table.ravel() + np.uint64(1 << int(one) if place == counting else 0))
        shift[place] = tables.shift[group[0]] if group else 0
        mask[place] = table.shape[-1] - 1
        start[place], length = length, length + table.size
        step[place, group] = np.array(table.strides[: len(group)], np.int64) // table.itemsize
    units = np.concatenate(parts)
    return LookUps(shift, mask, words, start, step, units, int(word.max()) + 1, counting)


def _joint(tables: Tables, group: list[int], extra: list[list[Keys]]) -> Keys:
    """Per levels of the group's columns: the packed units of every part of a key."""
    shape = [int(tables.shape[at]) for at in group]
    codes = [int(tables.mask[at]) + 1 for at in group]
    table = np.zeros((*shape, prod(codes)), np.uint64)
    for levels in product(*map(range, shape)):
        sums = np.zeros(1, np.uint64)
        for at, level, size in zip(group, levels, codes, strict=True):
            units = np.zeros(size, np.uint64)
            units[: extra[at][level].size] = extra[at][level]
            sums = (units[:, None] + sums).ravel()  # later columns stand higher in the key
        table[levels] = sums
    return table
