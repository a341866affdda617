"""Passwords: stored as scrypt hashes (RFC 7914), compared in constant time.

A hash names its parameters, so that later versions can ask for more work:
`scrypt$n$r$p$salt$key`.
"""

import base64
import hashlib
import hmac
import secrets
from functools import cache

from shoal.errors import StudyError

SHORTEST, LONGEST = 12, 1024  # characters of a password
# 32 MB and about a quarter of a second for each guess.
WORK, BLOCK, PARALLEL = 2**15, 8, 3


def hash_password(password: str) -> str:
    """The hash that is stored for a password; StudyError if the password is weak."""
    refuse_weak(password)
    return _scrypt_hash(password, secrets.token_bytes(16), WORK, BLOCK, PARALLEL)


def is_password_of(password: str, kept: str | None) -> bool:
    """Whether a password belongs to a hash; False without a hash, after the same time."""
    if len(password) > LONGEST:
        return False
    _, work, block, parallel, salt, _ = (kept or _dummy_hash()).split("$")
    again = _scrypt_hash(password, _bytes(salt), int(work), int(block), int(parallel))
    return hmac.compare_digest(again, kept or _dummy_hash()) and kept is not None


def prepare_dummy_hash() -> None:
    """Compute the dummy hash now, so that even the first unknown name takes the usual time."""
    _dummy_hash()


def refuse_weak(password: str) -> None:
    """Refuse passwords that are too short, too long, or repeat very few characters."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise StudyError(
            f"The password has {len(password)} characters; expected {SHORTEST} to {LONGEST:,}."
            " A sentence of a few words is easy to remember and hard to guess."
        )
    if len(set(password)) < 5:
        raise StudyError("The password repeats a few characters. Take more different ones.")


@cache
def _dummy_hash() -> str:
    """The hash of a random password, compared with if a user does not exist."""
    return _scrypt_hash(secrets.token_hex(16), secrets.token_bytes(16), WORK, BLOCK, PARALLEL)


def _scrypt_hash(password: str, salt: bytes, work: int, block: int, parallel: int) -> str:
    key = hashlib.scrypt(
        password.encode(), salt=salt, n=work, r=block, p=parallel, maxmem=2**28, dklen=32
    )
    return f"scrypt${work}${block}${parallel}${_text(salt)}${_text(key)}"


def _text(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def _bytes(text: str) -> bytes:
    return base64.b64decode(text)
