"""How much of the information about its values each class has lost (docs/theory/game.md).

Wan et al. 2015, doi:10.1371/journal.pone.0120592: the information of a value is the
logarithm of one over its share of the domain. What classes have lost is a share of the information
at the lowest level.
"""

from math import fsum, log
from weakref import WeakKeyDictionary

import numpy as np
from numba import int64

from shoal.engine.arrays import Codes, Counts, Floats, Keys
from shoal.engine.candidate import distinct_values
from shoal.engine.encoded import EncodedColumn, EncodedTable
from shoal.engine.grouping import Grouping
from shoal.engine.kernel import kernel


def information_lost(encoded: EncodedTable, grouping: Grouping) -> Floats:
    """From 0 to 1 for each class; columns always add up in their order.

    An aggregated value stands for as much of the domain as its class has different values.
    """
    start, units = _units(encoded)
    starts = np.array([part[level] for part, level in zip(start, grouping.levels, strict=True)])
    layout, lost = encoded.layout, np.empty(len(grouping.sizes))
    _add_up(grouping.keys, layout.word, layout.shift, layout.mask, starts, units, lost)
    for outside in encoded.aggregated:
        lost += np.log(np.maximum(distinct_values(outside.values, grouping), 1))
    return np.clip(lost / all_information(encoded), 0, 1)


def information_lost_by_code(column: EncodedColumn, level: int) -> Floats:
    """The information that each code of a level has lost: 0 for single values."""
    return np.log(column.covers[level] / single_value(column))


def single_value(column: EncodedColumn) -> int:
    """What a single value covers."""
    return int(column.covers[0].min())


def all_information(encoded: EncodedTable) -> float:
    """All the information in a record; 1 where there is no information to lose."""
    if encoded not in _wholes:
        whole = [log(column.domain / single_value(column)) for column in encoded.columns]
        whole += [log(max(1, column.domain)) for column in encoded.aggregated]
        _wholes[encoded] = fsum(whole) or 1.0
    return _wholes[encoded]


def _units(encoded: EncodedTable) -> tuple[list[Counts], Floats]:
    """What every code of every level has lost, one after the other, and where each level starts."""
    if encoded not in _tables:
        parts, starts, length = [], [], 0
        for column in encoded.columns:
            levels = [information_lost_by_code(column, level) for level in range(column.height + 1)]
            sizes = np.cumsum([length, *map(len, levels)])
            starts.append(sizes[:-1])
            parts += levels
            length = int(sizes[-1])
        _tables[encoded] = starts, np.concatenate(parts)
    return _tables[encoded]


_wholes: WeakKeyDictionary[EncodedTable, float] = WeakKeyDictionary()
_tables: WeakKeyDictionary[EncodedTable, tuple[list[Counts], Floats]] = WeakKeyDictionary()


@kernel
def _add_up(
    keys: Keys, word: Codes, shift: Keys, mask: Keys, starts: Counts, units: Floats, lost: Floats
) -> None:
    """What each class has lost: columns in their order, so that rounding is always the same."""
    for at in range(lost.size):
        total = 0.0
        for column in range(starts.size):
            code = (keys[at, word[column]] >> shift[column]) & mask[column]
            total += units[starts[column] + int64(code)]
        lost[at] = total
