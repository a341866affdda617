"""The file of a key: 64 hexadecimal digits or more, as `openssl rand -hex 32` writes them.

Only such files are keys. A passphrase would be guessed, so none is taken.
"""

import os
import re
from pathlib import Path

from shoal.errors import DataError, ShoalError, StudyError
from shoal.identifiers.key import BYTES, Key
from shoal.identifiers.private_file import create_private, read_private

_DIGITS = re.compile(rb"[0-9A-Fa-f]+")
_FEWEST_KINDS = 8  # different bytes; a drawn key of 32 bytes has fewer once in 10^37 draws
_LONGEST = 4096
_HOW = (
    "Write 64 hexadecimal digits into a new file (`openssl rand -hex 32`), or let"
    " `create_key: true` draw a key"
)


def key_in(path: Path, *, create: bool = False) -> Key:
    """The key in a file; where there is none and it is allowed, a new one is drawn."""
    if not path.exists():
        if not create:
            raise StudyError(_absent())
        create_private(path, os.urandom(BYTES).hex().encode() + b"\n")
    content = read_private(path)
    if problem := _problem(content):
        raise DataError(f"{path.name} is no key: {problem}. {_HOW}.")
    return Key(bytes.fromhex(content.decode("ascii")))


def key_problem(path: Path, *, create: bool = False) -> ShoalError | None:
    """What is wrong with the file of a key; nothing is drawn."""
    if not path.exists():
        return None if create else StudyError(_absent())
    try:
        key_in(path)
    except ShoalError as error:
        return error
    return None


def _absent() -> str:
    """The path is not repeated: somebody may have given the key itself."""
    return f"there is no such file. `key` is the path of a file, never the key itself. {_HOW}."


def _problem(content: bytes) -> str | None:
    digits = content.strip()
    if not digits:
        return "it is empty"
    if len(digits) > _LONGEST or not _DIGITS.fullmatch(digits) or len(digits) % 2:
        return "it holds something else than hexadecimal digits"
    if len(digits) < 2 * BYTES:
        return f"it has {len(digits)} hexadecimal digits, and 64 are needed"
    if len(set(bytes.fromhex(digits.decode("ascii")))) < _FEWEST_KINDS:
        return "its digits repeat, so it was not drawn at random"
    return None
