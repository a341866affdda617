"""Which tuples look alike at given levels: the plain way, without memory of other candidates."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Codes, Counts, Keys
from shoal.engine.distinct import distinct
from shoal.engine.encoded import EncodedTable


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
    keys = np.zeros_like(encoded.keys)
    for column, level in enumerate(levels):
        codes = encoded.codes(column, level).astype(np.uint64)
        keys[:, encoded.layout.word[column]] |= codes << encoded.layout.shift[column]
    return Grouping(tuple(levels), *distinct(keys, encoded.counts))
