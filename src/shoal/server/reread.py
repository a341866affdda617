"""The verb `reread`: read a stored file by other rules and write the table as a Parquet file.

Separator, encoding and the like are guessed when a file is uploaded. If the guess is wrong, or if a
workbook has several sheets, a person says how to read it; the result is a table like any other.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl

from shoal.data.files import read, resolve_source
from shoal.data.source import Source
from shoal.data.table import exact_column
from shoal.progress import Progress, Watch

NUMBER = r"^[+-]?\d+(,\d+)?$"


def reread_into(path: Path, file: Path, reading: Mapping[str, Any], watch: Watch) -> None:
    """Read a file by these rules, and write the table as a Parquet file.

    Args:
        path: The Parquet file to write.
        file: The file to read.
        reading: The rules: keys of `data` in a study, such as `separator`.
        watch: Called with the progress.
    """
    watch(Progress("read", 0, 1))
    source = resolve_source(Source.of({**reading, "path": file}))
    frame = read(source).frame
    if source.decimal == ",":
        frame = with_points(frame)
    watch(Progress("write", 0, 1))
    frame.write_parquet(path)
    path.chmod(0o600)


def with_points(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with points instead of decimal commas in columns that hold only numbers."""
    texts = {name: exact_column(frame, name) for name in frame.select(pl.col(pl.String)).columns}
    return frame.with_columns(
        values.str.replace(",", ".", literal=True).alias(name)
        for name, values in texts.items()
        if _has_commas(values)
    )


def _has_commas(values: pl.Series) -> bool:
    """Whether all values are numbers, and some have a decimal comma."""
    known = values.drop_nulls()
    return bool(known.str.contains(NUMBER).all() and known.str.contains(",", literal=True).any())
