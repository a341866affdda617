"""Reads bytes and text of a file, compressed or not; errors name the file, never its content.

The first bytes, not the name, tell how it is compressed: gzip (RFC 1952), Zstandard (RFC 8878).
"""

import codecs
import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from shoal.data.encoding import encoding_of
from shoal.errors import DataError

GZIP = b"\x1f\x8b"
ZSTANDARD = b"\x28\xb5\x2f\xfd"

# The first bytes of a file, from which its encoding and dialect are found out.
SAMPLE = 1 << 20


@contextmanager
def open_text(path: Path, encoding: str | None = None) -> Iterator[TextIO]:
    """Open a file as decoded text, with its line ends as they are.

    Without `encoding`, the content tells it. A compressed file is unpacked into memory as a whole.
    """
    with explain_read_errors(path):
        codec = text_codec(encoding or detect_encoding(path))
        raw = io.BytesIO(read_content(path)) if is_compressed(path) else path.open("rb")
        with io.TextIOWrapper(cast(BinaryIO, raw), encoding=codec, newline="") as text:
            yield text


def text_codec(encoding: str) -> str:
    """The name of Python's codec for an encoding; UTF-8 may begin with a byte order mark or not."""
    name = codecs.lookup(encoding).name
    return "utf-8-sig" if name == "utf-8" else name


def detect_encoding(path: Path) -> str:
    """The name of a file's encoding, judged by its content; a `DataError` if it is not certain."""
    encoding = encoding_of(read_head(path))
    if encoding is not None:
        return encoding
    from shoal.data.legacy_encoding import guess_encoding  # noqa: PLC0415  (most files are UTF-8)

    with explain_read_errors(path):
        return guess_encoding(path, open_decompressed)


def is_compressed(path: Path) -> bool:
    """Whether the first bytes of a file are those of gzip or Zstandard."""
    with explain_read_errors(path), path.open("rb") as file:
        return file.read(4).startswith((GZIP, ZSTANDARD))


def read_head(path: Path, size: int = SAMPLE) -> bytes:
    """At most `size` bytes from the beginning of a file, decompressed."""
    with explain_read_errors(path), path.open("rb") as file:
        return open_decompressed(file).read(size)


def read_content(path: Path) -> bytes:
    """All decompressed bytes of a file."""
    with explain_read_errors(path), path.open("rb") as file:
        if _magic(file).startswith(ZSTANDARD):
            return _decompress_zstandard(file.read())
        return open_decompressed(file).read()


@contextmanager
def explain_read_errors(path: Path) -> Iterator[None]:
    """Turn every error that can happen while a file is read into a `DataError`."""
    try:
        yield
    except FileNotFoundError:
        raise DataError(
            f"There is no file {path}. Check the path; it is relative to the study."
        ) from None
    except UnicodeError:
        raise DataError(
            f"{path.name} is not in the encoding it was read with."
            " Set `encoding` (utf-8, utf-16, cp1252, …) to the one it was saved in."
        ) from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise DataError(
            f"{path.name} is compressed but incomplete or damaged. Copy or export it again."
        ) from None
    except _zstandard_errors():
        raise DataError(
            f"{path.name} is compressed, but damaged or in a way that takes too much memory to"
            " unpack. Compress it again with the usual settings."
        ) from None
    except OSError as error:
        raise DataError(f"{path.name} cannot be read: {error.strerror}.") from None


def open_decompressed(file: BinaryIO) -> BinaryIO:
    """A reader that decompresses an open file while it is read; the file itself if it is plain.

    It does not notice that a Zstandard file is cut off; `read_content` does.
    """
    magic = _magic(file)
    if magic.startswith(GZIP):
        return cast(BinaryIO, gzip.GzipFile(fileobj=file))
    if magic.startswith(ZSTANDARD):
        import zstandard  # noqa: PLC0415  (most files are not compressed with it)

        decompressor = zstandard.ZstdDecompressor()
        return cast(BinaryIO, decompressor.stream_reader(file, read_across_frames=True))
    return file


def _zstandard_errors() -> tuple[type[Exception], ...]:
    """The errors of the library `zstandard`, if it was loaded at all."""
    library = sys.modules.get("zstandard")
    return () if library is None else (library.ZstdError,)


def _magic(file: BinaryIO) -> bytes:
    """The first four bytes of an open file, which is at its beginning again afterwards."""
    magic = file.read(4)
    file.seek(0)
    return magic


def _decompress_zstandard(packed: bytes) -> bytes:
    """The decompressed bytes of a Zstandard file, frame by frame; `EOFError` if it is damaged.

    The library's own stream reader would accept a file that is cut off.
    """
    import zstandard  # noqa: PLC0415  (most files are not compressed with it)

    frames = []
    while packed:
        frame = zstandard.ZstdDecompressor().decompressobj()
        try:
            frames.append(frame.decompress(packed))
        except zstandard.ZstdError as error:
            raise EOFError from error
        if not frame.eof:
            raise EOFError
        packed = frame.unused_data
    return b"".join(frames)
