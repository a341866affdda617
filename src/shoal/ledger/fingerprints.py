"""Keyed fingerprints: equal values have equal ones, and without the key they tell nothing.

A cell's fingerprint is 64 bits of BLAKE2b (RFC 7693) under the workspace's key, over the column's
name and the value's text. Only distinct values are hashed; the fingerprint of a tuple is computed
from those of its cells by arithmetic, so a million records take moments.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import polars as pl

from shoal.engine.arrays import Keys

_STEP = np.uint64(0x9E3779B97F4A7C15)  # odd, so that no bit of a fingerprint is lost


Form = Callable[[pl.Series], pl.Series]  # from texts to texts, see `Fingerprints.column`


def as_it_stands(texts: pl.Series) -> pl.Series:
    """Every text is its own form."""
    return texts


@dataclass(frozen=True)
class Fingerprints:
    """Fingerprints under one key."""

    key: bytes

    def column(self, name: str, values: pl.Series, form: Form = as_it_stands) -> pl.Series:
        """The fingerprint of each cell of a column, as UInt64; null for a missing value.

        Args:
            name: The column; an empty text where its name must not matter.
            values: The cells.
            form: Brings texts into the form that is hashed; null for texts that say nothing.
        """
        values = values.alias("")  # Polars could take its name for a pattern
        if isinstance(values.dtype, pl.Enum):
            hashed = self._hash_or_null(name, form(values.dtype.categories))
            return hashed.gather(values.to_physical())
        texts = values.cast(pl.String)
        kinds = pl.Enum(texts.drop_nulls().unique())  # so that each distinct text is hashed once
        return self.column(name, texts.cast(kinds), form)

    def value(self, name: str, text: str, form: Form = as_it_stands) -> int | None:
        """The fingerprint of one value of a column; None if its form is null."""
        hashed = self._hash_or_null(name, form(pl.Series([text])))[0]
        return None if hashed is None else int(hashed)

    def _hash_or_null(self, name: str, texts: pl.Series) -> pl.Series:
        """The fingerprints of texts; null where there is no text."""
        hashed = pl.Series(self._hash_texts(name, texts.fill_null("").to_list()), dtype=pl.UInt64)
        return hashed.set(texts.is_null(), None)

    def _hash_texts(self, name: str, texts: Sequence[str]) -> Keys:
        start = blake2b(name.encode() + b"\0", key=self.key, digest_size=8)

        def digest(text: str) -> bytes:
            state = start.copy()
            state.update(text.encode())
            return state.digest()

        return np.frombuffer(b"".join(map(digest, texts)), np.uint64)


def mix_cells(columns: Sequence[pl.Series], records: int) -> pl.Series:
    """One fingerprint (UInt64) for each record, of its tuple of cells; never null.

    The order of the columns matters.

    Args:
        columns: The fingerprints of the cells, column by column; null for a blank.
        records: How many records, also where there are no columns.
    """
    tuples = np.full(records, _STEP, np.uint64)
    with np.errstate(over="ignore"):
        for cells in columns:
            tuples = tuples * _STEP + cells.fill_null(1).to_numpy()
            tuples ^= tuples >> np.uint64(29)
    return pl.Series(tuples, dtype=pl.UInt64)
