"""Surrogates, computed again from their definition: FF1 of NIST SP 800-38G on bits, cycle walking.

A text is a number, its digits and letters being wheels of an odometer. With E the permutation of
the numbers of its format, number x becomes E⁻¹(E(x) + 1).
"""

import re
from collections.abc import Callable
from math import prod

from shoal.verify.secrets import Secret

ROUNDS = 10
WHEELS = {"9": "0123456789", "a": "abcdefghijklmnopqrstuvwxyz"}
WHEELS["A"] = WHEELS["a"].upper()


def surrogate(secret: Secret, text: str) -> str:
    """The surrogate of a text: other digits and letters in the same format."""
    form = re.sub("[A-Z]", "A", re.sub("[a-z]", "a", re.sub("[0-9]", "9", text)))
    sizes = [len(WHEELS[kind]) if kind in WHEELS else 1 for kind in form]
    size, number = prod(sizes), 0
    for kind, letter, wheel in zip(form, text, sizes, strict=True):
        number = number * wheel + (WHEELS[kind].index(letter) if kind in WHEELS else 0)
    moved, letters = _next_in_format(secret.derive("format", form), number, size), []
    for kind, wheel in zip(reversed(form), reversed(sizes), strict=True):
        moved, at = divmod(moved, wheel)
        letters.append(WHEELS[kind][at] if kind in WHEELS else kind)
    return "".join(reversed(letters))


def _next_in_format(secret: Secret, number: int, size: int) -> int:
    """E⁻¹(E(x) + 1) for a number x below `size`."""
    bits = (size - 1).bit_length()
    step = _cipher(secret)
    inside = _encrypt(step, number, bits)
    while inside >= size:
        inside = _encrypt(step, inside, bits)
    back = _decrypt(step, (inside + 1) % size, bits)
    while back >= size:
        back = _decrypt(step, back, bits)
    return back


def _cipher(secret: Secret) -> Callable[[bytes], bytes]:
    """A function that returns the last block of a text under AES in chaining mode."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes  # noqa: PLC0415

    def last(plain: bytes) -> bytes:
        chained = Cipher(algorithms.AES(secret.raw), modes.CBC(bytes(16))).encryptor()
        return (chained.update(plain) + chained.finalize())[-16:]

    return last


def _encrypt(step: Callable[[bytes], bytes], number: int, bits: int) -> int:
    """The number of so many bits that FF1 makes of a number."""
    low = bits - bits // 2
    left, right = number >> low, number & ((1 << low) - 1)
    for turn in range(ROUNDS):
        size = 1 << (bits // 2 if turn % 2 == 0 else low)
        left, right = right, (left + _round_value(step, right, turn, bits)) % size
    return (left << low) + right


def _decrypt(step: Callable[[bytes], bytes], number: int, bits: int) -> int:
    """The number of which FF1 makes this one."""
    low = bits - bits // 2
    left, right = number >> low, number & ((1 << low) - 1)
    for turn in reversed(range(ROUNDS)):
        size = 1 << (bits // 2 if turn % 2 == 0 else low)
        left, right = (right - _round_value(step, left, turn, bits)) % size, left
    return (left << low) + right


def _round_value(step: Callable[[bytes], bytes], half: int, turn: int, bits: int) -> int:
    """What the other half is moved by (steps 6.i to 6.iv of the standard)."""
    length = -(-(bits - bits // 2) // 8)
    wanted = 4 * -(-length // 4) + 4
    first = bytes([1, 2, 1]) + (2).to_bytes(3, "big") + bytes([ROUNDS, bits // 2 % 256])
    first += bits.to_bytes(4, "big") + bytes(4)
    second = bytes((-length - 1) % 16) + bytes([turn]) + half.to_bytes(length, "big")
    block = step(first + second)
    more = [
        step(bytes(a ^ b for a, b in zip(block, count.to_bytes(16, "big"), strict=True)))
        for count in range(1, -(-wanted // 16))
    ]
    return int.from_bytes((block + b"".join(more))[:wanted], "big")
