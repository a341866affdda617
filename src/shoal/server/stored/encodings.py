"""The encoding of an upload: found out when it is read first and kept beside it, or told.

    tables/ID/encoding        the name of the encoding that the file was read with

A file whose encoding its owner tells is kept as UTF-8, so that whoever reads it later need not be
told again.
"""

import codecs
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from shoal.data.encoding import encoding_note
from shoal.data.source import Source
from shoal.data.text_file import decompressed, reading, text_codec
from shoal.server.stored.receiving import Received

NAME = "encoding"
PIECE = 1 << 20


@dataclass(frozen=True)
class ReadAs:
    """How the letters of an upload were read.

    Attributes:
        encoding: The encoding; None if it is no text, or was kept before this was noted.
        assumed: What to tell its owner; None if nothing had to be assumed.
    """

    encoding: str | None
    assumed: str | None


def remember_encoding(path: Path, encoding: str | None) -> None:
    """Write down what a file was read with."""
    if encoding is not None:
        path.with_name(NAME).write_text(encoding, encoding="ascii")
        path.with_name(NAME).chmod(0o600)


def read_as(path: Path, name: str) -> ReadAs:
    """How a file was read, which its owner calls by a name."""
    try:
        encoding = path.with_name(NAME).read_text(encoding="ascii")
    except FileNotFoundError:
        return ReadAs(None, None)
    return ReadAs(encoding, encoding_note(name, encoding))


def in_utf8(given: Received, encoding: str) -> Received:
    """The same text in UTF-8, unpacked; DataError where it is not in that encoding."""
    Source.of({"path": given.path, "encoding": encoding})  # refuses what is no encoding
    made, digest, size = given.path.with_name("in-utf8"), hashlib.sha256(), 0
    with reading(given.path), given.path.open("rb") as file, made.open("xb") as out:
        for piece in _decoded(decompressed(file), text_codec(encoding)):
            digest.update(piece)
            size += out.write(piece)
    made.chmod(0o600)
    given.path.unlink()
    return Received(made, size, digest.hexdigest())


def _decoded(file: BinaryIO, codec: str) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(codec)()
    while piece := file.read(PIECE):
        yield decoder.decode(piece).encode()
    yield decoder.decode(b"", final=True).encode()
