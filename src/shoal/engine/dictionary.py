"""From a text to its number in a list of distinct texts, for a whole column in one pass."""

from dataclasses import dataclass

import numpy as np
import polars as pl
from numba import int64, uint64

from shoal.engine.arrays import Bools, Codes, Keys
from shoal.engine.kernel import inner, kernel
from shoal.engine.views import INLINE, mix, same_text, text_hash, views_of

UNKNOWN = -1


@dataclass(frozen=True, eq=False)
class Dictionary:
    """Distinct texts, indexed: `codes(column)` gives each text's position or UNKNOWN.

    Attributes:
        words: Two words per slot of an open-addressing table.
        rows: The text's position per slot; UNKNOWN where the slot is empty.
        buffers: Memory addresses of the long texts.
        missing: The position of the missing value, or UNKNOWN.
        owners: What keeps the memory of long texts alive.
    """

    words: Keys
    rows: Codes
    buffers: Keys
    missing: int
    owners: tuple[object, ...]

    @classmethod
    def of(cls, texts: pl.Series) -> "Dictionary":
        """Index a column of distinct texts (at most one of them missing)."""
        [(views, owner)] = views_of(texts.rechunk())
        size = 1 << max(5, (4 * len(texts)).bit_length())  # sparse: most texts hit at once
        words, rows = np.zeros((size, 2), np.uint64), np.full(size, UNKNOWN, np.int32)
        _index(*views, words, rows)
        missing = int(views.missing.argmax()) if views.missing.any() else UNKNOWN
        return cls(words, rows, views.buffers, missing, (owner,))

    def codes(self, texts: pl.Series) -> Codes:
        """The position of each text, UNKNOWN for texts that are not listed."""
        found = np.empty(len(texts), np.int32)
        at = 0
        for views, _ in views_of(texts):
            end = at + len(views.words)
            _look_up(*views, self.words, self.rows, self.buffers, self.missing, found[at:end])
            at = end
        return found


@kernel
def _index(words: Keys, buffers: Keys, missing: Bools, table: Keys, rows: Codes) -> None:
    last = int64(rows.size - 1)
    high = _high(rows.size)
    for row in range(words.shape[0]):
        if missing.size and missing[row]:
            continue
        slot = int64(text_hash(words[row, 0], words[row, 1], buffers) >> high)
        while rows[slot] >= 0:
            slot = (slot + 1) & last
        table[slot, 0], table[slot, 1] = words[row, 0], words[row, 1]
        rows[slot] = row


@kernel
def _look_up(
    words: Keys,
    buffers: Keys,
    missing: Bools,
    table: Keys,
    rows: Codes,
    table_buffers: Keys,
    missing_row: int,
    found: Codes,
) -> None:
    last = int64(rows.size - 1)
    high = _high(rows.size)
    for record in range(words.shape[0]):
        if missing.size and missing[record]:
            found[record] = missing_row
            continue
        first, second = words[record, 0], words[record, 1]
        if first & uint64(0xFFFFFFFF) <= uint64(INLINE):  # the text itself: two compares decide
            slot = int64(mix(first, second) >> high)
            while (table[slot, 0] != first or table[slot, 1] != second) and rows[slot] >= 0:
                slot = (slot + 1) & last
        else:
            slot = int64(text_hash(first, second, buffers) >> high)
            while rows[slot] >= 0 and not same_text(
                first, second, buffers, table[slot, 0], table[slot, 1], table_buffers
            ):
                slot = (slot + 1) & last
        found[record] = rows[slot]


@inner
def _high(size: int) -> int:
    """How far to shift a hash so that its best bits, the highest, number the slots."""
    bits = 0
    while (1 << bits) < size:
        bits += 1
    return uint64(64 - bits)
