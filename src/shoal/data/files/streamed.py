"""Writes a table that is never in memory as a whole: frame after frame into one file."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from shoal.data.files.csv_writer import without_formulas
from shoal.errors import NotYetAvailable

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

Write = Callable[[pl.DataFrame], None]


@contextmanager
def write_frames(path: Path, format: str, *, neutralize_formulas: bool = False) -> Iterator[Write]:
    """Yield a function that appends a frame; the file is complete when the block ends.

    All frames must have the same columns. Without any frame, no parquet or arrow file is written.

    Args:
        path: The file.
        format: csv, parquet or arrow.
        neutralize_formulas: Whether texts that a spreadsheet would run get an apostrophe; in CSV.
    """
    if format == "csv":
        with _write_csv_parts(path, neutralize_formulas=neutralize_formulas) as write:
            yield write
    elif format in {"parquet", "arrow"}:
        with _write_columnar_parts(path, format) as write:
            yield write
    else:
        raise NotYetAvailable(f"A {format} file cannot be written in parts. Use csv or parquet.")


@contextmanager
def _write_csv_parts(path: Path, *, neutralize_formulas: bool) -> Iterator[Write]:
    """Yield the function that appends to a CSV file; the first frame also writes the header."""
    with path.open("wb") as file:
        header = True

        def write(frame: pl.DataFrame) -> None:
            nonlocal header
            safe = without_formulas(frame) if neutralize_formulas else frame
            safe.write_csv(file, include_header=header)
            header = False

        yield write


@contextmanager
def _write_columnar_parts(path: Path, format: str) -> Iterator[Write]:
    """Yield the function that appends; the first frame opens the file with its types."""
    writer = None

    def write(frame: pl.DataFrame) -> None:
        nonlocal writer
        table = frame.to_arrow(compat_level=pl.CompatLevel.oldest())
        if writer is None:
            writer = _open_writer(path, format, table.schema)
        writer.write_table(table)

    try:
        yield write
    finally:
        if writer is not None:
            writer.close()


def _open_writer(
    path: Path, format: str, schema: "pa.Schema"
) -> "pq.ParquetWriter | pa.RecordBatchFileWriter":
    """A writer of PyArrow for one file."""
    import pyarrow as pa  # noqa: PLC0415  (comes with the engines that write in parts)
    import pyarrow.parquet as pq  # noqa: PLC0415

    if format == "parquet":
        return pq.ParquetWriter(path, schema, compression="zstd")
    return pa.ipc.new_file(path, schema)
