"""Refuses workbooks whose sheets would become too large, before any sheet is read.

A sheet is read as a rectangle that spans all its cells, so two cells in opposite corners take as
much memory as all cells between them (16,384 columns and 1,048,576 rows at most). This module looks
through the file piece by piece, keeps nothing in memory, and refuses the file if a rectangle is
large and almost empty.
"""

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import SEEK_CUR
from pathlib import Path
from typing import IO

from shoal.errors import DataError

FREE = 4_000_000  # cells that any workbook may span; they take about 200 MB to be read
SPARSE = 20  # cells that a larger workbook may span for each cell that is in the file
PIECE = 1 << 20
_TAG = rb"<(?:\w+:)?"
# Column and row of a cell, and "/" if it ends there: such a cell has a format, but no value.
_REFERENCE = re.compile(
    _TAG + rb"""c\s(?:[^<>]*?\s)?r\s*=\s*["']([A-Za-z]{1,3})(\d{1,7})["'][^<>]*?(/?)>"""
)
_CELL = re.compile(_TAG + rb"c[\s/>]")
_ROW_OR_CELL = re.compile(_TAG + rb"(row|c)[\s/>]")
_ODS = re.compile(_TAG + rb"(/?)(table|table-row|table-cell|covered-table-cell)([\s/>][^<>]*)")
_REPEATED = re.compile(rb"""number-(?:columns|rows)-repeated\s*=\s*["'](\d{1,9})""")


@dataclass
class Extent:
    """The rectangle of a sheet so far.

    Attributes:
        width: Columns, counted from the first one of the sheet.
        height: Rows, counted from the first one of the sheet.
        written: How many cells the file lists one by one.
    """

    width: int = 0
    height: int = 0
    written: int = 0

    def include(self, width: int, height: int) -> None:
        """Extend the rectangle to this width and height."""
        self.width, self.height = max(self.width, width), max(self.height, height)

    def refuse_sparse(self, name: str) -> None:
        """Raise an error if the rectangle is large and almost empty."""
        if self.width * self.height > max(FREE, SPARSE * self.written):
            raise DataError(
                f"{name} has a sheet whose {self.written:,} cells span {self.height:,} rows and"
                f" {self.width:,} columns. Remove the cells far away from the table, or save it"
                " as CSV."
            )


def refuse_sparse(path: Path) -> None:
    """Raise an error if a sheet of a workbook spans far more cells than it has."""
    try:
        with zipfile.ZipFile(path) as archive:
            is_binary = "xl/workbook.bin" in archive.namelist()
            for member in archive.infolist():
                # Others have binary parts, too: settings of printers, programs.
                if is_binary or not member.filename.endswith(".bin"):
                    with archive.open(member) as file:
                        _measure(file, member.filename, path.name)
    except (zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError, EOFError, OSError):
        return  # not an archive, or a damaged one: whoever reads it reports that


def _measure(file: IO[bytes], member: str, name: str) -> None:
    """Check one part of a workbook; any part may hold a sheet, whatever its folder is called."""
    if member == "content.xml":
        for extent in _opendocument(file):
            extent.refuse_sparse(name)
    elif member.endswith(".bin"):
        _binary(file).refuse_sparse(name)
    else:
        _office_open(file).refuse_sparse(name)


def _office_open(file: IO[bytes]) -> Extent:
    """The extent of a sheet of .xlsx; cells without a reference follow the one before."""
    extent, row, column = Extent(), 0, 0
    for piece in _pieces(file):
        cells, places = len(_CELL.findall(piece)), _REFERENCE.findall(piece)
        extent.written += cells
        columns = {letters.upper() for letters, _, ends in places if not ends}
        rows = [int(at) for _, at, ends in places if not ends]
        extent.include(max(map(_column, columns), default=0), max(rows, default=0))
        if len(places) < cells:
            for kind in _ROW_OR_CELL.findall(piece):
                row, column = (row + 1, 0) if kind == b"row" else (row, column + 1)
                extent.include(column, row)
    return extent


def _opendocument(file: IO[bytes]) -> Iterator[Extent]:
    """The extent of each sheet of .ods, in which equal and empty cells are written once."""
    extent, row, column = Extent(), 0, 0
    for piece in _pieces(file):
        for end, kind, rest in _ODS.findall(piece):
            repeated = _REPEATED.search(rest)
            times = int(repeated[1]) if repeated else 1
            if kind == b"table":
                yield extent
                extent, row = Extent(), 0
            elif kind == b"table-row" and not end:
                row, column = row + times, 0
            elif not end and kind != b"table-row":
                column += times
                extent.written += 1
                if b"value" in rest or not rest.rstrip().endswith(b"/"):
                    extent.include(column, row)
    yield extent


def _binary(file: IO[bytes]) -> Extent:
    """The extent of a sheet of .xlsb: records of type, length and content (MS-XLSB 2.1.4)."""
    extent, row = Extent(), 0
    while (kind := _number(file)) is not None and (length := _number(file)) is not None:
        first = int.from_bytes(file.read(min(length, 4)), "little") + 1
        file.seek(max(0, length - 4), SEEK_CUR)
        if kind == _ROW and first <= ROWS:
            row = first
        elif kind in _CELLS and first <= COLUMNS:
            extent.written += 1
            extent.include(first, row)
    return extent


_ROW, _CELLS = 0, range(1, 12)  # BrtRowHdr; BrtCellBlank to BrtFmlaError
ROWS, COLUMNS = 1_048_576, 16_384  # of any sheet: a part that claims more is not a sheet


def _number(file: IO[bytes]) -> int | None:
    """The next number of at most four bytes: seven bits each, the eighth says that another follows.

    None at the end of the file.
    """
    total = 0
    for at in range(4):
        byte = file.read(1)
        if not byte:
            return None
        total |= (byte[0] & 0x7F) << (7 * at)
        if not byte[0] & 0x80:
            break
    return total


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    """The content of a file in pieces that do not cut a tag, unless it is longer than a piece."""
    rest = b""
    while piece := file.read(PIECE):
        whole = rest + piece
        cut = whole.rfind(b"<") if len(whole) < 2 * PIECE else len(whole)
        yield whole[:cut]
        rest = whole[cut:]
    yield rest


def _column(letters: bytes) -> int:
    """The number of a column: A is 1, Z is 26, AA is 27."""
    total = 0
    for letter in letters:
        total = total * 26 + letter - 64
    return total
