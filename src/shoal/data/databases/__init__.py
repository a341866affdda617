"""Tables from databases and into them.

A table is written inside one transaction: it is created, filled, read back and verified, and only
then committed. Until that moment nobody else sees it, and whatever goes wrong, it never was there.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from shoal.data.credentials import secret_url
from shoal.data.database_url import kind_of
from shoal.data.databases.driver import Driver, OpenDatabase, driver_of
from shoal.data.source import Source
from shoal.errors import DataError, StudyError

TABLE = re.compile(r"(?:([A-Za-z_][A-Za-z0-9_]*)\.)?([A-Za-z_][A-Za-z0-9_]*)")


def read_query(source: Source, *, most: int | None = None) -> pl.DataFrame:
    """The answer to the query of a source; an empty text is missing.

    An answer without records is a `DataError`.

    Args:
        source: The database and the query.
        most: The most records that a user of the server may ask for; such a query can open no
            other file. None for a query that a person runs on their own machine.
    """
    url = secret_url(str(source.url), source.credentials)
    frame = _driver(url).read(url, _statement(str(source.query)), most=most)
    if frame.height == 0 or frame.width == 0:
        raise DataError("The query gives no records. Expected at least one record.")
    return frame.with_columns(pl.col(pl.String).replace("", None))


@dataclass(frozen=True)
class Sink:
    """A table of a database that is to be written.

    Attributes:
        url: The database, without any password.
        table: The name of the table, after the name of its schema and a point if need be.
        credentials: A file with secrets that the URL uses.
    """

    url: str
    table: str
    credentials: Path | None = None

    @property
    def place(self) -> tuple[str | None, str]:
        """The schema, or None if none is named, and the table."""
        name = TABLE.fullmatch(self.table)
        if not name:
            raise StudyError("`output.table` must be `table` or `schema.table`, in plain letters.")
        return name[1], name[2]


def refuse_bad_table(sink: Sink, columns: list[str], *, force: bool) -> None:
    """Raise an error, before any work, if the table cannot or must not be written.

    Args:
        sink: The table.
        columns: The columns of the release.
        force: Whether a table with the same columns may be replaced.
    """
    with _open_sink(sink) as database:
        _refuse_existing(database.columns(*sink.place), columns, force=force)


@contextmanager
def write_table(sink: Sink, frame: pl.DataFrame, *, force: bool = False) -> Iterator[OpenDatabase]:
    """Create and fill the table, yield the open transaction, and commit it after the block.

    The block reads the table back and verifies it; if it raises an error, nothing was written.

    Args:
        sink: The table.
        frame: The records.
        force: Whether a table with the same columns may be replaced.
    """
    with _open_sink(sink) as database:
        existing = database.columns(*sink.place)
        _refuse_existing(existing, frame.columns, force=force)
        if existing is not None:
            database.drop(*sink.place)
        database.create(*sink.place, frame)
        yield database
        database.commit()


@contextmanager
def _open_sink(sink: Sink) -> Iterator[OpenDatabase]:
    """The database of a sink, inside a transaction."""
    url = secret_url(sink.url, sink.credentials)
    with _driver(url).open_for_writing(url) as database:
        yield database


def _refuse_existing(existing: list[str] | None, columns: list[str], *, force: bool) -> None:
    """Raise a `StudyError` if a table is there, unless `force` and its columns are the same."""
    if existing is None:
        return
    if not force:
        raise StudyError(
            "output.table: there is such a table already. Name another, or replace it by --force."
        )
    if existing != columns:
        raise StudyError(
            "output.table: the table that is there has other columns than the release, so --force"
            " does not replace it. Name another, or drop it yourself."
        )


def _driver(url: str) -> Driver:
    return driver_of(str(kind_of(url)))


def _statement(query: str) -> str:
    """The query without the semicolon at its end."""
    return re.sub(r"[;\s]+\Z", "", query)
