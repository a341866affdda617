"""Records as single numbers, exactly: no hashing, so two different records never collide.

Codes of columns are folded into one 64-bit number (mixed radix). Before it would overflow, the
numbers that occur in the release are numbered anew; input records without a counterpart are -1.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from shoal.verify.case.linked import Linked
from shoal.verify.values.dictionary import Codes

Whole = NDArray[np.int64]
_ROOM = 2**62


@dataclass(frozen=True)
class Keys:
    """One number per record of the input and of the release; equal numbers are equal records.

    Attributes:
        data: The input's records as they would be released; -1 where the release has no such one.
        release: The released records.
        size: All numbers are smaller.
    """

    data: Whole
    release: Whole
    size: int

    def join(self, data: Codes, release: Codes, size: int) -> "Keys":
        """The keys with one more column.

        Args:
            data: The code of each input record in the column; -1 where the release has none.
            release: The code of each released record.
            size: All codes are smaller.
        """
        keys = self if self.size * max(size, 1) < _ROOM else self.dense()
        key = keys.data * size + data
        key[(keys.data < 0) | (data < 0)] = -1
        return Keys(key, keys.release * size + release, keys.size * size)

    def dense(self) -> "Keys":
        """The same keys in small numbers: without gaps, or as they are if they are small already.

        Numbered anew, an input record whose key the release does not have becomes -1.
        """
        if self.size <= 4 * (len(self.release) + 1024):
            return self
        distinct = np.unique(self.release)
        place = np.searchsorted(distinct, self.data)
        place[place == len(distinct)] = 0
        is_known = distinct[place] == self.data if len(distinct) else np.zeros(len(place), bool)
        return Keys(
            np.where(is_known, place, -1), np.searchsorted(distinct, self.release), len(distinct)
        )

    def counts(self) -> tuple[Whole, Whole]:
        """Records per key in the input and in the release; ask it of keys that `dense` returned."""
        return (
            np.bincount(self.data + 1, minlength=self.size + 1)[1:],
            np.bincount(self.release, minlength=self.size),
        )

    def only(self, kept: NDArray[np.bool_]) -> "Keys":
        """The keys with some of the released records, and all of the input."""
        return Keys(self.data, self.release[kept], self.size)


def keys(columns: Iterable[tuple[Linked, int]], records: tuple[int, int]) -> Keys:
    """The keys of columns, each read at a level.

    `records` are the numbers of records of the input and of the release.
    """
    empty = Keys(np.zeros(records[0], np.int64), np.zeros(records[1], np.int64), 1)
    return extend_keys(empty, columns)


def extend_keys(found: Keys, columns: Iterable[tuple[Linked, int]]) -> Keys:
    """The keys with more columns, each read at a level, as `Keys.dense` numbers them."""
    for column, level in columns:
        size = len(column.release.texts)
        found = found.join(column.codes_at(level), column.release.codes, size)
    return found.dense()
