"""The contract of database drivers, and what they share; one file per kind, loaded when used."""

from abc import ABC, abstractmethod
from collections import Counter
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import polars as pl

from shoal.data.database_url import file_of
from shoal.errors import DataError


@dataclass
class OpenDatabase(ABC):
    """A database inside a transaction that is not committed yet.

    Attributes:
        connection: The connection of the driver; through it the table is read back and verified
            before it is committed.
        done: Whether the transaction was committed.
    """

    connection: Any
    done: bool = False

    @abstractmethod
    def columns(self, schema: str | None, table: str) -> list[str] | None:
        """The columns of a table or view, or None if there is none of this name.

        Here and below, the schema None is the default one of the database.
        """

    def drop(self, schema: str | None, table: str) -> None:
        """Remove a table."""
        self.connection.execute(f"DROP TABLE {table_in_sql(schema, table)}")

    def create(self, schema: str | None, table: str, frame: pl.DataFrame) -> None:
        """Create a table with the columns of a frame, and fill it."""
        name = table_in_sql(schema, table)
        columns = ", ".join(f"{name_in_sql(each.name)} {self.sql_type(each)}" for each in frame)
        self.connection.execute(f"CREATE TABLE {name} ({columns})")
        self.fill(name, frame)

    @abstractmethod
    def sql_type(self, column: pl.Series) -> str:
        """The type that a column gets in the database."""

    @abstractmethod
    def fill(self, name: str, frame: pl.DataFrame) -> None:
        """Insert all records of a frame into a table, whose name is written as SQL."""

    def commit(self) -> None:
        """Make everything visible to others."""
        self.connection.commit()
        self.done = True


class Driver(Protocol):
    """A kind of database."""

    def read(self, url: str, query: str, *, most: int | None = None) -> pl.DataFrame:
        """The answer to a query that changes nothing.

        With `most`, the query comes from a user of the server: it may open no other file, and give
        at most this many records.
        """
        ...

    def open_for_writing(self, url: str) -> AbstractContextManager[OpenDatabase]:
        """The database inside a transaction; rolled back unless it is committed."""
        ...


def driver_of(kind: str) -> Driver:
    """The driver of a kind of database (a value of `database_url.KINDS`); loads its library."""
    if kind == "postgresql":
        from shoal.data.databases.postgresql import PostgreSQL  # noqa: PLC0415  (an extra)

        return PostgreSQL()
    if kind == "sqlite":
        from shoal.data.databases.sqlite import SQLite  # noqa: PLC0415  (seldom used)

        return SQLite()
    from shoal.data.databases.duckdb import DuckDB  # noqa: PLC0415  (an extra)

    return DuckDB()


def existing_file(url: str) -> Path:
    """The file of a database; an error if there is none."""
    path = file_of(url)
    if not path.is_file():
        raise DataError(f"There is no file {path}. Check the URL; it is relative to the study.")
    return path


def refuse_repeated(names: list[str]) -> None:
    """Raise an error if columns of an answer share a name."""
    repeated = sorted(name for name, count in Counter(names).items() if count > 1)
    if repeated:
        raise DataError(*(f"The query gives several columns {name!r}." for name in repeated))


def table_in_sql(schema: str | None, table: str) -> str:
    """The name of a table as it is written in SQL."""
    return ".".join(name_in_sql(name) for name in (schema, table) if name)


def name_in_sql(name: str) -> str:
    """A name as it is written in SQL, whatever characters it has."""
    if "\0" in name:
        raise DataError("A column's name holds a zero byte, which no database takes.")
    return '"' + name.replace('"', '""') + '"'


def too_many_records(most: int) -> DataError:
    """The error for an answer with more records than a user of the server may ask for."""
    return DataError(
        f"The query gives more than the {most:,} records that are allowed. Ask for fewer, with"
        " WHERE or LIMIT."
    )


def database_error(what: str, reason: str) -> DataError:
    """The error of a database, without its own message, which may quote a value or a password.

    Args:
        what: What it refused: the query, the release, the connection.
        reason: Why, in words of our own.
    """
    return DataError(f"The database refused {what}: {reason}.")
