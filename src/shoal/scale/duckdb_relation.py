"""A source as an expression of DuckDB's SQL, read as the data room reads it."""

from pathlib import Path

from shoal.data.dialect import Dialect
from shoal.data.files import first_part
from shoal.data.files.csv_reader import names_of
from shoal.data.source import Source
from shoal.errors import NotYetAvailable

UTF8 = {"utf-8", "utf-8-sig", "utf8", "ascii"}


def relation_of(source: Source) -> str:
    """The table as an expression of SQL; the source is one that `resolved` gave."""
    if source.path is None:
        return _query(source)
    if source.format == "parquet":
        parts = quoted_text(_parts(source.path, "parquet"))
        return f"read_parquet({parts}, hive_partitioning = false)"
    if source.format == "csv":
        return _csv(source)
    raise NotYetAvailable(
        f"`engine: duckdb` does not read {source.format} files; they are small enough for"
        " `engine: memory`. Large tables come as CSV, Parquet, Arrow or from a DuckDB database."
    )


def quoted_name(column: str) -> str:
    """The name of a column in SQL."""
    return '"' + column.replace('"', '""') + '"'


def quoted_text(value: str) -> str:
    """A text in SQL."""
    return "'" + value.replace("'", "''") + "'"


def _query(source: Source) -> str:
    if not str(source.url).startswith("duckdb:"):
        raise NotYetAvailable(
            "`engine: duckdb` reads CSV and Parquet files, and databases of DuckDB and PostgreSQL."
            " Export the table to Parquet, or use `engine: memory`."
        )
    return f"({str(source.query).rstrip().rstrip(';')})"


def _parts(path: Path, ending: str) -> str:
    """One file, or all parts of a table that was written by several processes."""
    return str(path / "**" / f"*.{ending}") if path.is_dir() else str(path)


def _csv(source: Source) -> str:
    """Every cell is a text, an empty one is missing; a record with other cells is an error."""
    if (source.encoding or "utf-8").lower() not in UTF8 or source.comment:
        raise NotYetAvailable(
            "`engine: duckdb` reads CSV files in UTF-8 without comment lines. Convert the file, or"
            " use `engine: memory`."
        )
    quote = quoted_text(source.quote or "")
    columns = ", ".join(f"{quoted_text(name)}: 'VARCHAR'" for name in _names(source))
    options = {
        "auto_detect": "false",
        "columns": f"{{{columns}}}",
        "header": "true",
        "delim": quoted_text(source.separator or ","),
        "quote": quote,
        "escape": quote,
        "nullstr": "''",
        "skip": str(source.skip or 0),
        "strict_mode": "true",
    }
    settings = ", ".join(f"{key} = {value}" for key, value in options.items())
    return f"read_csv({quoted_text(_parts(source.file, 'csv'))}, {settings})"


def _names(source: Source) -> list[str]:
    dialect = Dialect(
        separator=source.separator or ",",
        quote=source.quote or "",
        encoding=source.encoding or "utf-8",
        decimal=source.decimal or ".",
        skip=source.skip or 0,
        comment=source.comment or "",
    )
    return names_of(first_part(source.file), dialect)
