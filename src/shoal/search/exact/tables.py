"""Everything about a problem that a compiled search needs, as plain arrays.

Levels count from the lattice's minimum here: level 0 is the lowest level the study allows.
"""

from typing import NamedTuple

import numpy as np
from numba import int64
from numpy.typing import NDArray

from shoal.engine.arrays import Codes, Counts, Floats, Keys
from shoal.engine.encoded import EncodedTable
from shoal.engine.kernel import inner, kernel
from shoal.engine.lattice import Lattice
from shoal.engine.roll_up import roll_up, slots_for


class Tables(NamedTuple):
    """The lattice and the distinct tuples at its minimum.

    Attributes:
        levels: The levels of every candidate.
        shape: The number of levels of each column.
        stride: How far apart candidates are that differ by one level of the column.
        shift: The lowest bit of each column's field.
        mask: The width of each column's field, as one-bits.
        offset: Where the table from one level to another starts in `steps`.
        steps: Codes after a raise, per code before it.
        codes: The number of codes of each column at each level.
        keys: The distinct tuples.
        loads: What each tuple carries: its records, or more in several words.
    """

    levels: NDArray[np.int16]
    shape: Counts
    stride: Counts
    shift: Keys
    mask: Keys
    offset: Counts
    steps: Codes
    codes: Counts
    keys: Keys
    loads: Counts


def tables_of(encoded: EncodedTable, lattice: Lattice) -> Tables:
    """The tables of a problem whose keys fit one word."""
    shape = np.array(lattice.shape, np.int64)
    stride = np.append(np.cumprod(shape[:0:-1])[::-1], 1).astype(np.int64)
    offset, steps = steps_between(encoded, lattice)
    codes = np.ones((len(shape), shape.max()), np.int64)
    for at, (column, low) in enumerate(zip(encoded.columns, lattice.minimum, strict=True)):
        codes[at, : shape[at]] = column.sizes[low : low + shape[at]]
    shift, mask = encoded.layout.shift, encoded.layout.mask
    keys, counts = raise_to_minimum(encoded, lattice, encoded.counts)
    levels = _levels(shape)
    return Tables(levels, shape, stride, shift, mask, offset, steps, codes, keys, counts)


def _levels(shape: Counts) -> NDArray[np.int16]:
    """The levels of every candidate in lexicographic order."""
    columns = len(shape)
    return np.ascontiguousarray(np.indices(shape.tolist(), np.int16).reshape(columns, -1).T)


def steps_between(encoded: EncodedTable, lattice: Lattice) -> tuple[Counts, Codes]:
    """All tables from a level to a higher one, one after the other, and where each starts."""
    levels = max(lattice.shape)
    offset = np.zeros((len(lattice.shape), levels, levels), np.int64)
    parts: list[Codes] = [np.zeros(1, np.int32)]
    length = 1
    for at, (column, low) in enumerate(zip(encoded.columns, lattice.minimum, strict=True)):
        for start in range(lattice.shape[at]):
            for end in range(start + 1, lattice.shape[at]):
                offset[at, start, end] = length
                parts.append(column.step(low + start, low + end))
                length += parts[-1].size
    return offset, np.concatenate(parts)


def raise_to_minimum(
    encoded: EncodedTable, lattice: Lattice, counts: Counts
) -> tuple[Keys, Counts]:
    """The distinct tuples with every column at its lowest allowed level; what they carry added."""
    keys = encoded.keys.reshape(-1)
    if not any(lattice.minimum):
        return keys, counts
    raised = [at for at, low in enumerate(lattice.minimum) if low]
    tables = [encoded.columns[at].step(0, lattice.minimum[at]) for at in raised]
    shift, mask = encoded.layout.shift[raised], encoded.layout.mask[raised]
    keep = ~np.bitwise_or.reduce(mask << shift)
    offset = np.cumsum([0, *(table.size for table in tables[:-1])])
    out_keys, out_counts, slots = np.empty_like(keys), np.empty_like(counts), slots_for(len(keys))
    size = roll_up(
        keys, counts, len(keys), keep, len(raised), shift, mask, offset, np.concatenate(tables),
        out_keys, out_counts, slots,
    )  # fmt: skip
    return out_keys[:size], out_counts[:size]


def marginals(tables: Tables, column: int) -> Counts:
    """Records per code of a column at its lowest level."""
    sums = np.zeros(tables.codes[column, 0], np.int64)
    _add_up(tables.keys, tables.loads, tables.shift[column], tables.mask[column], sums)
    return sums


@kernel
def _add_up(keys: Keys, counts: Counts, shift: int, mask: int, sums: Counts) -> None:
    for at in range(keys.size):
        sums[np.int64((keys[at] >> shift) & mask)] += counts[at]


@inner
def position_of(stride: Counts, levels: Counts) -> int:
    """The position of a candidate among all, from its levels."""
    position = int64(0)
    for at in range(levels.size):
        position += levels[at] * stride[at]
    return position


def spread(parts: list[Floats], combine: np.ufunc) -> Floats:
    """One number per candidate from one number per column and level."""
    total = parts[0]
    for part in parts[1:]:
        total = combine(total[..., None], part)
    return total.ravel()
