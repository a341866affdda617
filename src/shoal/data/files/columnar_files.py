"""Parquet and Arrow IPC files (also called Feather), whose columns have types of their own."""

from io import BytesIO
from pathlib import Path

import polars as pl

from shoal.data.text_file import explain_read_errors
from shoal.errors import DataError

_ARROW_FILE = b"ARROW1"


def read_columnar(path: Path, format: str) -> pl.DataFrame:
    """The table in a Parquet or Arrow file; a `DataError` if it is damaged or has no records."""
    with explain_read_errors(path):
        if path.stat().st_size == 0:
            raise DataError(f"{path.name} is empty. Expected a table in {format} format.")
        with path.open("rb") as file:
            is_stream = file.read(len(_ARROW_FILE)) != _ARROW_FILE
        frame = _read(path, format, is_stream=is_stream)
    if frame.height == 0 or frame.width == 0:
        raise DataError(f"{path.name} has no records. Expected at least one record.")
    return frame


def write_columnar(frame: pl.DataFrame, path: Path, format: str) -> None:
    """Write a Parquet or Arrow file."""
    if format == "parquet":
        frame.write_parquet(path)
    elif format == "arrow":
        _write_arrow(frame, path)
    else:
        raise DataError(f"There is no format {format!r}. Known: csv, parquet, arrow.")


def _write_arrow(frame: pl.DataFrame, path: Path) -> None:
    """Write the same bytes for equal tables, however their cells lay in memory before.

    Writing twice packs texts one after the other, and drops the marks of missing values from
    columns without missing values.
    """
    oldest, packed = pl.CompatLevel.oldest(), BytesIO()
    frame.write_ipc(packed, compat_level=oldest)
    pl.read_ipc(packed.getvalue()).rechunk().write_ipc(path, compat_level=oldest)


def _read(path: Path, format: str, *, is_stream: bool) -> pl.DataFrame:
    """The table in a file; `is_stream` tells the two forms of Arrow apart."""
    try:
        if format == "parquet":
            return pl.read_parquet(path, glob=False, hive_partitioning=False)
        return pl.read_ipc_stream(path) if is_stream else pl.read_ipc(path)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError):
        # The library's own message is left out: it may quote values.
        raise DataError(
            f"{path.name} is not a complete {format} file. Export it again, or set `format`."
        ) from None
