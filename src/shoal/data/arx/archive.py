"""The ZIP archive of a project: nothing is unpacked by its own name or without a limit."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from xml.parsers import expat
from zipfile import BadZipFile, LargeZipFile, ZipFile
from zlib import error as ZlibError

from shoal.errors import DataError

MOST_TEXT = 64 << 20  # bytes of settings or of a hierarchy
MOST_DATA = 8 << 30  # bytes of the table
MOST_ENTRIES = 20_000
MOST_RATIO = 300  # by how much a table may have been compressed; a bomb reaches 1,000
PIECE = 1 << 20
NO_PROJECT = "The file is not an ARX project. Expected a .deid file, a ZIP archive with metadata."
BROKEN = "The ARX project is damaged: a part of it cannot be unpacked. Save it again in ARX."


@dataclass(frozen=True)
class Archive:
    """An open project."""

    file: ZipFile

    def __contains__(self, name: str) -> bool:
        return name in self.file.NameToInfo

    def names(self) -> tuple[str, ...]:
        """The names of all entries."""
        return tuple(self.file.NameToInfo)

    def read(self, name: str, most: int = MOST_TEXT) -> bytes:
        """The content of an entry, which must exist."""
        return b"".join(self._pieces(name, most))

    def copy(self, name: str, target: BinaryIO, most: int = MOST_DATA) -> None:
        """Write the content of an entry, which must exist, into a file."""
        for piece in self._pieces(name, most):
            target.write(piece)

    def elements(self, name: str) -> list["Element"]:
        """All elements of an XML entry in order; none if there is no such entry."""
        return parse_elements(self.read(name)) if name in self else []

    def _pieces(self, name: str, most: int) -> Iterator[bytes]:
        info, size = self.file.NameToInfo[name], 0
        try:
            with self.file.open(info) as entry:
                while piece := entry.read(PIECE):
                    size += len(piece)
                    if size > most or size > PIECE + MOST_RATIO * info.compress_size:
                        raise DataError(_too_large(size, most))
                    yield piece
        except (BadZipFile, ZlibError, EOFError, OSError, RuntimeError, NotImplementedError):
            raise DataError(BROKEN) from None


@contextmanager
def open_archive(path: Path) -> Iterator[Archive]:
    """Open a project file; DataError if it is none."""
    try:
        file = ZipFile(path)
    except (BadZipFile, LargeZipFile, ValueError, OSError):
        raise DataError(NO_PROJECT) from None
    with file:
        if len(file.infolist()) > MOST_ENTRIES:
            raise DataError(
                f"The ARX project has more than {MOST_ENTRIES:,} parts; no ARX writes so."
            )
        if "metadata.xml" not in file.NameToInfo:
            raise DataError(NO_PROJECT)
        yield Archive(file)


@dataclass
class Element:
    """An XML element: its name, the names of those around it, its text."""

    name: str
    around: tuple[str, ...]
    text: str = ""


def parse_elements(content: bytes) -> list[Element]:
    """All elements in the order in which they begin; a document type or entity is refused."""
    found: list[Element] = []
    inside: list[Element] = []

    def start(name: str, _: object) -> None:
        inside.append(Element(name, tuple(one.name for one in inside)))
        found.append(inside[-1])

    def add(text: str) -> None:
        if inside:
            inside[-1].text += text

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: inside.pop()
    parser.CharacterDataHandler = add
    parser.StartDoctypeDeclHandler = _refuse_entities
    try:
        parser.Parse(content, True)
    except (expat.ExpatError, ValueError, LookupError):
        raise DataError("The settings of the ARX project are damaged: not readable XML.") from None
    return found


def _refuse_entities(*_: object) -> None:
    # Entities that contain entities fill the memory; ARX writes none.
    raise DataError("The settings of the ARX project define XML entities, which ARX never writes.")


def _too_large(size: int, most: int) -> str:
    if size > most:
        return f"A part of the ARX project has more than the {most:,} bytes that are allowed."
    return "A part of the ARX project unpacks to far more than a table would; it is not read."
