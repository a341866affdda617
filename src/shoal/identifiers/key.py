"""A secret key that never shows itself.

Keys are derived by HKDF-SHA-256 (Krawczyk 2010, RFC 5869), values are digested by HMAC-SHA-256
(RFC 2104), files are sealed with AES-256-GCM (NIST SP 800-38D). All of them come from the Python
library or from `cryptography`, which is loaded when a key is used; docs/decisions/0014 says why
these.
"""

import hmac
import os
from collections.abc import Iterable
from typing import NoReturn, final

BYTES = 32  # of every key that is drawn or derived
_SALT, _NONCE = 32, 12
_NAME = "shoal identifiers 1"  # change it whenever a rule of this room changes


@final
class Key:
    """A secret of at least 32 bytes; it cannot be printed, copied or stored."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def derive(self, *context: str) -> "Key":
        """The key for one purpose; keys of different contexts tell nothing about each other."""
        return Key(_hkdf(self._secret, b"", (_NAME, *context)))

    def digests(self, texts: Iterable[str]) -> list[bytes]:
        """The digest of each text, 32 bytes: without the key nobody can compute or invert it."""
        secret = self._secret
        return [hmac.digest(secret, text.encode(), "sha256") for text in texts]

    def blocks(self, plain: bytes) -> bytes:
        """Each block of 16 bytes encrypted by itself with AES, as the rounds of FF1 need it."""
        from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes  # noqa: PLC0415

        ecb = modes.ECB()  # noqa: S305  (never used on data, only inside FF1's rounds)
        cipher = Cipher(algorithms.AES(self._secret), ecb).encryptor()
        return cipher.update(plain) + cipher.finalize()

    def seal(self, plain: bytes, about: bytes) -> bytes:
        """Encrypt bytes; `unseal` needs the same `about`, which is not encrypted.

        The result differs each time.
        """
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

        salt, nonce = os.urandom(_SALT), os.urandom(_NONCE)
        # A fresh key for every sealing: nonces need not be counted.
        return (
            salt + nonce + AESGCM(_hkdf(self._secret, salt, (_NAME,))).encrypt(nonce, plain, about)
        )

    def unseal(self, sealed: bytes, about: bytes) -> bytes | None:
        """The bytes that were sealed; None if another key sealed them, or anything was changed."""
        from cryptography.exceptions import InvalidTag  # noqa: PLC0415
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

        salt, nonce = sealed[:_SALT], sealed[_SALT : _SALT + _NONCE]
        if len(nonce) < _NONCE:
            return None
        try:
            cipher = AESGCM(_hkdf(self._secret, salt, (_NAME,)))
            return cipher.decrypt(nonce, sealed[_SALT + _NONCE :], about)
        except InvalidTag:
            return None

    def __repr__(self) -> str:
        return "<Key>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("A key is neither copied nor stored.")


def _hkdf(secret: bytes, salt: bytes, context: tuple[str, ...]) -> bytes:
    """Derive a key; parts of the context have their lengths, so ("ab", "c") is not ("a", "bc")."""
    from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF  # noqa: PLC0415

    parts = [part.encode() for part in context]
    info = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return HKDF(SHA256(), BYTES, salt or None, info).derive(secret)
