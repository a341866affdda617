"""Receive an upload: write it to disk piece by piece, count its bytes, hash them."""

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from shoal.errors import DataError
from shoal.server.stored.refusals import TooLarge


@dataclass(frozen=True)
class Received:
    """A file that has arrived, with its size and its fingerprint."""

    path: Path
    bytes: int
    sha256: str


def receive(chunks: Iterable[bytes], folder: Path, most: int) -> Received:
    """Write an upload into a file of a folder; TooLarge as soon as it has more than `most` bytes.

    DataError if it is empty. The file is on disk when this returns.
    """
    path, digest, size = folder / "received", hashlib.sha256(), 0
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "wb") as file:
        for chunk in chunks:
            size += len(chunk)
            if size > most:
                raise TooLarge(f"The file has more than the {most:,} bytes that are allowed.")
            digest.update(chunk)
            file.write(chunk)
        file.flush()
        os.fsync(handle)
    if not size:
        raise DataError("The file is empty. Expected a table with a header.")
    return Received(path, size, digest.hexdigest())
