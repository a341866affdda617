"""The verifier's own reading of databases, row by row through Python's database interface."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from shoal.errors import DataError
from shoal.verify.tables.connections import connect
from shoal.verify.tables.dynamic import frame_of_cells

_ROWS = 50_000
# Types of PostgreSQL by number (pg_type.dat); all others are asked for as texts.
_NUMERIC = 1700
_KINDS: dict[int, pl.DataType] = {
    16: pl.Boolean(),
    **dict.fromkeys((20, 21, 23, 26), pl.Int64()),
    **dict.fromkeys((25, 1042, 1043), pl.String()),
    **dict.fromkeys((700, 701), pl.Float64()),
    1082: pl.Date(),
    1114: pl.Datetime("us"),
    1184: pl.Datetime("us", "UTC"),
}


def read_query(settings: Mapping[str, Any], folder: Path) -> pl.DataFrame:
    """The answer to the query of a study's input."""
    query = str(settings["query"]).rstrip("; \t\r\n")
    with connect(settings, folder) as connection:
        return _answer(connection, query)


def query_parts(settings: Mapping[str, Any], folder: Path, query: str) -> Iterator[pl.DataFrame]:
    """The answer of a server in parts; exact numbers are texts, empty texts are missing."""
    with connect(settings, folder) as connection:
        connection.execute("SET timezone TO 'UTC'")
        asked = f"SELECT * FROM ({query}\n) AS asked"  # noqa: S608  (the study's own query)
        columns = connection.execute(f"{asked} LIMIT 0").description
        chosen = ", ".join(_expression(column) for column in columns)
        schema = {column.name: _KINDS.get(column.type_code, pl.String()) for column in columns}
        whole = f"SELECT {chosen} FROM ({query}\n) AS asked"  # noqa: S608
        for part in _parts(connection, whole, schema):
            yield part.with_columns(pl.col(pl.String).replace("", None))


def read_output(settings: Mapping[str, Any], folder: Path) -> pl.DataFrame:
    """The table that a study's `output` names."""
    schema, _, table = str(settings["table"]).rpartition(".")
    with connect(settings, folder) as connection:
        return read_table(connection, schema or None, table)


def read_table(connection: Any, schema: str | None, table: str) -> pl.DataFrame:  # noqa: ANN401
    """A table as it stands in an open connection, committed or not; DataError if unreadable."""
    name = ".".join(f'"{part}"' for part in (schema, table) if part)
    return _answer(connection, f"SELECT * FROM {name}")  # noqa: S608  (names without quotes)


def _answer(connection: Any, query: str) -> pl.DataFrame:  # noqa: ANN401
    """The answer to a query; empty texts are missing; DataError hides the driver's message."""
    library = type(connection).__module__.strip("_").split(".")[0]
    readers = {"psycopg": _from_server, "duckdb": _from_duckdb}
    try:
        found = readers.get(library, _from_sqlite)(connection, query)
    except DataError:
        raise
    except Exception:  # drivers raise different errors, and their messages may quote a value
        raise DataError("The verifier cannot read the table from the database.") from None
    return found.with_columns(pl.col(pl.String).replace("", None))


def _from_sqlite(connection: Any, query: str) -> pl.DataFrame:  # noqa: ANN401
    """The answer of SQLite, whose cells each have a type of their own."""
    cursor = connection.execute(query)
    return frame_of_cells([column[0] for column in cursor.description], cursor.fetchall())


def _from_duckdb(connection: Any, query: str) -> pl.DataFrame:  # noqa: ANN401
    """The answer of DuckDB."""
    table: pl.DataFrame = connection.sql(query).pl()
    return table.with_columns(pl.col(pl.Categorical, pl.Enum).cast(pl.String))


def _from_server(connection: Any, query: str) -> pl.DataFrame:  # noqa: ANN401
    """The answer of PostgreSQL; exact numbers stay exact."""
    connection.execute("SET timezone TO 'UTC'")
    asked = f"SELECT * FROM ({query}\n) AS asked"  # noqa: S608  (the study's own query)
    columns = connection.execute(f"{asked} LIMIT 0").description
    chosen = ", ".join(_expression(column) for column in columns)
    schema = {column.name: _KINDS.get(column.type_code, pl.String()) for column in columns}
    parts = _parts(connection, f"SELECT {chosen} FROM ({query}\n) AS asked", schema)  # noqa: S608
    whole = pl.concat([pl.DataFrame(schema=schema), *parts])
    exact = [_decimal(whole[column.name]) for column in columns if column.type_code == _NUMERIC]
    return whole.with_columns(exact)


def _expression(column: Any) -> str:  # noqa: ANN401
    """SQL for a column of the answer: as it is, or as text if its type is not known here."""
    name = '"' + column.name.replace('"', '""') + '"'
    # `format` writes a value as its type does; a cast would add to it ("/32" to an address).
    return name if column.type_code in _KINDS else f"format('%s', {name}) AS {name}"


def _parts(connection: Any, query: str, schema: dict[str, pl.DataType]) -> Iterator[pl.DataFrame]:  # noqa: ANN401
    """The answer of a server in parts, by a cursor on the server."""
    with connection.cursor(name="shoal_verifier") as cursor:
        cursor.execute(query)
        while rows := cursor.fetchmany(_ROWS):
            yield pl.DataFrame(rows, schema=schema, orient="row")


def _decimal(texts: pl.Series) -> pl.Series:
    """Texts as exact numbers with as many decimals as the longest; texts if one is no number."""
    scale = int(texts.str.split(".").list.get(1, null_on_oob=True).str.len_chars().max() or 0)  # type: ignore[arg-type]
    numbers = texts.cast(pl.Decimal(38, scale), strict=False)
    return texts if numbers.null_count() > texts.null_count() else numbers
