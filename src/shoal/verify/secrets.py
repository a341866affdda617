"""The verifier's own use of a secret key: what pseudonyms and shifts must be.

HKDF (RFC 5869) and HMAC (RFC 2104) with SHA-256, written out with Python's own `hmac`; a mapping is
opened with AES-256-GCM. A key is read from where the study says, and no part of it is in any
message.
"""

import hmac
import io
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import polars as pl

from shoal.errors import DataError

NAME = "shoal identifiers 1"
MAGIC = b"shoal mapping 1\n"
SALT, NONCE = 32, 12  # bytes


@dataclass(frozen=True)
class Secret:
    """A key for one purpose; its bytes never appear in its text."""

    raw: bytes = field(repr=False)

    def derive(self, *context: str) -> "Secret":
        """The key for a narrower purpose."""
        return Secret(_hkdf(self.raw, b"", (NAME, *context)))

    def digests(self, texts: Iterable[str]) -> list[bytes]:
        """The HMAC of each text."""
        return [hmac.digest(self.raw, text.encode(), "sha256") for text in texts]


def read_secret(folder: Path, path: object) -> Secret | None:
    """The key in a file; None where it is not at hand."""
    try:
        return Secret(bytes.fromhex((folder / str(path)).read_text("ascii").strip()))
    except (OSError, ValueError):
        return None


def read_mapping(
    folder: Path, path: object, master: Secret, space: list[str]
) -> pl.DataFrame | None:
    """Values (`value`) and pseudonyms (`pseudonym`) of one space of a mapping.

    None where the mapping is not at hand or the key does not open it.
    """
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415  (seldom needed)
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

    try:
        sealed = (folder / str(path)).read_bytes().removeprefix(MAGIC)
        salt, nonce = sealed[:SALT], sealed[SALT : SALT + NONCE]
        cipher = AESGCM(_hkdf(master.derive("mapping").raw, salt, (NAME,)))
        plain = cipher.decrypt(nonce, sealed[SALT + NONCE :], MAGIC)
    except (OSError, ValueError, InvalidTag):
        return None
    known = pl.read_ipc(io.BytesIO(plain))
    return known.filter(pl.col("space") == json.dumps(space)).select("value", "pseudonym")


def space_of(settings: Mapping[str, Any], context: tuple[str, ...]) -> list[str]:
    """The name under which a mapping keeps the pseudonyms of a column."""
    form = f"trim={bool(settings.get('trim'))}"
    if settings.get("method") != "surrogate":
        case, length = bool(settings.get("ignore_case")), int(settings.get("length") or 32)
        form += f" ignore_case={case} length={length}"
    return [*context, form]


def days_of(secret: Secret, people: Iterable[str], days: int, *, zero: bool) -> list[int]:
    """By how many days the dates of each person are moved: up to `days`; by 0 only if `zero`."""
    if days < 1 and not zero:
        raise DataError("Dates cannot be moved by fewer than one day.")
    choices = [*range(-days, 0), *([0] if zero else []), *range(1, days + 1)]
    words = (int.from_bytes(digest[:16], "big") for digest in secret.digests(people))
    return [choices[number % len(choices)] for number in words]


def _hkdf(secret: bytes, salt: bytes, context: tuple[str, ...]) -> bytes:
    """A key of 32 bytes for a context, derived from a secret and a salt (RFC 5869)."""
    parts = [part.encode() for part in context]
    info = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    extracted = hmac.digest(salt or bytes(32), secret, "sha256")
    return hmac.digest(extracted, info + b"\x01", "sha256")
