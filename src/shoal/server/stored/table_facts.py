"""The columns and records of an upload, read before it is stored."""

from pathlib import Path

import polars as pl

from shoal.data.files import read, resolve_source
from shoal.data.source import Source
from shoal.errors import DataError, StudyError
from shoal.hierarchies.file import File
from shoal.server.stored.contents import Content
from shoal.server.stored.encodings import remember_encoding
from shoal.server.stored.refusals import TooLarge, explain_full_disk

CELLS = "cells.arrow"  # the file beside a table, for people who scroll


def facts_of(path: Path, kind: str, cells: int) -> Content:
    """The content of a file; DataError if it cannot be read as a table or hierarchy.

    Writes beside the file: its cells, if it is a table, and its encoding.

    Args:
        path: The file.
        kind: table or hierarchy.
        cells: The most cells that a table may have; TooLarge beyond.
    """
    return _hierarchy(path) if kind == "hierarchy" else _table(path, cells)


def _table(path: Path, cells: int) -> Content:
    source = Source.of(path)
    _refuse_many_cells(path, cells)
    try:
        found = resolve_source(source)
    except StudyError:  # several sheets: read the first one here; the study has to choose
        found = resolve_source(Source.of({"path": path, "sheet": 1}))
    table = read(found)
    if table.records * len(table.names) > cells:
        raise _many(cells)
    # The cells beside the file are for people who scroll (`shoal.server.stored.pages`).
    with explain_full_disk():
        table.frame.write_ipc(path.with_name(CELLS), compression="uncompressed")
    path.with_name(CELLS).chmod(0o600)
    remember_encoding(path, found.encoding)
    return Content(str(found.format), "".join(path.suffixes), table.records, tuple(table.names))


def _hierarchy(path: Path) -> Content:
    file = File(path=path).resolve()
    hierarchy = file.build(pl.Series([], dtype=pl.String))
    remember_encoding(path, file.encoding)
    levels = tuple(f"level {at}" for at in range(hierarchy.height + 1))
    return Content("csv", ".csv", len(hierarchy.codes[0]), levels)


def _refuse_many_cells(path: Path, cells: int) -> None:
    """Refuse a columnar file by the size in its header: repeated values take no space in it."""
    try:
        if path.suffix not in {".parquet", ".arrow"}:
            return
        frame = pl.scan_parquet(path) if path.suffix == ".parquet" else pl.scan_ipc(path)
        width = len(frame.collect_schema())
        records = frame.select(pl.len()).collect().item()
    except (pl.exceptions.PolarsError, OSError):
        raise DataError("The file is incomplete or damaged. Send it again.") from None
    if width * records > cells:
        raise _many(cells)


def _many(cells: int) -> TooLarge:
    return TooLarge(f"The table has more than the {cells:,} cells that are allowed.")
