"""A source as an expression of DuckDB's SQL, read as the data room reads it.

The answer of a PostgreSQL server is copied to a temporary file first, so that it can be counted and
read again. The server could count by itself, but a second question may get another answer, and what
is released must be what was counted. The file lies in the run's temporary folder, readable by its
owner only.
"""

from pathlib import Path
from typing import Any

from shoal.data.credentials import secret_url
from shoal.data.dialect import Dialect
from shoal.data.files import first_part
from shoal.data.files.csv_reader import names_of
from shoal.data.source import Source
from shoal.errors import NotYetAvailable

UTF8 = {"utf-8", "utf-8-sig", "utf8", "ascii"}
# The types that the data room gives to columns of a PostgreSQL server.
TYPES = {
    **dict.fromkeys(("int2", "int4", "int8", "oid"), "BIGINT"),
    **dict.fromkeys(("float4", "float8"), "DOUBLE"),
    "date": "DATE",
    "timestamp": "TIMESTAMP",
    "timestamptz": "TIMESTAMPTZ",
}


def relation_of(source: Source) -> str:
    """The table as an SQL expression, for a source that `resolve_source` returned."""
    if source.path is None:
        return _query_relation(source)
    if source.format == "parquet":
        parts = sql_text(_path_of_parts(source.path, "parquet"))
        return f"read_parquet({parts}, hive_partitioning = false)"
    if source.format == "csv":
        return _csv_relation(source)
    raise NotYetAvailable(
        f"`engine: duckdb` does not read {source.format} files; they are small enough for"
        " `engine: memory`. Large tables come as CSV, Parquet, Arrow or from a DuckDB database."
    )


def spool_server_answer(connection: Any, source: Source, folder: Path) -> str | None:  # noqa: ANN401
    """Copy the answer of a PostgreSQL server to a file in the folder.

    Returns the SQL expression that reads it, with typed columns; None for other sources, which are
    not copied.
    """
    if source.path is not None or not str(source.url).startswith("postgres"):
        return None
    from shoal.data.databases.postgresql import PostgreSQL  # noqa: PLC0415  (an extra)

    url, query = secret_url(str(source.url), source.credentials), str(source.query)
    path = folder / "answer.csv"
    with path.open("wb") as file:
        kinds = PostgreSQL().spool(url, query.rstrip().rstrip(";"), file)
    columns = ", ".join(f"{sql_text(name)}: 'VARCHAR'" for name in kinds)
    settings = f"auto_detect = false, header = true, columns = {{{columns}}}, nullstr = ''"
    texts = f"read_csv({sql_text(str(path))}, {settings}, quote = '\"', escape = '\"')"
    cells = ", ".join(_cell(connection, texts, name, kind) for name, kind in kinds.items())
    return f"(SELECT {cells} FROM {texts})"  # noqa: S608


def sql_name(column: str) -> str:
    """The name of a column in SQL."""
    return '"' + column.replace('"', '""') + '"'


def sql_text(value: str) -> str:
    """A text in SQL."""
    return "'" + value.replace("'", "''") + "'"


def _query_relation(source: Source) -> str:
    """The query of a DuckDB database as an SQL expression."""
    if not str(source.url).startswith("duckdb:"):
        raise NotYetAvailable(
            "`engine: duckdb` reads CSV and Parquet files, and databases of DuckDB and PostgreSQL."
            " Export the table to Parquet, or use `engine: memory`."
        )
    return f"({str(source.query).rstrip().rstrip(';')})"


def _path_of_parts(path: Path, ending: str) -> str:
    """The path of one file, or a pattern for all parts of a table in a folder."""
    return str(path / "**" / f"*.{ending}") if path.is_dir() else str(path)


def _csv_relation(source: Source) -> str:
    """SQL that reads a CSV file or its parts.

    Every cell is a text, an empty one is missing; records of another length are errors.
    """
    if (source.encoding or "utf-8").lower() not in UTF8 or source.comment:
        raise NotYetAvailable(
            "`engine: duckdb` reads CSV files in UTF-8 without comment lines. Convert the file, or"
            " use `engine: memory`."
        )
    quote = sql_text(source.quote or "")
    columns = ", ".join(f"{sql_text(name)}: 'VARCHAR'" for name in _names(source))
    options = {
        "auto_detect": "false",
        "columns": f"{{{columns}}}",
        "header": "true",
        "delim": sql_text(source.separator or ","),
        "quote": quote,
        "escape": quote,
        "nullstr": "''",
        "skip": str(source.skip or 0),
        "strict_mode": "true",
    }
    settings = ", ".join(f"{key} = {value}" for key, value in options.items())
    return f"read_csv({sql_text(_path_of_parts(source.file, 'csv'))}, {settings})"


def _names(source: Source) -> list[str]:
    """The column names of a CSV file, or of the first part of it."""
    dialect = Dialect(
        separator=source.separator or ",",
        quote=source.quote or "",
        encoding=source.encoding or "utf-8",
        decimal=source.decimal or ".",
        skip=source.skip or 0,
        comment=source.comment or "",
    )
    return names_of(first_part(source.file), dialect)


def _cell(connection: Any, texts: str, name: str, kind: str) -> str:  # noqa: ANN401
    """SQL for one column of the copied answer in its type; numbers keep all their decimals."""
    column = sql_name(name)
    if kind == "bool":
        return f"({column} = 't') AS {column}"
    if kind == "numeric":
        longest = f"max(length(regexp_extract({column}, '[.]([0-9]+)$', 1)))"
        [(decimals,)] = connection.execute(f"SELECT {longest} FROM {texts}").fetchall()  # noqa: S608
        return f"CAST({column} AS DECIMAL(38, {int(decimals or 0)})) AS {column}"
    return f"CAST({column} AS {TYPES.get(kind, 'VARCHAR')}) AS {column}"
