"""How each kind of database is read and written; one file per kind, loaded when it is used."""

from contextlib import AbstractContextManager
from typing import Any, Protocol

import polars as pl

from shoal.errors import DataError


class OpenDatabase(Protocol):
    """A database inside a transaction that is not committed yet."""

    @property
    def connection(self) -> Any:  # noqa: ANN401  (a type of the driver)
        """The connection, so that the table can be read back before it is committed."""
        ...

    def columns(self, schema: str | None, table: str) -> list[str] | None:
        """The columns of a table, or None if there is no such table."""
        ...

    def drop(self, schema: str | None, table: str) -> None:
        """Remove a table."""
        ...

    def create(self, schema: str | None, table: str, frame: pl.DataFrame) -> None:
        """Make a table and fill it."""
        ...

    def commit(self) -> None:
        """Make everything visible to others."""
        ...


class Driver(Protocol):
    """A kind of database."""

    def read(self, url: str, query: str, *, most: int | None = None) -> pl.DataFrame:
        """The answer to a query that changes nothing; with `most`, it is somebody else's query.

        Then it opens no other file, and has at most so many records.
        """
        ...

    def writing(self, url: str) -> AbstractContextManager[OpenDatabase]:
        """The database inside a transaction; rolled back unless it is committed."""
        ...


def driver_of(kind: str) -> Driver:
    """The driver of a kind of database."""
    if kind == "postgresql":
        from shoal.data.databases.postgresql import PostgreSQL  # noqa: PLC0415  (an extra)

        return PostgreSQL()
    if kind == "sqlite":
        from shoal.data.databases.sqlite import SQLite  # noqa: PLC0415  (seldom used)

        return SQLite()
    from shoal.data.databases.duckdb import DuckDB  # noqa: PLC0415  (an extra)

    return DuckDB()


def quoted(schema: str | None, table: str) -> str:
    """The name of a table as SQL wants it."""
    return ".".join(name_in_sql(name) for name in (schema, table) if name)


def name_in_sql(name: str) -> str:
    """A name as SQL wants it, whatever characters it has."""
    if "\0" in name:
        raise DataError("A column's name holds a zero byte, which no database takes.")
    return '"' + name.replace('"', '""') + '"'


def many(most: int) -> DataError:
    """The answer to somebody else's query is too long."""
    return DataError(
        f"The query gives more than the {most:,} records that are allowed. Ask for fewer, with"
        " WHERE or LIMIT."
    )


def refused(what: str, reason: str) -> DataError:
    """The database did not do what was asked; its own words may quote a value or a password."""
    return DataError(f"The database refused {what}: {reason}.")
