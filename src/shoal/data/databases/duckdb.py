"""DuckDB files (https://duckdb.org/docs/stable/clients/python/overview)."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
from polars.selectors import by_name

from shoal.data.database_url import file_of
from shoal.data.databases.driver import OpenDatabase, many, name_in_sql, quoted, refused
from shoal.data.extras import extra
from shoal.data.memory import memory_bound
from shoal.errors import DataError

with extra("duckdb", "A DuckDB database"):
    import duckdb
    import pyarrow  # noqa: F401  (tables come and go as Arrow)

# Nothing is fetched from the network, and no variable of ours can be asked for.
_CONFIG: dict[str, Any] = {
    "autoinstall_known_extensions": "false",
    "python_enable_replacements": "false",
}
# `query` and its like run a text in which such a word could hide.
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
        """The answer to a query that changes nothing."""
        path = file_of(url)
        if not path.is_file():
            raise DataError(f"There is no file {path}. Check the URL; it is relative to the study.")
        with _explained("the query"), closing(_reading(path)) as connection:
            if most is not None:
                _refuse_curiosity(query)
                _confine(connection)
            connection.execute("BEGIN TRANSACTION READ ONLY")
            relation = connection.sql(query)
            if relation is None:
                raise refused("the query", "it gives no table")
            _refuse_repeated(relation.columns)
            if most is None:
                return _plain(relation.pl())
            found = relation.limit(most + 1).pl()
            if found.height > most:
                raise many(most)
            return _plain(found)

    @contextmanager
    def writing(self, url: str) -> Iterator[OpenDatabase]:
        """The file inside a transaction."""
        path = file_of(url)
        existed = path.exists()
        database = None
        try:
            with _explained("the release"), closing(_connected(path)) as connection:
                connection.begin()
                database = DuckDBFile(connection)
                yield database
        finally:
            if not existed and not (database and database.done):
                path.unlink(missing_ok=True)


@dataclass
class DuckDBFile:
    """A file of DuckDB inside a transaction; closing it without a commit undoes everything."""

    connection: Any
    done: bool = False

    def columns(self, schema: str | None, table: str) -> list[str] | None:
        """The columns of a table or view, or None if there is none."""
        found = self.connection.execute(
            "SELECT column_name FROM information_schema.columns"
            " WHERE table_schema = coalesce(?, current_schema()) AND table_name = ?"
            " AND table_catalog = current_database() ORDER BY ordinal_position",
            [schema, table],
        ).fetchall()
        return [row[0] for row in found] or None

    def drop(self, schema: str | None, table: str) -> None:
        """Remove a table."""
        self.connection.execute(f"DROP TABLE {quoted(schema, table)}")

    def create(self, schema: str | None, table: str, frame: pl.DataFrame) -> None:
        """Make a table and fill it."""
        columns = ", ".join(f"{name_in_sql(column.name)} {_type(column)}" for column in frame)
        self.connection.execute(f"CREATE TABLE {quoted(schema, table)} ({columns})")
        self.connection.register("shoal_release", frame.to_arrow())
        insert = f"INSERT INTO {quoted(schema, table)} SELECT * FROM shoal_release"  # noqa: S608
        self.connection.execute(insert)
        self.connection.unregister("shoal_release")

    def commit(self) -> None:
        """Make everything visible to others."""
        self.connection.commit()
        self.done = True


def _confine(connection: Any) -> None:  # noqa: ANN401
    """Somebody else's query: no other file, no disk for what does not fit, half of our memory."""
    bound = memory_bound()
    if bound is not None:
        connection.execute(f"SET memory_limit = '{bound // 2}B'")
    connection.execute("SET max_temp_directory_size = '0B'")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")


def _refuse_curiosity(query: str) -> None:
    """Settings and catalogs of DuckDB tell where files of the server are."""
    if _ABOUT_THE_SERVER.search(query):
        raise DataError(
            "The query asks for settings or files of the database (such as current_setting or"
            " duckdb_…). It may only ask for tables."
        )


def _connected(path: Path, *, read_only: bool = False) -> Any:  # noqa: ANN401
    return duckdb.connect(path, read_only=read_only, config=_CONFIG)


def _reading(path: Path) -> Any:  # noqa: ANN401
    """A connection that cannot write, unless this process has the file open for writing."""
    try:
        return _connected(path, read_only=True)
    except duckdb.ConnectionException:
        return _connected(path)


def _type(column: pl.Series) -> str:
    kind = column.dtype
    if isinstance(kind, pl.Decimal):
        return f"DECIMAL({kind.precision}, {kind.scale})"
    if kind.is_integer():
        return "BIGINT"
    return "DOUBLE" if kind.is_float() else _TYPES.get(kind.base_type(), "VARCHAR")


def _plain(frame: pl.DataFrame) -> pl.DataFrame:
    """Sums are wider than 64 bits in DuckDB; what fits becomes an ordinary integer."""
    wide = [name for name, kind in frame.schema.items() if kind in (pl.Int128, pl.UInt64)]
    narrow = frame.with_columns(by_name(wide).cast(pl.Int64, strict=False)) if wide else frame
    fits = [name for name in wide if narrow[name].null_count() == frame[name].null_count()]
    texts = pl.col(pl.Categorical, pl.Enum).cast(pl.String)
    return frame.with_columns(narrow.select(by_name(fits))).with_columns(texts)


def _refuse_repeated(names: list[str]) -> None:
    repeated = sorted(name for name, count in Counter(names).items() if count > 1)
    if repeated:
        raise DataError(*(f"The query gives several columns {name!r}." for name in repeated))


@contextmanager
def _explained(what: str) -> Iterator[None]:
    try:
        yield
    except duckdb.Error as error:
        kind = type(error).__name__.removesuffix("Exception").removesuffix("Error")
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", kind).lower()
        raise refused(what, f"{words or 'unknown'} error") from None
