"""One candidate of any lattice seen on the data, compiled: classes, suppression, loss."""

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Bools, Codes, Counts, Floats, Keys
from shoal.engine.kernel import inner, kernel
from shoal.engine.roll_up import roll_up_inside
from shoal.engine.views import mix
from shoal.search.anytime.grid import ARITHMETIC, GEOMETRIC, MAXIMUM, Grid, Prices


@kernel
def classes_at(
    grid: Grid,
    keys: Keys,
    counts: Counts,
    start: Counts,
    levels: Counts,
    out_keys: Keys,
    out_counts: Counts,
    slots: Codes,
) -> int:
    """Raise classes from the levels `start` to `levels`; returns how many there are then."""
    words = keys.shape[1]
    keep = np.zeros(words, np.uint64)
    column = np.empty(levels.size, np.int64)
    offset = np.empty(levels.size, np.int64)
    changed = 0
    for at in range(levels.size):
        if start[at] == levels[at]:
            keep[grid.word[at]] |= grid.mask[at] << grid.shift[at]
        elif grid.codes[at, levels[at]] > 1:  # a single code is 0: the field is just cleared
            column[changed] = at
            offset[changed] = grid.offset[at, start[at], levels[at]]
            changed += 1
    if words > 1:
        return _roll_up_rows(
            grid, keys, counts, keep, column[:changed], offset, out_keys, out_counts, slots
        )
    shift, mask = np.empty(changed, np.uint64), np.empty(changed, np.uint64)
    for at in range(changed):
        shift[at], mask[at] = grid.shift[column[at]], grid.mask[column[at]]
    return roll_up_inside(
        keys.reshape(-1), counts, counts.size, keep[0], changed, shift, mask, offset, grid.steps,
        out_keys.reshape(-1), out_counts, slots,
    )  # fmt: skip


@inner
def _roll_up_rows(
    grid: Grid, keys: Keys, counts: Counts, keep: Keys, column: Counts, offset: Counts,
    out_keys: Keys, out_counts: Counts, slots: Codes,
) -> int:  # fmt: skip
    """The roll-up of `engine/roll_up.py` for keys of several words."""
    words = keys.shape[1]
    key = np.empty(words, np.uint64)
    bits = 6
    while (1 << bits) < 2 * counts.size:
        bits += 1
    last = int64((1 << bits) - 1)
    slots[: 1 << bits] = -1
    classes = 0
    for source in range(counts.size):
        for word in range(words):
            key[word] = keys[source, word] & keep[word]
        for raised in range(column.size):
            at = column[raised]
            before = keys[source, grid.word[at]]
            code = int64((before >> grid.shift[at]) & grid.mask[at])
            key[grid.word[at]] |= uint64(grid.steps[offset[raised] + code]) << grid.shift[at]
        state = uint64(0)
        for word in range(words):
            state = mix(state, key[word])
        slot = int64(state >> uint64(32)) & last
        while slots[slot] >= 0 and not _is_row(out_keys, slots[slot], key):
            slot = (slot + 1) & last
        if slots[slot] < 0:
            slots[slot] = classes
            out_keys[classes] = key
            out_counts[classes] = 0
            classes += 1
        out_counts[slots[slot]] += counts[source]
    return classes


@inner
def _is_row(rows: Keys, at: int, key: Keys) -> bool:
    for word in range(key.size):  # noqa: SIM110  (Numba compiles loops, not generators)
        if rows[at, word] != key[word]:
            return False
    return True


@kernel
def count_suppressed(counts: Counts, classes: int, minimum_size: int) -> tuple[int, int]:
    """Records in classes that are too small, and the number of these classes."""
    records, found = int64(0), 0
    for at in range(classes):
        if counts[at] < minimum_size:
            records += counts[at]
            found += 1
    return records, found


@kernel
def charge_at(
    grid: Grid,
    prices: Prices,
    keys: Keys,
    counts: Counts,
    classes: int,
    levels: Counts,
    minimum_size: int,
    charge: Floats,
) -> None:
    """What suppression adds to each column; integer sums, so any order will do.

    Either the suppressed or the kept classes are added up, whichever are fewer: together they cover
    what the whole column covers.
    """
    columns = levels.size
    records, found = count_suppressed(counts, classes, minimum_size)
    few = 2 * found <= classes
    units = np.zeros(columns, np.int64)
    for at in range(classes):
        if (counts[at] < minimum_size) == few:
            _add_units(grid, prices, keys, at, counts[at], levels, units)
    for column in range(columns):
        suppressed = units[column] if few else prices.units[column, levels[column]] - units[column]
        charge[column] = prices.record[column] * records - prices.rate[column] * suppressed


@kernel
def charge_of(
    grid: Grid, prices: Prices, keys: Keys, records: Counts, suppressed: Bools, levels: Counts
) -> Floats:
    """What suppressing some classes adds to each column; integer sums, so any order will do."""
    units = np.zeros(levels.size, np.int64)
    gone = int64(0)
    for at in range(records.size):
        if suppressed[at]:
            gone += records[at]
            _add_units(grid, prices, keys, at, records[at], levels, units)
    charge = np.empty(levels.size, np.float64)
    for column in range(levels.size):
        charge[column] = prices.record[column] * gone - prices.rate[column] * units[column]
    return charge


@inner
def _add_units(
    grid: Grid, prices: Prices, keys: Keys, at: int, records: int, levels: Counts, units: Counts
) -> None:
    """Add what the records of a class cover in each column."""
    for column in range(levels.size):
        field = keys[at, grid.word[column]] >> grid.shift[column]
        code = int64(field & grid.mask[column])
        units[column] += records * prices.covers[prices.start[column, levels[column]] + code]


@kernel
def loss_with(prices: Prices, levels: Counts, charge: Floats) -> float:
    """The loss at given levels if suppression adds `charge` to each column."""
    total, columns = 0.0, levels.size
    if prices.aggregate == GEOMETRIC:
        total = 1.0
    for at in range(columns):
        part = 0.0
        if prices.scale[at] > 0:
            sum_ = max(0.0, prices.base[at, levels[at]] + charge[at])
            part = prices.weights[at] * (sum_ / prices.scale[at])
        if prices.aggregate == GEOMETRIC:
            total *= 1.0 + part
        elif prices.aggregate == MAXIMUM:
            total = max(total, part)
        else:
            total += part
    if prices.aggregate == GEOMETRIC:
        return total ** (1.0 / columns) - 1.0
    return total / columns if prices.aggregate == ARITHMETIC else total


@kernel
def one_down(prices: Prices, levels: Counts, charge: Floats) -> Floats:
    """The loss with each column in turn one level lower; infinite for columns at level 0."""
    losses = np.full(levels.size, np.inf)
    for at in range(levels.size):
        if levels[at] > 0:
            levels[at] -= 1
            losses[at] = loss_with(prices, levels, charge)
            levels[at] += 1
    return losses


@kernel
def smallest_below(stored: Counts, sizes: Counts, levels: Counts) -> int:
    """The stored candidate with the fewest classes that lies below; -1 if there is none."""
    found, smallest = -1, int64(1) << 62
    for at in range(sizes.size):
        if sizes[at] < smallest:
            column = 0
            while column < levels.size and stored[at, column] <= levels[column]:
                column += 1
            if column == levels.size:
                found, smallest = at, sizes[at]
    return found
