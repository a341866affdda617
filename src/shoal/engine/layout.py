"""How the codes of a record's columns are packed into machine words.

Each column has a field of as many bits as its codes need. A field never straddles two words, so
raising one column touches one word. Up to 64 bits make one word; wider tables get more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Codes, Keys

WORD = 64


@dataclass(frozen=True, eq=False)
class Layout:
    """The bit field of each column.

    Attributes:
        word: Which word holds the column.
        shift: The field's lowest bit in its word.
        mask: As many one-bits as the field is wide.
    """

    word: Codes
    shift: Keys
    mask: Keys

    @classmethod
    def of(cls, sizes: Sequence[int]) -> "Layout":
        """Fields wide enough for each column's number of codes."""
        word, shift = np.zeros(len(sizes), np.int32), np.zeros(len(sizes), np.uint64)
        mask = np.zeros(len(sizes), np.uint64)
        used, words = 0, 0
        for at in sorted(range(len(sizes)), key=lambda at: -sizes[at]):
            width = max(1, (sizes[at] - 1).bit_length())
            if used + width > WORD:
                used, words = 0, words + 1
            word[at], shift[at], mask[at] = words, used, (1 << width) - 1
            used += width
        return cls(word, shift, mask)

    @property
    def words(self) -> int:
        """How many words a key has."""
        return int(self.word.max()) + 1 if self.word.size else 1

    def field(self, keys: Keys, column: int) -> Codes:
        """The codes of one column in packed keys (one row per key)."""
        word: Keys = keys[:, self.word[column]]
        codes: Codes = ((word >> self.shift[column]) & self.mask[column]).astype(np.int32)
        return codes
