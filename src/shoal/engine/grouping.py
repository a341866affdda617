"""Which tuples look alike at given levels: the plain way, without memory of other candidates."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numba import int64, uint64

from shoal.engine.arrays import Codes, Counts, Keys
from shoal.engine.distinct import distinct
from shoal.engine.encoded import EncodedTable
from shoal.engine.kernel import kernel


@dataclass(frozen=True, eq=False)
class Grouping:
    """The classes of one level vector.

    Attributes:
        levels: The level of each column.
        keys: The packed generalized codes of each class.
        sizes: The number of records in each class.
        class_of_tuple: The class of each distinct tuple.
    """

    levels: tuple[int, ...]
    keys: Keys
    sizes: Counts
    class_of_tuple: Codes


def group(encoded: EncodedTable, levels: Sequence[int]) -> Grouping:
    """Group the distinct tuples of a table by their generalized codes."""
    return Grouping(
        tuple(levels), *distinct(_raise_keys(encoded, encoded.keys, levels), encoded.counts)
    )


def group_keys(encoded: EncodedTable, keys: Keys, levels: Sequence[int]) -> Codes:
    """The class of each key of a larger table, numbered in order of first occurrence."""
    raised = _raise_keys(encoded, keys, levels)
    return distinct(raised, np.ones(len(keys), np.int64))[2]


def _raise_keys(encoded: EncodedTable, keys: Keys, levels: Sequence[int]) -> Keys:
    """Keys at level 0 with every code generalized."""
    raised, layout = np.zeros_like(keys), encoded.layout
    for at, level in enumerate(levels):
        codes = encoded.columns[at].codes[level]
        _raise(keys, layout.word[at], layout.shift[at], layout.mask[at], codes, raised)
    return raised


@kernel
def _raise(keys: Keys, word: int, shift: int, mask: int, codes: Codes, raised: Keys) -> None:
    """Write one column's generalized codes into the raised keys."""
    for at in range(keys.shape[0]):
        code = codes[int64((keys[at, word] >> shift) & mask)]
        raised[at, word] |= uint64(code) << shift
