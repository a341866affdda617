"""The file of a key: 64 hexadecimal digits or more, as `openssl rand -hex 32` writes them.

Only such files are keys. A passphrase could be guessed, so it is refused.
"""

import os
import re
from itertools import pairwise
from pathlib import Path

from shoal.errors import DataError, ShoalError, StudyError
from shoal.identifiers.key import BYTES, Key
from shoal.identifiers.private_file import create_private, read_private

_DIGITS = re.compile(rb"[0-9A-Fa-f]+")
_FEWEST_KINDS = 16  # different bytes, and steps; a drawn key has fewer once in 10^15 draws
_BLOCK = 6  # bytes; a drawn key of 32 bytes has the same ones twice once in 10^12 draws
_PRINTABLE = range(0x20, 0x7F)  # a drawn key is a text once in 10^13 draws
_LONGEST = 4096
_HOW = (
    "Write 64 hexadecimal digits into a new file (`openssl rand -hex 32`), or let"
    " `create_key: true` draw a key"
)


def key_in(path: Path, *, create: bool = False) -> Key:
    """The key in a file; if there is no file and `create` is set, a new key is drawn and written.

    A `StudyError` if there is no file; a `DataError` if it holds no key or others may read it.
    """
    if not path.exists():
        if not create:
            raise StudyError(_absent())
        create_private(path, os.urandom(BYTES).hex().encode() + b"\n")
    content = read_private(path)
    if problem := _problem(content):
        raise DataError(f"{path.name} is no key: {problem}. {_HOW}.")
    return Key(bytes.fromhex(content.decode("ascii")))


def key_problem(path: Path, *, create: bool = False) -> ShoalError | None:
    """The error that `key_in` would raise, or None; no file is written."""
    if not path.exists():
        return None if create else StudyError(_absent())
    try:
        key_in(path)
    except ShoalError as error:
        return error
    return None


def _absent() -> str:
    """The message for an absent file, without the path: somebody may have written the key there."""
    return f"there is no such file. `key` is the path of a file, never the key itself. {_HOW}."


def _problem(content: bytes) -> str | None:
    """What is wrong with the content of a key file, as the end of a sentence; or None."""
    digits = content.strip()
    if not digits:
        return "it is empty"
    if len(digits) > _LONGEST or not _DIGITS.fullmatch(digits) or len(digits) % 2:
        return "it holds something else than hexadecimal digits"
    if len(digits) < 2 * BYTES:
        return f"it has {len(digits)} hexadecimal digits, and 64 are needed"
    return _pattern(bytes.fromhex(digits.decode("ascii")))


def _pattern(secret: bytes) -> str | None:
    """The pattern that shows that a key was not drawn at random, or None."""
    if len(set(secret)) < _FEWEST_KINDS:
        return "its digits repeat, so it was not drawn at random"
    if len({(second - first) % 256 for first, second in pairwise(secret)}) < _FEWEST_KINDS:
        return "its digits count up or down, so it was not drawn at random"
    blocks = [secret[at : at + _BLOCK] for at in range(len(secret) - _BLOCK + 1)]
    if len(set(blocks)) < len(blocks):
        return "its digits repeat, so it was not drawn at random"
    if all(byte in _PRINTABLE for byte in secret):
        return "its digits spell a text, so it was not drawn at random"
    return None
