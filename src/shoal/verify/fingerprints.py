"""Fingerprints (SHA-256) of files, computed by the verifier itself."""

import hashlib
import hmac
from collections.abc import Mapping
from pathlib import Path

PARTS = (".csv", ".parquet")  # a release in parts is a folder that is named like one file


def fingerprint(path: Path) -> str | None:
    """The fingerprint of a file, or of a release in parts; None where there is neither."""
    if path.is_dir() and path.suffix in PARTS:
        lines = [f"{fingerprint(part)}  {part.name}\n" for part in sorted(path.iterdir())]
        return hashlib.sha256("".join(lines).encode()).hexdigest()
    if not path.is_file():
        return None
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def salted(files: Mapping[str, str | None], salt: str) -> str:
    """One fingerprint of many, which tells nothing to whoever does not know the salt."""
    lines = "".join(f"{files[name]}  {name}\n" for name in sorted(files))
    return hmac.digest(bytes.fromhex(salt), lines.encode(), "sha256").hex()
