"""Writes CSV: commas, UTF-8, LF, quotes if needed; a missing value is an empty cell."""

import gzip
from pathlib import Path
from typing import BinaryIO

import polars as pl

_SIGNS = r"^[=+\-@\t\r]"
_TEXTS = (pl.String, pl.Categorical, pl.Enum)


def write_csv(frame: pl.DataFrame, path: Path, *, neutralize_formulas: bool = False) -> None:
    """Write a frame, compressed if the name ends in .gz or .zst."""
    frame = without_formulas(frame) if neutralize_formulas else frame
    with path.open("wb") as file:
        _write(frame, file, path.suffix.lower())


def without_formulas(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with an apostrophe before every text that a spreadsheet would run.

    Such texts start with = + - @, tab or CR (CWE-1236); numbers with a sign are left alone.
    """
    text = pl.col(pl.String)
    marked = pl.when(_is_formula(text)).then(pl.lit("'") + text).otherwise(text)
    return frame.with_columns(marked.name.keep())


def formulas_in(frame: pl.DataFrame) -> int:
    """How many cells and names of columns a spreadsheet would run."""
    texts = [column for column in frame if column.dtype in _TEXTS]
    return sum(map(_formulas, [*texts, pl.Series(frame.columns)]))


def _formulas(texts: pl.Series) -> int:
    """How many texts a spreadsheet would run; most columns have none that starts like one."""
    texts = texts.alias("text")
    if isinstance(texts.dtype, pl.Enum) and not _formulas(texts.dtype.categories):
        return 0
    texts = texts.cast(pl.String)
    starting = texts.filter(texts.str.contains(_SIGNS)).to_frame()
    return int(starting.select(_is_formula(pl.col("text")).sum()).item()) if starting.height else 0


def _is_formula(text: pl.Expr) -> pl.Expr:
    """Whether a text starts like a formula and is no number."""
    return text.str.contains(_SIGNS) & text.cast(pl.Float64, strict=False).is_null()


def _write(frame: pl.DataFrame, file: BinaryIO, suffix: str) -> None:
    """Write a frame into an open file, compressed as the suffix says."""
    if suffix == ".gz":
        # No file name and no time: equal tables give equal files.
        with gzip.GzipFile("", "wb", fileobj=file, mtime=0) as packed:
            frame.write_csv(packed)  # type: ignore[call-overload]
    elif suffix == ".zst":
        import zstandard  # noqa: PLC0415  (most files are not compressed with it)

        with zstandard.ZstdCompressor().stream_writer(file, closefd=False) as packed:
            frame.write_csv(packed)
    else:
        frame.write_csv(file)
