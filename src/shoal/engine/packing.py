"""Codes of several columns in one key."""

import numpy as np

from shoal.engine.arrays import Codes, Keys
from shoal.engine.kernel import kernel
from shoal.engine.layout import Layout


def pack_columns(columns: list[Codes], sizes: list[int]) -> tuple[Layout, Keys]:
    """Where each column's code stands in a key, and the key of each record."""
    layout = Layout.of(sizes)
    keys = np.zeros((len(columns[0]), layout.words), np.uint64)
    for codes, word, shift in zip(columns, layout.word, layout.shift, strict=True):
        _pack(keys, codes, word, shift)
    return layout, keys


@kernel
def _pack(keys: Keys, codes: Codes, word: int, shift: int) -> None:
    for record in range(codes.size):
        keys[record, word] |= np.uint64(codes[record]) << shift
