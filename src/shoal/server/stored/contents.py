"""The format of an upload, and the check that it does not unpack into too much.

The first bytes decide the format; the name of the upload only tells kinds of text apart. Compressed
formats are unpacked here once, piece by piece and without keeping anything, so that a small file
cannot become a huge one later, whatever its own headers say.
"""

import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from shoal.data.text_file import GZIP, ZSTANDARD, explain_read_errors, open_decompressed
from shoal.errors import DataError
from shoal.server.stored.limits import Limits
from shoal.server.stored.refusals import TooLarge

PIECE = 1 << 20
_ZIP, _PARQUET, _ARROW, _OLD_EXCEL = b"PK\x03\x04", b"PAR1", b"ARROW1", b"\xd0\xcf\x11\xe0"
_IN_WORKBOOKS = {
    "xl/workbook.xml": ".xlsx",
    "xl/workbook.bin": ".xlsb",
    "content.xml": ".ods",
}
_TEXTS = {".json": ".json", ".ndjson": ".ndjson", ".jsonl": ".jsonl"}


@dataclass(frozen=True)
class Content:
    """What is in a file.

    Attributes:
        format: csv, parquet, arrow, excel or fhir.
        suffix: The ending of its stored name.
        records: How many records it has; of a hierarchy, how many values.
        columns: The names of its columns; of a hierarchy, of its levels.
    """

    format: str
    suffix: str
    records: int
    columns: tuple[str, ...]


def suffix_of(path: Path, name: str, kind: str) -> str:
    """The suffix for storing a file, by which its format is known later; DataError for a zip.

    Args:
        path: The file.
        name: The name of the upload; it tells kinds of text apart.
        kind: table or hierarchy; a hierarchy is always `.csv`.
    """
    with path.open("rb") as file:
        first = file.read(8)
    if kind == "hierarchy":
        return ".csv"
    if first.startswith(_ZIP):
        return _workbook_suffix(path)
    known = {_PARQUET: ".parquet", _ARROW: ".arrow", _OLD_EXCEL: ".xls"}
    for magic, suffix in known.items():
        if first.startswith(magic):
            return suffix
    packed = {GZIP: ".gz", ZSTANDARD: ".zst"}
    end = next((suffix for magic, suffix in packed.items() if first.startswith(magic)), "")
    plain = name.lower().removesuffix(".gz").removesuffix(".zst")
    text = next((_TEXTS[known] for known in _TEXTS if plain.endswith(known)), ".csv")
    return f"{text}{end}"


def refuse_bomb(path: Path, suffix: str, limits: Limits) -> None:
    """Refuse a file that unpacks into more than is allowed, or cannot be unpacked."""
    if suffix in _IN_WORKBOOKS.values():
        _refuse_more(_members(path), limits)
    elif suffix.endswith((".gz", ".zst")):
        with explain_read_errors(path), path.open("rb") as file:
            _refuse_more(_pieces(open_decompressed(file).read), limits)


def _workbook_suffix(path: Path) -> str:
    """The suffix of a packed workbook; DataError if the archive is none."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, OSError):
        raise DataError("The file is packed but incomplete or damaged. Send it again.") from None
    suffixes = [suffix for member, suffix in _IN_WORKBOOKS.items() if member in names]
    if not suffixes:
        raise DataError(
            "The file is a zip archive. Unpack it and send the table: CSV, Parquet, Arrow or Excel."
        )
    return suffixes[0]


def _members(path: Path) -> Iterator[int]:
    """Unpack all files of an archive and yield the size of each piece."""
    try:
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                with archive.open(member) as file:
                    yield from _pieces(_reader(file))  # type: ignore[arg-type]
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError, EOFError, OSError):
        raise DataError("The file is packed but incomplete or damaged. Send it again.") from None


def _reader(file: BinaryIO) -> Callable[[int], bytes]:
    return file.read


def _pieces(read: Callable[[int], bytes]) -> Iterator[int]:
    """Read to the end, and yield the size of each piece."""
    while piece := read(PIECE):
        yield len(piece)


def _refuse_more(sizes: Iterator[int], limits: Limits) -> None:
    """Refuse as soon as the sizes sum to more than is allowed."""
    total = 0
    for size in sizes:
        total += size
        if total > limits.unpacked_bytes:
            raise TooLarge(
                f"The file unpacks into more than the {limits.unpacked_bytes:,} bytes that are"
                " allowed."
            )
