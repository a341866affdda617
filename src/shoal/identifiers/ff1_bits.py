"""FF1 with radix 2 on many numbers at once: a round is one call of AES over all of them.

With radix 2, no tweak, and halves of at most 32 bits, a round of FF1 needs one block per number:
AES(AES(P) xor Q). Its bytes d-8 to d hold the number that is added (P, Q, d of NIST SP 800-38G).
"""

import numpy as np
from numpy.typing import NDArray

from shoal.identifiers.ff1 import ROUNDS, half_bytes, half_length, header
from shoal.identifiers.key import Key

Numbers = NDArray[np.uint64]
LONGEST = 63  # bits


def encrypted(key: Key, numbers: Numbers, length: int) -> Numbers:
    """Encrypt numbers of `length` bits."""
    low = np.uint64(length - length // 2)
    left, right = numbers >> low, numbers & _mask(int(low))
    first = _first(key, length)
    for turn in range(ROUNDS):
        mask = _mask(half_length(length, turn))
        left, right = right, (left + _round(key, first, right, turn, length)) & mask
    return (left << low) | right


def decrypted(key: Key, numbers: Numbers, length: int) -> Numbers:
    """Decrypt numbers of `length` bits: the inverse of encryption."""
    low = np.uint64(length - length // 2)
    left, right = numbers >> low, numbers & _mask(int(low))
    first = _first(key, length)
    for turn in reversed(range(ROUNDS)):
        mask = _mask(half_length(length, turn))
        left, right = (right - _round(key, first, left, turn, length)) & mask, left
    return (left << low) | right


def _mask(bits: int) -> np.uint64:
    return np.uint64((1 << bits) - 1)


def _first(key: Key, length: int) -> NDArray[np.uint8]:
    """AES(P), which all rounds share."""
    return np.frombuffer(key.blocks(header(2, length)), np.uint8)


def _round(key: Key, first: NDArray[np.uint8], halves: Numbers, turn: int, length: int) -> Numbers:
    """The numbers that a round adds to the other halves."""
    size = half_bytes(2, length)
    blocks = np.zeros((len(halves), 16), np.uint8)
    blocks[:, 8:] = halves.astype(">u8").view(np.uint8).reshape(-1, 8)
    blocks[:, 15 - size] = turn
    blocks ^= first
    ciphered = np.frombuffer(key.blocks(blocks.tobytes()), np.uint8).reshape(-1, 16)
    wanted = 4 * ((size + 3) // 4) + 4
    added = np.ascontiguousarray(ciphered[:, wanted - 8 : wanted]).view(">u8")
    return added.reshape(-1).astype(np.uint64)
