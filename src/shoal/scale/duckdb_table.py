"""Tables larger than memory on one machine, counted by DuckDB (https://duckdb.org).

DuckDB reads CSV, Parquet, Arrow and its own files, counts with hash tables that move to disk when
its share of the memory is used up, and hands records over in batches.
"""

import contextlib
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.data.database_url import file_of
from shoal.data.extras import extra
from shoal.data.files import resolve_source
from shoal.data.source import Source
from shoal.data.time_zones import to_local_time
from shoal.errors import DataError
from shoal.scale.duckdb_relation import relation_of, spool_server_answer, sql_name
from shoal.scale.large_table import BATCH, Frequencies

with extra("duckdb", "`engine: duckdb`"):
    import duckdb
    import pyarrow as pa  # tables come and go as Arrow

ARROW = "shoal_arrow_file"


@dataclass(frozen=True)
class Means:
    """What DuckDB may use of one machine.

    Attributes:
        memory_mb: Megabytes for DuckDB's own tables; larger ones move to the temporary folder.
        threads: How many threads count; DuckDB's own choice if None.
        temporary: The folder for what does not fit; the system's own if None.
    """

    memory_mb: int = 1024
    threads: int | None = None
    temporary: Path | None = None


@dataclass(frozen=True, eq=False)
class DuckTable:
    """A file or a query that DuckDB counts; a `LargeTable`, whose methods explain their arguments.

    Attributes:
        connection: An open connection of DuckDB; its settings limit memory and threads.
        relation: The table as an expression of SQL, to stand after FROM.
        source: Where it comes from.
        schema: A frame with the columns and their types, but no record.
    """

    connection: Any
    relation: str
    source: Source
    schema: pl.DataFrame = field(repr=False)

    def count_distinct(self, columns: Sequence[str]) -> tuple[pl.DataFrame, NDArray[np.int64]]:
        """The distinct combinations of columns, and how many records have each."""
        names = ", ".join(map(sql_name, columns))
        query = f"SELECT {names}, count(*) AS n FROM {self.relation} GROUP BY ALL"  # noqa: S608
        frame = self._answer(query)
        counts = frame[:, -1].to_numpy().astype(np.int64)
        return frame[:, :-1], counts

    def frequencies(self, column: str, shown: int) -> Frequencies:
        """The most frequent values of a column; ties in the order of the values."""
        name = sql_name(column)
        counted = f"(SELECT {name} AS value, count(*) AS records FROM {self.relation} GROUP BY 1)"  # noqa: S608
        known = "coalesce(sum(records) FILTER (value IS NOT NULL), 0)::BIGINT AS known"
        all_ = "coalesce(sum(records), 0)::BIGINT AS records"
        totals = self._answer(f"SELECT count(*) AS distinct_, {known}, {all_} FROM {counted}")  # noqa: S608
        order = "ORDER BY records DESC, value ASC NULLS LAST"
        best = self._answer(f"SELECT * FROM {counted} {order} LIMIT {shown}")  # noqa: S608
        return Frequencies(best, *totals.row(0))

    def sizes(self, columns: Sequence[str], filled: Sequence[str] = ()) -> dict[int, int]:
        """From size to number of groups; records of a group look alike in all of these columns."""
        sizes = self._count_groups("count(*)", columns, filled)
        query = f"SELECT size, count(*) AS n FROM ({sizes}) WHERE size > 0 GROUP BY 1"  # noqa: S608
        return {int(size): int(count) for size, count in self._answer(query).iter_rows()}

    def fewest(self, columns: Sequence[str], value: str, filled: Sequence[str] = ()) -> int | None:
        """The smallest number of different known values in a group; None without records."""
        counts = self._count_groups(f"count(DISTINCT {sql_name(value)})", columns, filled)
        lowest = self._answer(f"SELECT min(size) FROM ({counts})").item()  # noqa: S608
        return None if lowest is None else int(lowest)

    def _count_groups(self, counted: str, columns: Sequence[str], filled: Sequence[str]) -> str:
        """A query: for each group of records that look alike in some columns, `counted` as `size`.

        Only records count that have a value in one of the columns `filled`; all if none is named.
        """
        is_filled = " OR ".join(f"{sql_name(name)} IS NOT NULL" for name in filled) or "true"
        groups = ", ".join(map(sql_name, columns))
        by = f" GROUP BY {groups}" if columns else ""
        return f"SELECT {counted} AS size FROM {self.relation} WHERE {is_filled}{by}"  # noqa: S608

    def head(self, records: int) -> pl.DataFrame:
        """At most `records` records, as they come."""
        return self._answer(f"SELECT * FROM {self.relation} LIMIT {records}")  # noqa: S608

    def batches(self, columns: Sequence[str], *, in_order: bool = False) -> Iterator[pl.DataFrame]:
        """All records, a batch at a time; in the order of the table only if asked.

        It changes the setting of the connection for all later questions.
        """
        names = ", ".join(map(sql_name, columns))
        with _hide_messages():
            self.connection.execute(f"SET preserve_insertion_order = {str(in_order).lower()}")
            asked = self.connection.sql(f"SELECT {names} FROM {self.relation}")  # noqa: S608
            for batch in asked.to_arrow_reader(BATCH):
                yield _frame_of(batch, self.source)

    def _answer(self, query: str) -> pl.DataFrame:
        """The answer to a query, as the data room would have read it."""
        with _hide_messages():
            return _frame_of(self.connection.sql(query).to_arrow_table(), self.source)


@contextlib.contextmanager
def duckdb_table(source: Source, means: Means) -> Iterator[DuckTable]:
    """Open the table of a source, as long as the block lasts; yields the table."""
    source = resolve_source(source)
    with contextlib.ExitStack() as until_closed:
        folder = until_closed.enter_context(
            tempfile.TemporaryDirectory(prefix="shoal-duckdb-", dir=means.temporary)
        )
        connection = until_closed.enter_context(contextlib.closing(_connect(source, means)))
        connection.execute("SET temp_directory = ?", [folder])
        connection.execute("SET preserve_insertion_order = false")
        relation = spool_server_answer(connection, source, Path(folder)) or _relation(
            connection, source
        )
        with _hide_messages():
            empty = connection.sql(f"SELECT * FROM {relation} LIMIT 0").to_arrow_table()  # noqa: S608
        yield DuckTable(connection, relation, source, _frame_of(empty, source))


def _relation(connection: duckdb.DuckDBPyConnection, source: Source) -> str:
    """The table as an expression of SQL; an Arrow file is not copied, but mapped into memory."""
    if source.format != "arrow" or source.path is None:
        return relation_of(source)
    connection.register(ARROW, pa.ipc.open_file(pa.memory_map(str(source.path))).read_all())
    return ARROW


def _frame_of(answer: object, source: Source) -> pl.DataFrame:
    """DuckDB's answer as a frame that looks as if `shoal.data` had read it.

    Times are local, categories are texts, and empty texts of databases are missing values.
    """
    frame = to_local_time(pl.DataFrame(pl.from_arrow(answer)), source.time_zone)
    frame = frame.with_columns(pl.col(pl.Categorical, pl.Enum).cast(pl.String))
    if source.path is not None:
        return frame
    return frame.with_columns(pl.col(pl.String).replace("", None))


def _connect(source: Source, means: Means) -> Any:  # noqa: ANN401  (a connection of DuckDB)
    """A connection within the means: to the DuckDB database of the source, else in memory."""
    config: dict[str, Any] = {
        "autoinstall_known_extensions": "false",
        "python_enable_replacements": "false",
        "memory_limit": f"{means.memory_mb}MB",
    }
    if means.threads:
        config["threads"] = means.threads
    if source.path is not None or not str(source.url).startswith("duckdb:"):
        return duckdb.connect(":memory:", config=config)
    return duckdb.connect(str(file_of(str(source.url))), read_only=True, config=config)


@contextlib.contextmanager
def _hide_messages() -> Iterator[None]:
    """Raise DataError instead of DuckDB's errors, whose messages may quote values."""
    try:
        yield
    except duckdb.OutOfMemoryException:
        raise DataError(
            "DuckDB needs more memory than it may use. Allow more (`engine: {name: duckdb,"
            " memory_mb: …}`), or fewer threads."
        ) from None
    except duckdb.Error as error:
        raise DataError(
            f"The data could not be read by DuckDB ({type(error).__name__}). Check that the file"
            " is complete; `engine: memory` tells where a CSV file is broken."
        ) from None
