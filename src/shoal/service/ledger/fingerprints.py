"""Keyed fingerprints: the same value has the same one, and without the key it tells nothing.

A cell's fingerprint is 64 bits of BLAKE2b (RFC 7693) under the workspace's key, over the column's
name and the value's text. Only distinct values are hashed; tuples are mixed from their cells by
arithmetic, so a million records take moments.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import polars as pl

from shoal.engine.arrays import Keys

_STEP = np.uint64(0x9E3779B97F4A7C15)  # odd, so that no bit of a fingerprint is lost


@dataclass(frozen=True)
class Fingerprints:
    """Fingerprints under one key."""

    key: bytes

    def column(self, name: str, values: pl.Series) -> pl.Series:
        """The fingerprint of each cell of a column; a blank cell has none."""
        values = values.alias("")  # Polars could take its name for a pattern
        if isinstance(values.dtype, pl.Enum):
            labels = values.dtype.categories.to_list()
            hashed = pl.Series(self._hashed(name, labels), dtype=pl.UInt64)
            return hashed.gather(values.to_physical())
        texts = values.cast(pl.String)
        distinct = texts.drop_nulls().unique()
        found = pl.Series(self._hashed(name, distinct.to_list()), dtype=pl.UInt64)
        if distinct.is_empty():
            return pl.Series([None] * len(texts), dtype=pl.UInt64)
        return texts.replace_strict(distinct, found, default=None, return_dtype=pl.UInt64)

    def value(self, name: str, text: str) -> int:
        """The fingerprint of one value of a column."""
        return int(self._hashed(name, [text])[0])

    def _hashed(self, name: str, texts: Sequence[str]) -> Keys:
        start = blake2b(name.encode() + b"\0", key=self.key, digest_size=8)

        def digest(text: str) -> bytes:
            state = start.copy()
            state.update(text.encode())
            return state.digest()

        return np.frombuffer(b"".join(map(digest, texts)), np.uint64)


def mixed(columns: Sequence[pl.Series], records: int) -> pl.Series:
    """One fingerprint for each tuple of cells; the order of the columns matters."""
    found = np.full(records, _STEP, np.uint64)
    with np.errstate(over="ignore"):
        for cells in columns:
            found = found * _STEP + cells.fill_null(1).to_numpy()
            found ^= found >> np.uint64(29)
    return pl.Series(found, dtype=pl.UInt64)
