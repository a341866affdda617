"""How much of the information about its values each class has lost (spec/privacy.md §7).

Wan et al. 2015, doi:10.1371/journal.pone.0120592: a value tells the logarithm of one over its share
of the domain. What classes have lost is a share of what records tell at the lowest level.
"""

from math import fsum, log
from weakref import WeakKeyDictionary

import numpy as np

from shoal.engine.arrays import Floats
from shoal.engine.candidate import distinct_values
from shoal.engine.encoded import EncodedColumn, EncodedTable
from shoal.engine.grouping import Grouping


def information_lost(encoded: EncodedTable, grouping: Grouping) -> Floats:
    """From 0 to 1 for each class; columns always add up in their order.

    An aggregated value stands for as much of the domain as its class has different values.
    """
    lost = np.zeros(len(grouping.sizes))
    for at, level in enumerate(grouping.levels):
        codes = encoded.layout.field(grouping.keys, at)
        lost += lost_by_code(encoded.columns[at], level)[codes]
    for outside in encoded.aggregated:
        lost += np.log(np.maximum(distinct_values(outside.values, grouping), 1))
    return np.clip(lost / all_information(encoded), 0, 1)


def lost_by_code(column: EncodedColumn, level: int) -> Floats:
    """The information that each code of a level has lost: 0 for single values."""
    return np.log(column.covers[level] / single_value(column))


def single_value(column: EncodedColumn) -> int:
    """What a single value covers."""
    return int(column.covers[0].min())


def all_information(encoded: EncodedTable) -> float:
    """All the information in a record; any number where there is none to lose."""
    if encoded not in _known:
        whole = [log(column.domain / single_value(column)) for column in encoded.columns]
        whole += [log(max(1, column.domain)) for column in encoded.aggregated]
        _known[encoded] = fsum(whole) or 1.0
    return _known[encoded]


_known: WeakKeyDictionary[EncodedTable, float] = WeakKeyDictionary()
