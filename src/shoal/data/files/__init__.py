"""Tables from files and databases, and back into files."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import polars as pl

from shoal.data.checks import check_table, refuse_nested
from shoal.data.dialect import Dialect, sniff
from shoal.data.files.columnar_files import read_columnar, write_columnar
from shoal.data.files.csv_reader import read_csv
from shoal.data.files.csv_writer import write_csv
from shoal.data.schema import ColumnOptions
from shoal.data.source import FORMATS, Source, format_of
from shoal.data.table import Table
from shoal.data.text_file import detect_encoding, read_head
from shoal.data.time_zones import to_local_time
from shoal.errors import DataError, did_you_mean

SUFFIXES = {"csv": ".csv", "parquet": ".parquet", "arrow": ".arrow", "excel": ".xlsx"}


def read(source: Source, columns: Mapping[str, ColumnOptions] | None = None) -> Table:
    """The table of a source; declared columns are checked, and their missing values are null.

    Args:
        source: Where the table is; what it leaves open is found out.
        columns: What the study declares, by column; None if nothing is declared.
    """
    source = resolve_source(source)
    frame = to_local_time(_frame(source), source.time_zone)
    refuse_nested(frame)
    return check_table(Table(frame), columns or {}, source.decimal or ".")


def resolve_source(source: Source) -> Source:
    """The source with everything filled in that the file itself can tell, such as its dialect.

    A database is returned as it is.
    """
    if source.path is None:
        return source
    source = replace(source, format=_format(source))
    if source.format == "csv":
        dialect = asdict(_dialect(source)).items()
        return replace(source, **{key: value for key, value in dialect if value or key == "quote"})
    # Readers of other formats are loaded with the first file that needs them.
    if source.format == "excel":
        from shoal.data.files.excel import sheet_of  # noqa: PLC0415

        return replace(source, sheet=sheet_of(source.file, source.sheet))
    if source.format == "fhir":
        from shoal.data.fhir import resource_of  # noqa: PLC0415

        return replace(source, resource=resource_of(source.file, source.resource))
    return source


def write(
    frame: pl.DataFrame, path: Path, format: str = "csv", *, neutralize_formulas: bool = False
) -> None:
    """Write a frame; CSV has commas, UTF-8, LF, and empty cells for missing values.

    Args:
        frame: The table.
        path: The file; `.gz` and `.zst` at the end of a CSV file's name compress it.
        format: csv, parquet, arrow or excel.
        neutralize_formulas: Whether texts that a spreadsheet would run get an apostrophe; only in
            CSV, because other formats keep texts apart from formulas.
    """
    if format == "csv":
        write_csv(frame, path, neutralize_formulas=neutralize_formulas)
    elif format == "excel":
        from shoal.data.files.excel import write_excel  # noqa: PLC0415

        write_excel(frame, path)
    else:
        write_columnar(frame, path, format)


def _frame(source: Source) -> pl.DataFrame:
    """The records of a resolved source, as they are stored."""
    if source.path is None:
        from shoal.data.databases import read_query  # noqa: PLC0415

        return read_query(source)
    if source.format == "csv":
        return read_csv(source.file, _dialect(source))
    if source.format == "excel":
        from shoal.data.files.excel import read_excel  # noqa: PLC0415

        return read_excel(source.file, str(source.sheet))
    if source.format == "fhir":
        from shoal.data.fhir import read_fhir  # noqa: PLC0415

        return read_fhir(source.file, str(source.resource))
    return read_columnar(source.file, str(source.format))


def _dialect(source: Source) -> Dialect:
    """The dialect of a CSV file; what the source leaves open, its beginning tells."""
    keys = ("separator", "quote", "decimal", "skip", "comment")
    options: dict[str, Any] = {key: getattr(source, key) for key in keys}
    part = first_part(source.file)
    return sniff(read_head(part), encoding=source.encoding or detect_encoding(part), **options)


def first_part(path: Path) -> Path:
    """The file itself, or the first one of a folder of parts, as clusters write them."""
    parts = sorted(path.glob("**/*.csv")) if path.is_dir() else []
    return parts[0] if parts else path


def _format(source: Source) -> str:
    """The format of the source, or the one that the file name suggests; a folder holds FHIR."""
    format = source.format or format_of(source.file)
    if format is None and source.file.is_dir():
        return "fhir"
    if format is None:
        known = sorted(FORMATS)
        raise DataError(
            f"The name {source.name} does not tell a known format."
            f"{did_you_mean(source.file.suffix, known)}"
            f" Or set `format` to {', '.join(dict.fromkeys(FORMATS.values()))}."
        )
    return format
