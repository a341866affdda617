"""DuckDB files (https://duckdb.org/docs/stable/clients/python/overview)."""

import re
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import polars as pl
from polars.selectors import by_name

from shoal.data.database_url import file_of
from shoal.data.databases.driver import (
    OpenDatabase,
    database_error,
    existing_file,
    refuse_repeated,
    too_many_records,
)
from shoal.data.extras import extra
from shoal.data.memory import memory_bound
from shoal.errors import DataError

with extra("duckdb", "A DuckDB database"):
    import duckdb
    import pyarrow  # noqa: F401  (tables come and go as Arrow)

# Nothing is fetched from the network, and a query cannot read variables of our program.
_CONFIG: dict[str, Any] = {
    "autoinstall_known_extensions": "false",
    "python_enable_replacements": "false",
}
# Words for settings and catalogs, and functions that run a text, in which such a word could hide.
_ABOUT_THE_SERVER = re.compile(
    r"(?i)\b(current_setting|getenv|duckdb_\w+|pragma|pragma_\w+|sqlite_\w+)\b"
    r"|\b(query|query_table|json_execute_serialized_sql)\"?\s*(/\*.*?\*/\s*)*\("
    r"|^\s*(show|describe|summarize|call|set|use)\b"
)
_TYPES = {
    pl.Boolean: "BOOLEAN",
    pl.Date: "DATE",
    pl.Time: "TIME",
    pl.Datetime: "TIMESTAMP",
    pl.String: "VARCHAR",
}


class DuckDB:
    """A file of DuckDB."""

    def read(self, url: str, query: str, *, most: int | None = None) -> pl.DataFrame:
        """The answer to a query that changes nothing.

        With `most`, it comes from a user of the server: it may open no other file, may not ask for
        settings, and may give at most this many records.
        """
        path = existing_file(url)
        with _explain_errors("the query"), closing(_connect_for_reading(path)) as connection:
            if most is not None:
                _refuse_curiosity(query)
                _confine(connection)
            connection.execute("BEGIN TRANSACTION READ ONLY")
            relation = connection.sql(query)
            if relation is None:
                raise database_error("the query", "it gives no table")
            refuse_repeated(relation.columns)
            if most is None:
                return _with_ordinary_types(relation.pl())
            answer = relation.limit(most + 1).pl()
            if answer.height > most:
                raise too_many_records(most)
            return _with_ordinary_types(answer)

    @contextmanager
    def open_for_writing(self, url: str) -> Iterator[OpenDatabase]:
        """The file inside a transaction; a new file is removed unless it was committed."""
        path = file_of(url)
        existed = path.exists()
        database = None
        try:
            with _explain_errors("the release"), closing(_connect(path)) as connection:
                connection.begin()
                database = DuckDBFile(connection)
                yield database
        finally:
            if not existed and not (database and database.done):
                path.unlink(missing_ok=True)


class DuckDBFile(OpenDatabase):
    """A file of DuckDB inside a transaction; closing it without a commit undoes everything."""

    def columns(self, schema: str | None, table: str) -> list[str] | None:
        """The columns of a table or view, or None if there is none of this name."""
        rows = self.connection.execute(
            "SELECT column_name FROM information_schema.columns"
            " WHERE table_schema = coalesce(?, current_schema()) AND table_name = ?"
            " AND table_catalog = current_database() ORDER BY ordinal_position",
            [schema, table],
        ).fetchall()
        return [row[0] for row in rows] or None

    def sql_type(self, column: pl.Series) -> str:
        """The type that a column gets in DuckDB."""
        kind = column.dtype
        if isinstance(kind, pl.Decimal):
            return f"DECIMAL({kind.precision}, {kind.scale})"
        if kind.is_integer():
            return "BIGINT"
        return "DOUBLE" if kind.is_float() else _TYPES.get(kind.base_type(), "VARCHAR")

    def fill(self, name: str, frame: pl.DataFrame) -> None:
        """Insert all records at once, as an Arrow table."""
        self.connection.register("shoal_release", frame.to_arrow())
        self.connection.execute(f"INSERT INTO {name} SELECT * FROM shoal_release")  # noqa: S608
        self.connection.unregister("shoal_release")


def _confine(connection: Any) -> None:  # noqa: ANN401
    """Confine a user's query: no other file, no temporary files, half of our memory."""
    bound = memory_bound()
    if bound is not None:
        connection.execute(f"SET memory_limit = '{bound // 2}B'")
    connection.execute("SET max_temp_directory_size = '0B'")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def _refuse_curiosity(query: str) -> None:
    """Raise an error for settings and catalogs, which tell where files of the server are."""
    if _ABOUT_THE_SERVER.search(query):
        raise DataError(
            "The query asks for settings or files of the database (such as current_setting or"
            " duckdb_…). It may only ask for tables."
        )


def _connect(path: Path, *, read_only: bool = False) -> Any:  # noqa: ANN401
    return duckdb.connect(path, read_only=read_only, config=_CONFIG)


def _connect_for_reading(path: Path) -> Any:  # noqa: ANN401
    """A connection that cannot write, unless this process has the file open for writing."""
    try:
        return _connect(path, read_only=True)
    except duckdb.ConnectionException:
        return _connect(path)


def _with_ordinary_types(frame: pl.DataFrame) -> pl.DataFrame:
    """The frame with ordinary types: sums, which have 128 bits in DuckDB, become 64 if they fit."""
    wide = [name for name, kind in frame.schema.items() if kind in (pl.Int128, pl.UInt64)]
    narrow = frame.with_columns(by_name(wide).cast(pl.Int64, strict=False)) if wide else frame
    fits = [name for name in wide if narrow[name].null_count() == frame[name].null_count()]
    texts = pl.col(pl.Categorical, pl.Enum).cast(pl.String)
    return frame.with_columns(narrow.select(by_name(fits))).with_columns(texts)


@contextmanager
def _explain_errors(what: str) -> Iterator[None]:
    """Turn errors of DuckDB into a `DataError` with their kind only; `what` was refused."""
    try:
        yield
    except duckdb.Error as error:
        kind = type(error).__name__.removesuffix("Exception").removesuffix("Error")
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind).lower()
        raise database_error(what, f"{words or 'unknown'} error") from None
