"""A value and how often it occurs, in one word: `value << 32 | records`."""

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Codes, Counts, Keys
from shoal.engine.kernel import inner

HIGH = np.uint64(32)
LOW = np.uint64((1 << 32) - 1)


def entries_of(values: Codes | Counts, records: Counts) -> Keys:
    """Values and their records as entries."""
    entries: Keys = (values.astype(np.uint64) << HIGH) | records.astype(np.uint64)
    return entries


@inner
def entry(value: int, records: int) -> int:
    """One entry."""
    return (uint64(value) << HIGH) | uint64(records)


@inner
def value_of(word: int) -> int:
    """The value of an entry."""
    return int64(word >> HIGH)


@inner
def records_of(word: int) -> int:
    """How often it occurs."""
    return int64(word & LOW)
