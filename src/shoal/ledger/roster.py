"""The roster of an input: its people are recognized by it even if the file looks different.

For each record and column it holds 16 bits of a keyed fingerprint of the value in one spelling:
case, blanks, Unicode form, leading zeros, `.0` and midnight make no difference, and neither does
the name of the column. That is enough to find a record by several columns, and too little to
read a value that has many alternatives without guessing.
"""

import numpy as np
import polars as pl

from shoal.data.spellings import canonical_decimals, comparable_form, comparable_people
from shoal.engine.arrays import Keys
from shoal.ledger.fingerprints import Fingerprints

TOKENS = 1 << 16
_MISSING = 0  # the token of a missing value
_MIDNIGHT = r"^([0-9]{4}-[0-9]{2}-[0-9]{2})t?00:00:00(\.0+)?$"
_MARKS = r"[^\p{L}\p{N}]+"


def recognizable(texts: pl.Series) -> pl.Series:
    """Texts in a form that is equal for different spellings of a value; null for blanks."""
    return canonical_decimals(comparable_people(texts).str.replace(_MIDNIGHT, "$1"))


def plain_name(name: str) -> str:
    """The name of a column without case, blanks and marks."""
    form = comparable_form(pl.Series([name])).str.replace_all(_MARKS, "")[0]
    return str(form or name)


def cell_fingerprints(frame: pl.DataFrame, fingerprints: Fingerprints) -> dict[str, pl.Series]:
    """The fingerprint of each cell of an input in one spelling, whatever its column is called."""
    return {cells.name: fingerprints.column("", cells, recognizable) for cells in frame}


def roster_of(known: dict[str, pl.Series]) -> pl.DataFrame:
    """The roster of an input, from the fingerprints of its cells: a token for each.

    Args:
        known: What `cell_fingerprints` returns.
    """
    return pl.DataFrame({name: _tokens(cells) for name, cells in known.items()})


def _tokens(cells: pl.Series) -> pl.Series:
    """Fingerprints as tokens of 16 bits: 1 to 65535, and 0 for a missing value."""
    tokens = cells.fill_null(0).to_numpy() % np.uint64(TOKENS - 1) + np.uint64(1)
    tokens[cells.is_null().to_numpy()] = _MISSING
    return pl.Series(tokens.astype(np.uint16))


def frequencies(tokens: pl.Series) -> Keys:
    """How often each token occurs: an array with an entry for each of the 65536 tokens."""
    return np.bincount(tokens.to_numpy(), minlength=TOKENS).astype(np.uint64)
