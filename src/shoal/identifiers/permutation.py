"""A keyed permutation of the numbers below a size, in which no number stays where it is.

FF1 permutes the numbers of n bits; walking on until the size is respected permutes those below it
(cycle walking; Black and Rogaway 2002, doi:10.1007/3-540-45760-7_9). E being that permutation,
x becomes E⁻¹(E(x) + 1): one single cycle through all numbers, hence without fixed points, and drawn
among all such cycles as evenly as E is among all permutations.

Numbers of at most 63 bits are encrypted all at once. With radix 2, no tweak, and halves of at most
32 bits, a round of FF1 needs one block per number: AES(AES(P) xor Q). Its bytes d-8 to d hold the
number that is added (P, Q, d of NIST SP 800-38G).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from shoal.identifiers import ff1
from shoal.identifiers.ff1 import ROUNDS, half_bytes, half_length, header
from shoal.identifiers.key import Key

Numbers = NDArray[np.uint64]
LONGEST = 63  # bits


@dataclass(frozen=True)
class Permutation:
    """The permutation of the numbers from 0 to `size` - 1 that belongs to a key."""

    key: Key
    size: int

    def move(self, numbers: list[int], step: int = 1) -> list[int]:
        """Where each number goes; with step -1, where it comes from."""
        if self._bits <= LONGEST:
            return self._move_together(np.array(numbers, np.uint64), step).tolist()  # type: ignore[no-any-return]
        return [self._move_alone(number, step) for number in numbers]

    @cached_property
    def _bits(self) -> int:
        """How many bits the largest number has."""
        return (self.size - 1).bit_length()

    def _move_together(self, numbers: Numbers, step: int) -> Numbers:
        """`move` for numbers of at most 63 bits."""
        inside = self._walk(numbers, forward=True)
        turned = (inside + np.uint64(step % self.size)) % np.uint64(self.size)
        return self._walk(turned, forward=False)

    def _walk(self, numbers: Numbers, *, forward: bool) -> Numbers:
        """Encrypt (forward) or decrypt each number, again until it is below the size."""
        walk = encrypt_bits if forward else decrypt_bits
        reached = walk(self.key, numbers, self._bits)
        while len(outside := np.flatnonzero(reached >= self.size)):
            reached[outside] = walk(self.key, reached[outside], self._bits)
        return reached

    def _move_alone(self, number: int, step: int) -> int:
        """`move` for one number of any size."""
        inside = ff1.encrypt(self.key, number, 2, self._bits)
        while inside >= self.size:
            inside = ff1.encrypt(self.key, inside, 2, self._bits)
        reached = ff1.decrypt(self.key, (inside + step) % self.size, 2, self._bits)
        while reached >= self.size:
            reached = ff1.decrypt(self.key, reached, 2, self._bits)
        return reached


def encrypt_bits(key: Key, numbers: Numbers, length: int) -> Numbers:
    """Encrypt numbers of `length` bits, all at once: FF1 with radix 2 and no tweak."""
    low = np.uint64(length - length // 2)
    left, right = numbers >> low, numbers & _mask(int(low))
    first = _first(key, length)
    for turn in range(ROUNDS):
        mask = _mask(half_length(length, turn))
        left, right = right, (left + _round(key, first, right, turn, length)) & mask
    return (left << low) | right


def decrypt_bits(key: Key, numbers: Numbers, length: int) -> Numbers:
    """Decrypt numbers of `length` bits: the inverse of encryption."""
    low = np.uint64(length - length // 2)
    left, right = numbers >> low, numbers & _mask(int(low))
    first = _first(key, length)
    for turn in reversed(range(ROUNDS)):
        mask = _mask(half_length(length, turn))
        left, right = (right - _round(key, first, left, turn, length)) & mask, left
    return (left << low) | right


def _mask(bits: int) -> np.uint64:
    """The number whose lowest `bits` bits are 1."""
    return np.uint64((1 << bits) - 1)


def _first(key: Key, length: int) -> NDArray[np.uint8]:
    """AES(P), which all rounds share."""
    return np.frombuffer(key.blocks(header(2, length)), np.uint8)


def _round(key: Key, first: NDArray[np.uint8], halves: Numbers, turn: int, length: int) -> Numbers:
    """The numbers that a round adds to the other halves, before they are cut to their size.

    Args:
        key: The key.
        first: AES(P), from `_first`.
        halves: The half of each number that stays.
        turn: The round, from 0.
        length: How many bits the whole numbers have.
    """
    size = half_bytes(2, length)
    blocks = np.zeros((len(halves), 16), np.uint8)
    blocks[:, 8:] = halves.astype(">u8").view(np.uint8).reshape(-1, 8)
    blocks[:, 15 - size] = turn
    blocks ^= first
    ciphered = np.frombuffer(key.blocks(blocks.tobytes()), np.uint8).reshape(-1, 16)
    wanted = 4 * ((size + 3) // 4) + 4
    added = np.ascontiguousarray(ciphered[:, wanted - 8 : wanted]).view(">u8")
    return added.reshape(-1).astype(np.uint64)
