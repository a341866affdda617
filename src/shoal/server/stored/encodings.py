"""The encoding of an upload: guessed when it is first read, or given by its owner.

    tables/ID/encoding        the encoding with which the file was read

If the owner gives the encoding, the file is stored as UTF-8; later readers need not know it.
"""

import codecs
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from shoal.data.encoding import encoding_note
from shoal.data.source import Source
from shoal.data.text_file import explain_read_errors, open_decompressed, text_codec
from shoal.server.stored.receiving import Received

NAME = "encoding"
PIECE = 1 << 20


@dataclass(frozen=True)
class ReadAs:
    """How the text of an upload was decoded.

    Attributes:
        encoding: The encoding; None if it is not a text, or is not known.
        assumed: A note for its owner if the encoding is a guess; otherwise None.
    """

    encoding: str | None
    assumed: str | None


def remember_encoding(path: Path, encoding: str | None) -> None:
    """Store the encoding with which a file was read, beside the file; nothing if it is None."""
    if encoding is not None:
        path.with_name(NAME).write_text(encoding, encoding="ascii")
        path.with_name(NAME).chmod(0o600)


def encoding_of(path: Path, name: str) -> ReadAs:
    """The encoding with which a file was read; `name` is the name of the file in the note."""
    try:
        encoding = path.with_name(NAME).read_text(encoding="ascii")
    except FileNotFoundError:
        return ReadAs(None, None)
    return ReadAs(encoding, encoding_note(name, encoding))


def convert_to_utf8(upload: Received, encoding: str) -> Received:
    """Decompress a text and convert it to UTF-8; DataError if it is not in this encoding.

    Returns the new file, which replaces the upload on disk.
    """
    Source.of({"path": upload.path, "encoding": encoding})  # refuses an unknown encoding
    path, digest, size = upload.path.with_name("in-utf8"), hashlib.sha256(), 0
    with explain_read_errors(upload.path), upload.path.open("rb") as file, path.open("xb") as out:
        for piece in _decode(open_decompressed(file), text_codec(encoding)):
            digest.update(piece)
            size += out.write(piece)
    path.chmod(0o600)
    upload.path.unlink()
    return Received(path, size, digest.hexdigest())


def _decode(file: BinaryIO, codec: str) -> Iterator[bytes]:
    """The text of a file as pieces of UTF-8."""
    decoder = codecs.getincrementaldecoder(codec)()
    while piece := file.read(PIECE):
        yield decoder.decode(piece).encode()
    yield decoder.decode(b"", final=True).encode()
