"""A keyed permutation of the numbers below a size, in which no number stays where it is.

FF1 permutes the numbers of n bits; walking on until the size is respected permutes those below it
(cycle walking; Black and Rogaway 2002, doi:10.1007/3-540-45760-7_9). E being that permutation,
x becomes E⁻¹(E(x) + 1): one single cycle through all numbers, hence without fixed points, and drawn
among all such cycles as evenly as E is among all permutations.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from shoal.identifiers import ff1, ff1_bits
from shoal.identifiers.ff1_bits import Numbers
from shoal.identifiers.key import Key


@dataclass(frozen=True)
class Permutation:
    """The permutation of `size` numbers that belongs to a key."""

    key: Key
    size: int

    def moved(self, numbers: list[int], step: int = 1) -> list[int]:
        """Where each number goes; with step -1, where it comes from."""
        if self._bits <= ff1_bits.LONGEST:
            return self._together(np.array(numbers, np.uint64), step).tolist()  # type: ignore[no-any-return]
        return [self._alone(number, step) for number in numbers]

    @cached_property
    def _bits(self) -> int:
        return (self.size - 1).bit_length()

    def _together(self, numbers: Numbers, step: int) -> Numbers:
        inside = self._walked(numbers, forward=True)
        turned = (inside + np.uint64(step % self.size)) % np.uint64(self.size)
        return self._walked(turned, forward=False)

    def _walked(self, numbers: Numbers, *, forward: bool) -> Numbers:
        walk = ff1_bits.encrypted if forward else ff1_bits.decrypted
        found = walk(self.key, numbers, self._bits)
        while len(outside := np.flatnonzero(found >= self.size)):
            found[outside] = walk(self.key, found[outside], self._bits)
        return found

    def _alone(self, number: int, step: int) -> int:
        inside = ff1.encrypted(self.key, number, 2, self._bits)
        while inside >= self.size:
            inside = ff1.encrypted(self.key, inside, 2, self._bits)
        found = ff1.decrypted(self.key, (inside + step) % self.size, 2, self._bits)
        while found >= self.size:
            found = ff1.decrypted(self.key, found, 2, self._bits)
        return found
