"""Computes how much of its domain a masked value covers, from the number of possible values.

With an alphabet of A characters and values of L characters, a label with l masked places stands for
the share x = A**(l - L) of all texts. Only S texts are values of the domain, so x is scaled
linearly: a single value covers 1/S, and the fully masked one everything (ARX's formula).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

# Large enough to tell small shares apart, small enough to add up many of them in 64 bits.
_WHOLE = 1 << 52


@dataclass(frozen=True)
class Domain:
    """All possible values; sizes may be fractions if they are derived.

    Attributes:
        length: How many characters a value has.
        alphabet: How many different characters there are.
        size: How many possible values there are.
    """

    length: int
    alphabet: float
    size: float

    @classmethod
    def of(cls, length: int, occurring: int, alphabet: int | None, size: int | None) -> "Domain":
        """The domain; what is not given is derived from the rest.

        Args:
            length: How many characters a value has (L).
            occurring: How many different characters occur; A if nothing is given.
            alphabet: How many characters are possible (A); None is S**(1/L).
            size: How many values are possible (S); None is A**L.
        """
        if alphabet is None:
            alphabet_size = float(occurring) if size is None else size ** (1 / max(length, 1))
        else:
            alphabet_size = float(alphabet)
        return cls(length, alphabet_size, alphabet_size**length if size is None else float(size))

    def shares(self) -> list[float]:
        """The share of the domain that a label covers, one for each level, level 0 first."""
        least, single = self.alphabet**-self.length, 1 / self.size
        if least >= 1:
            return [1.0] * (self.length + 1)
        slope = (1 - single) / (1 - least)
        places = [self.alphabet ** (level - self.length) for level in range(self.length + 1)]
        return [single + (place - least) * slope for place in places]

    def covers(self) -> tuple[list[int], int]:
        """The shares of all levels as whole numbers, and the number for the whole domain."""
        whole = self._exact() or _WHOLE
        return [max(1, round(share * whole)) for share in self.shares()], whole

    def _exact(self) -> int | None:
        """The size of the domain if every label covers a whole number of values; else None."""
        whole = self.alphabet.is_integer() and self.size == self.alphabet**self.length
        return int(self.size) if whole and self.size <= _WHOLE else None


def spread(cover: int, labels: int) -> NDArray[np.int64]:
    """The same cover for each of `labels` labels."""
    return np.full(labels, cover, dtype=np.int64)
