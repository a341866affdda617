"""Tables from files and back: CSV, Parquet and Arrow."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path

import polars as pl

from shoal.data.checks import checked
from shoal.data.columnar_files import read_columnar, write_columnar
from shoal.data.csv_reader import read_csv
from shoal.data.csv_writer import write_csv
from shoal.data.dialect import Dialect, sniff
from shoal.data.schema import ColumnOptions
from shoal.data.source import FORMATS, Source, format_of
from shoal.data.table import Table
from shoal.data.text_file import head
from shoal.errors import DataError, did_you_mean


def read(source: Source, columns: Mapping[str, ColumnOptions] | None = None) -> Table:
    """The table in a file; declared columns are checked, and their missing values are null."""
    source = resolved(source)
    if source.format != "csv":
        return checked(Table(read_columnar(source.path, str(source.format))), columns or {})
    dialect = _dialect(source)
    return checked(Table(read_csv(source.path, dialect)), columns or {}, dialect.decimal)


def resolved(source: Source) -> Source:
    """The source with everything explicit that reading finds out from the file."""
    source = replace(source, format=_format(source))
    if source.format != "csv":
        return source
    return replace(source, **asdict(_dialect(source)))


def write(
    frame: pl.DataFrame, path: Path, format: str = "csv", *, neutralize_formulas: bool = False
) -> None:
    """Writes a frame; CSV has commas, UTF-8, LF, and empty cells where values are missing.

    Args:
        frame: What to write.
        path: Where to; `.gz` and `.zst` at the end of a CSV file's name compress it.
        format: csv, parquet or arrow.
        neutralize_formulas: Whether texts that a spreadsheet would run get an apostrophe.
    """
    if format == "csv":
        write_csv(frame, path, neutralize_formulas=neutralize_formulas)
    else:
        write_columnar(frame, path, format)


def _dialect(source: Source) -> Dialect:
    given = (source.separator, source.quote, source.encoding, source.decimal)
    return sniff(head(source.path), *given)


def _format(source: Source) -> str:
    """The format as given, or as the name of the file promises."""
    format = source.format or format_of(source.path)
    if format is None:
        known = sorted(FORMATS)
        raise DataError(
            f"The name {source.path.name} does not tell a known format."
            f"{did_you_mean(source.path.suffix, known)} Or set `format` to csv, parquet or arrow."
        )
    return format
