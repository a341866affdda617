"""PostgreSQL through psycopg. By COPY, the server writes and reads every value as exact text.

https://www.postgresql.org/docs/current/sql-copy.html
"""

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

import polars as pl

from shoal.data.databases.driver import (
    OpenDatabase,
    database_error,
    refuse_repeated,
    table_in_sql,
    too_many_records,
)
from shoal.data.extras import extra
from shoal.errors import DataError

with extra("postgres", "A PostgreSQL database"):
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

_SECONDS = 10
_FROM_SERVER = {
    **dict.fromkeys(("int2", "int4", "int8", "oid"), pl.Int64()),
    **dict.fromkeys(("float4", "float8"), pl.Float64()),
}
_TO_SERVER = {
    pl.Boolean: "boolean",
    pl.Date: "date",
    pl.Time: "time",
    pl.Datetime: "timestamp",
    pl.String: "text",
}


class PostgreSQL:
    """A server of PostgreSQL."""

    def read(self, url: str, query: str, *, most: int | None = None) -> pl.DataFrame:
        """The answer to a query that changes nothing; the server decides what it may open."""
        answer = io.BytesIO()
        kinds = self.spool(url, query, answer, most)
        answer.seek(0)
        texts = pl.read_csv(answer, infer_schema=False, null_values="")
        if most is not None and texts.height > most:
            raise too_many_records(most)
        return _convert_columns(texts, kinds)

    def spool(
        self, url: str, query: str, file: BinaryIO, most: int | None = None
    ) -> dict[str, str]:
        """Write the answer to a query into a file, as CSV; returns the type of each column.

        The types have the names of the server. At most `most` + 1 records are written, so that the
        caller sees that there are too many.
        """
        with _connect(url) as connection, _explain_errors("the query"):
            connection.execute("SET TRANSACTION READ ONLY")
            # One spelling of every value, whatever the server's settings are.
            connection.execute("SET datestyle TO ISO; SET timezone TO 'UTC'")
            _refuse_more_than_one(connection, query)
            kinds = _kinds(connection, query)
            if most is not None:
                query = f"SELECT * FROM (\n{query}\n) AS asked LIMIT {most + 1}"  # noqa: S608
            copy = f"COPY ({query}\n) TO STDOUT (FORMAT csv, HEADER, FORCE_QUOTE *)"
            with connection.cursor().copy(copy) as blocks:
                for block in blocks:
                    file.write(block)
        return kinds

    @contextmanager
    def open_for_writing(self, url: str) -> Iterator[OpenDatabase]:
        """The database inside a transaction."""
        with _connect(url) as connection, _explain_errors("the release"):
            yield PostgreSQLServer(connection)


class PostgreSQLServer(OpenDatabase):
    """A database of PostgreSQL inside a transaction."""

    def columns(self, schema: str | None, table: str) -> list[str] | None:
        """The columns of a table or view, or None if there is none of this name."""
        rows = self.connection.execute(
            "SELECT attname FROM pg_attribute"
            " WHERE attrelid = to_regclass(%s) AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
            [table_in_sql(schema, table)],
        ).fetchall()
        return [row[0] for row in rows] or None

    def sql_type(self, column: pl.Series) -> str:
        """The type that a column gets in PostgreSQL."""
        kind = column.dtype
        if kind.is_decimal():
            return "numeric"
        if kind.is_integer():
            return "bigint"
        return "double precision" if kind.is_float() else _TO_SERVER.get(kind.base_type(), "text")

    def fill(self, name: str, frame: pl.DataFrame) -> None:
        """Send all records as CSV, part by part."""
        with self.connection.cursor().copy(f"COPY {name} FROM STDIN (FORMAT csv)") as sink:
            for part in frame.iter_slices(100_000):
                sink.write(part.write_csv(include_header=False, quote_style="non_numeric"))


@contextmanager
def _connect(url: str) -> Iterator[Any]:
    """A connection; changes that were not committed are rolled back at the end."""
    try:
        waits = {} if "connect_timeout" in conninfo_to_dict(url) else {"connect_timeout": _SECONDS}
        connection = psycopg.connect(url, **waits)  # type: ignore[arg-type]
    except psycopg.Error as error:
        # Without a code the server was not reached at all.
        reason = _words(error) or "it cannot be reached. Check host, port and network"
        raise database_error("the connection", reason) from None
    try:
        yield connection
    finally:
        connection.close()


def _refuse_more_than_one(connection: Any, query: str) -> None:  # noqa: ANN401
    """Raise an error unless the query is one statement: others could close our parenthesis."""
    result = connection.pgconn.prepare(b"", query.encode())
    if result.status != psycopg.pq.ExecStatus.COMMAND_OK:
        raise psycopg.errors.error_from_result(result)


def _kinds(connection: Any, query: str) -> dict[str, str]:  # noqa: ANN401
    """The name of the type of each column."""
    nothing = f"SELECT * FROM (\n{query}\n) AS asked LIMIT 0"  # noqa: S608  (the user's own)
    described = connection.execute(nothing).description
    refuse_repeated([column.name for column in described])
    types = dict(connection.execute("SELECT oid::int8, typname FROM pg_type").fetchall())
    return {column.name: types[column.type_code] for column in described}


def _convert_columns(texts: pl.DataFrame, kinds: dict[str, str]) -> pl.DataFrame:
    """The columns in types of Polars; one `DataError` names those with values that do not fit."""
    columns, problems = [], []
    for name, kind in kinds.items():
        typed = _column(texts[name], kind)
        if typed.null_count() > texts[name].null_count():
            count = typed.null_count() - texts[name].null_count()
            problems.append(f"Column {name!r}: {count} values are infinite or before the year 1.")
        columns.append(typed)
    if problems:
        raise DataError(*problems)
    return pl.DataFrame(columns)


def _column(texts: pl.Series, kind: str) -> pl.Series:
    """One column as the server's type says; null for values that do not fit, texts if unknown."""
    if kind == "bool":
        return texts == "t"
    if kind == "date":
        return texts.str.to_date("%Y-%m-%d", strict=False)
    if kind == "timestamp":
        return texts.str.to_datetime("%Y-%m-%d %H:%M:%S%.f", time_unit="us", strict=False)
    if kind == "timestamptz":
        form = "%Y-%m-%d %H:%M:%S%.f%#z"
        return texts.str.to_datetime(form, time_unit="us", strict=False)
    if kind == "numeric":
        return _decimal(texts)
    return texts.cast(_FROM_SERVER.get(kind, pl.String()), strict=False)


def _decimal(texts: pl.Series) -> pl.Series:
    """Exact numbers with the decimals of the longest; texts if there are too many digits."""
    decimals = texts.str.extract(r"\.(\d+)$").str.len_bytes().max()
    numbers = texts.cast(pl.Decimal(38, int(decimals or 0)), strict=False)  # type: ignore[arg-type]
    return numbers if numbers.null_count() == texts.null_count() else texts


def _words(error: psycopg.Error) -> str:
    """The kind of an error, in words; empty without a code, as when the connection was lost.

    Its own message is left out, since it may quote a value.
    """
    if not error.sqlstate:
        return ""
    kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(error).__name__).lower()
    return f"{kind} (code {error.sqlstate})"


@contextmanager
def _explain_errors(what: str) -> Iterator[None]:
    """Turn errors of the server into a `DataError`; `what` was refused."""
    try:
        yield
    except psycopg.Error as error:
        raise database_error(what, _words(error) or "the connection was lost") from None
