"""SQLite, through Python's own library. It has no dates: they are texts in ISO form."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import polars as pl

from shoal.data.cells import frame_of
from shoal.data.database_url import file_of
from shoal.data.databases.driver import (
    OpenDatabase,
    database_error,
    existing_file,
    refuse_repeated,
    too_many_records,
)
from shoal.errors import DataError

# SQLite has no codes for these errors; the rest of a message may name anything.
_KNOWN = (
    *("no such table", "no such column", "syntax error", "database is locked"),
    *("unable to open database file", "file is not a database", "readonly database"),
    *("not authorized", "database or disk is full", "disk I/O error"),
)
_SECONDS = 10.0


class SQLite:
    """A file of SQLite."""

    def read(self, url: str, query: str, *, most: int | None = None) -> pl.DataFrame:
        """The answer to a query, each column with the type that all its values share."""
        path = existing_file(url)
        with _explain_errors("the query"), closing(_connect(path, "ro")) as connection:
            if most is not None:
                connection.execute("PRAGMA temp_store = MEMORY")  # memory is limited, disks are not
                connection.set_authorizer(_confine)
            cursor = connection.execute(query)
            names = [column[0] for column in cursor.description or ()]
            refuse_repeated(names)
            rows = cursor.fetchall() if most is None else cursor.fetchmany(most + 1)
            if most is not None and len(rows) > most:
                raise too_many_records(most)
        return frame_of(names, zip(*rows, strict=True) if rows else [()] * len(names))

    @contextmanager
    def open_for_writing(self, url: str) -> Iterator[OpenDatabase]:
        """The file, locked against other writers until the block ends; created if it is not there.

        A file that was created and stayed empty is removed.
        """
        path = file_of(url)
        existed = path.exists()
        try:
            with _explain_errors("the release"), closing(_connect(path, "rwc")) as connection:
                # Keep changed pages in memory until the end: the verifier can read meanwhile.
                connection.execute("PRAGMA cache_spill = OFF")
                connection.execute("BEGIN IMMEDIATE")
                yield SQLiteFile(connection)  # closing it without a commit undoes everything
        finally:
            if not existed and path.exists() and path.stat().st_size == 0:
                path.unlink()


class SQLiteFile(OpenDatabase):
    """A file of SQLite inside a transaction."""

    def columns(self, schema: str | None, table: str) -> list[str] | None:
        """The columns of a table or view, or None if there is none of this name."""
        _refuse_schema(schema)
        rows = self.connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
        return [row[0] for row in rows] or None

    def create(self, schema: str | None, table: str, frame: pl.DataFrame) -> None:
        """Create a table with the columns of a frame, and fill it."""
        _refuse_schema(schema)
        super().create(schema, table, frame)

    def sql_type(self, column: pl.Series) -> str:
        """The type that a column gets in SQLite, which has few."""
        if column.dtype.is_integer():
            return "INTEGER"
        return "REAL" if column.dtype.is_float() else "TEXT"

    def fill(self, name: str, frame: pl.DataFrame) -> None:
        """Insert records one by one."""
        insert = f"INSERT INTO {name} VALUES ({', '.join('?' * frame.width)})"  # noqa: S608
        self.connection.executemany(insert, _storable(frame).iter_rows())


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection; `mode` is that of SQLite: `ro` to read, `rwc` to write and create."""
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_SECONDS)


def _confine(action: int, *_: object) -> int:
    """Deny a user's query other files and settings."""
    other = {sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH, sqlite3.SQLITE_PRAGMA}
    return sqlite3.SQLITE_DENY if action in other else sqlite3.SQLITE_OK


def _storable(frame: pl.DataFrame) -> pl.DataFrame:
    """Numbers as they are, everything else as the text a person would type."""
    moments = pl.col(pl.Datetime).dt.to_string("%Y-%m-%dT%H:%M:%S%.f")
    texts = pl.col(pl.Date, pl.Time, pl.Boolean, pl.Decimal).cast(pl.String)
    return frame.with_columns(moments).with_columns(texts)


def _refuse_schema(schema: str | None) -> None:
    if schema:
        raise DataError("output.table: SQLite has no schemas. Name the table alone.")


@contextmanager
def _explain_errors(what: str) -> Iterator[None]:
    """Turn errors of SQLite into a `DataError`; `what` was refused."""
    try:
        yield
    except (sqlite3.Error, sqlite3.Warning) as error:
        reason = next((words for words in _KNOWN if words in str(error)), "it is not valid")
        raise database_error(what, reason) from None
