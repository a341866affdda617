"""Keyed one-way hashing: HMAC-SHA-256 (Krawczyk, Bellare, Canetti 1997, RFC 2104; NIST FIPS 198-1).

Datafly replaces identifiers by "consistent one-way hashing" (paper 003), so that tables can still
be joined. Without a key such a hash hides nothing: all possible values are tried until one fits.
"""

from typing import Annotated

import polars as pl
from annotated_types import Ge, Le, MultipleOf

from shoal.errors import DataError
from shoal.identifiers.method import HexDigits, Means, pseudonym_methods
from shoal.plugin import plugin


@pseudonym_methods.register("keyed-hash")
@plugin()
class KeyedHash(HexDigits):
    """The beginning of each value's HMAC-SHA-256, in hexadecimal digits.

    Among n values of one domain, two share `length` digits with a chance of at most
    n² / (2 · 16^length); a run in which that happens is refused.

    Attributes:
        length: How many hexadecimal digits are shown, of 64.
        ignore_case: Whether capital letters do not matter.

    Card:
        title: Keyed hash
        says: The same person has the same pseudonym wherever the key is used.
        advice: When tables must be joined later by somebody with the same key.
        reference: Krawczyk, Bellare & Canetti 1997, RFC 2104
        reference: NIST FIPS 198-1
        place: 2
    """

    length: Annotated[int, Ge(8), Le(64), MultipleOf(2)] = 32

    def pseudonyms(self, values: pl.Series, means: Means) -> pl.Series:
        """The digest of each value, cut to its length."""
        half = self.length // 2
        digests = [digest[:half].hex() for digest in means.secret.digests(values)]
        pseudonyms = pl.Series(values.name, digests, dtype=pl.String)
        shared = len(pseudonyms) - pseudonyms.n_unique()
        if shared:
            raise DataError(
                f"{shared:,} of {len(pseudonyms):,} values share a pseudonym of"
                f" {self.length} digits with another. Take a greater `length`."
            )
        return pseudonyms


def collision_bound(values: int, length: int) -> float:
    """An upper bound of the chance that two of the values share `length` hexadecimal digits."""
    return float(min(1.0, values * values / 2 / 16.0**length))
