"""A table and a separable loss as plain arrays, whatever the size of the lattice.

Unlike `search/exact/tables.py` nothing here has one entry per candidate, and keys may have several
words: what a search needs that never sees more than a part of its lattice.
"""

from typing import NamedTuple

import numpy as np

from shoal.engine.arrays import Codes, Counts, Floats, Keys
from shoal.engine.encoded import EncodedTable
from shoal.engine.lattice import Lattice
from shoal.quality.aggregate import Aggregate
from shoal.quality.separable import Separable
from shoal.search.exact.tables import steps_between

SUM, MAXIMUM, ARITHMETIC, GEOMETRIC = range(4)
AGGREGATES = {
    Aggregate.SUM: SUM,
    Aggregate.MAXIMUM: MAXIMUM,
    Aggregate.ARITHMETIC_MEAN: ARITHMETIC,
    Aggregate.GEOMETRIC_MEAN: GEOMETRIC,
}


class Grid(NamedTuple):
    """How tuples are generalized.

    Attributes:
        word: Which word of a key holds the column.
        shift: The lowest bit of each column's field.
        mask: The width of each column's field, as one-bits.
        offset: Where the table from one level to another starts in `steps`.
        steps: Codes after a raise, per code before it.
        codes: The number of codes of each column at each level.
    """

    word: Counts
    shift: Keys
    mask: Keys
    offset: Counts
    steps: Codes
    codes: Counts


class Prices(NamedTuple):
    """What generalizing and suppressing cost.

    Attributes:
        start: Where a column's level starts in `covers`.
        covers: The units each code covers.
        units: Per column and level: the units that all records cover together.
        base: Per column and level: what it costs if nothing is suppressed.
        least: Per column and level: what suppressing one record adds at least.
        rate: What a suppressed record no longer costs per unit.
        record: What a suppressed record costs.
        scale: What counts as complete loss.
        weights: The columns' weights.
        aggregate: How columns become one number.
    """

    start: Counts
    covers: Counts
    units: Counts
    base: Floats
    least: Floats
    rate: Floats
    record: Floats
    scale: Floats
    weights: Floats
    aggregate: int


def grid_of(encoded: EncodedTable) -> Grid:
    """The arrays of a table."""
    heights = tuple(column.height for column in encoded.columns)
    codes = np.ones((len(heights), max(heights) + 1), np.int64)
    for at, column in enumerate(encoded.columns):
        codes[at, : column.height + 1] = column.sizes
    offset, steps = steps_between(encoded, Lattice((0,) * len(heights), heights))
    layout = encoded.layout
    word = layout.word.astype(np.int64)
    return Grid(word, layout.shift, layout.mask, offset, steps, codes)


def prices_of(encoded: EncodedTable, form: Separable) -> Prices:
    """The arrays of a separable loss on a table."""
    columns, levels = len(encoded.columns), max(column.height for column in encoded.columns) + 1
    start, units = np.zeros((columns, levels), np.int64), np.zeros((columns, levels), np.int64)
    base, least = np.zeros((columns, levels)), np.zeros((columns, levels))
    parts: list[Counts] = []
    length = 0
    rate = form.kept - form.suppressed
    for at, column in enumerate(encoded.columns):
        counts = np.zeros(column.sizes[0], np.int64)
        np.add.at(counts, encoded.codes(at), encoded.counts)  # integers: exact in any order
        for level, codes in enumerate(column.codes):
            covers = form.covers[at][level]
            start[at, level], length = length, length + covers.size
            parts.append(covers)
            units[at, level] = (counts * covers[codes]).sum()
            base[at, level] = form.kept[at] * units[at, level] - form.smallest[at]
            least[at, level] = max(0.0, form.record[at] - rate[at] * int(covers.max()))
    return Prices(
        start, np.concatenate(parts), units, base, least, rate, form.record, form.scale,
        form.weights, AGGREGATES[form.aggregate],
    )  # fmt: skip
