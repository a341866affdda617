"""Format-preserving encryption FF1 (NIST SP 800-38G, algorithms 7 and 8), as it is specified.

This form works on whole numbers of any size with any radix, one at a time; `permutation` has the
same for many numbers at once. We wrote it because no vetted library with packages for our Python
versions has FF1; AES itself comes from `cryptography`. Tests repeat NIST's own samples.
"""

from shoal.identifiers.key import Key

ROUNDS = 10


def encrypt(key: Key, number: int, radix: int, length: int, tweak: bytes = b"") -> int:
    """Encrypt a number of at most `length` digits, to the base `radix`, into another one."""
    left, right = divmod(number, _power(radix, length - length // 2))
    for turn in range(ROUNDS):
        size = _power(radix, half_length(length, turn))
        left, right = right, (left + _round(key, right, turn, radix, length, tweak)) % size
    return left * _power(radix, length - length // 2) + right


def decrypt(key: Key, number: int, radix: int, length: int, tweak: bytes = b"") -> int:
    """Decrypt a number of at most `length` digits: the inverse of encryption."""
    left, right = divmod(number, _power(radix, length - length // 2))
    for turn in reversed(range(ROUNDS)):
        size = _power(radix, half_length(length, turn))
        left, right = (right - _round(key, left, turn, radix, length, tweak)) % size, left
    return left * _power(radix, length - length // 2) + right


def _power(radix: int, digits: int) -> int:
    """How many numbers have at most `digits` digits."""
    return int(radix**digits)


def half_length(length: int, turn: int) -> int:
    """How many digits change in a round; `turn` counts rounds from 0."""
    return length // 2 if turn % 2 == 0 else length - length // 2


def half_bytes(radix: int, length: int) -> int:
    """How many bytes the longer half has (b of the standard)."""
    digits = length - length // 2
    return ((_power(radix, digits) - 1).bit_length() + 7) // 8


def header(radix: int, length: int, tweak: bytes = b"") -> bytes:
    """The first block of every round (P of the standard), 16 bytes."""
    settings = radix.to_bytes(3, "big"), bytes([ROUNDS, length // 2 % 256])
    lengths = length.to_bytes(4, "big"), len(tweak).to_bytes(4, "big")
    return b"".join((bytes([1, 2, 1]), *settings, *lengths))


def _round(key: Key, half: int, turn: int, radix: int, length: int, tweak: bytes) -> int:
    """The number that a round adds to the other half, before it is cut to its size."""
    size = half_bytes(radix, length)
    padding = bytes((-len(tweak) - size - 1) % 16)
    second = tweak + padding + bytes([turn]) + half.to_bytes(size, "big")
    chained = _chain_blocks(key, header(radix, length, tweak) + second)
    wanted = 4 * ((size + 3) // 4) + 4
    more = [
        key.blocks(_xor(chained, count.to_bytes(16, "big")))
        for count in range(1, (wanted + 15) // 16)
    ]
    return int.from_bytes(b"".join((chained, *more))[:wanted], "big")


def _chain_blocks(key: Key, plain: bytes) -> bytes:
    """The last block of AES in chaining mode (PRF of the standard)."""
    block = bytes(16)
    for start in range(0, len(plain), 16):
        block = key.blocks(_xor(block, plain[start : start + 16]))
    return block


def _xor(left: bytes, right: bytes) -> bytes:
    """The exclusive or of two blocks of 16 bytes."""
    return (int.from_bytes(left, "big") ^ int.from_bytes(right, "big")).to_bytes(16, "big")
