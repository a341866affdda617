"""The verifier's counting with DuckDB."""

import contextlib
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from shoal.errors import DataError
from shoal.verify.large.counting import text_in_sql
from shoal.verify.tables.databases import query_parts
from shoal.verify.tables.files import format_of

_FIRST = "CREATE TEMP TABLE shoal_answer AS"  # of the first part of an answer


@dataclass(frozen=True, eq=False)
class DuckCounter:
    """A `Counter` on a connection of DuckDB, which keeps to its share of the memory."""

    connection: Any

    def open_file(self, path: Path, dialect: Mapping[str, Any]) -> str:
        """A file or a folder of parts; where no dialect is given, it is that of our own files."""
        kind = dialect.get("format") or format_of(path)
        place = text_in_sql(str(path / "**" / f"*.{kind}") if path.is_dir() else str(path))
        if kind == "parquet":
            return f"read_parquet({place}, hive_partitioning = false)"
        if kind == "arrow":
            return self._arrow(path)
        if kind != "csv":
            raise DataError(f"{path.name}: a {kind} file cannot be counted.")
        quote = dialect.get("quote")
        mark = text_in_sql('"' if quote is None else str(quote))
        separator = text_in_sql(str(dialect.get("separator") or ","))
        settings = f"all_varchar = true, header = true, delim = {separator}, nullstr = ''"
        skipped = int(dialect.get("skip") or 0)
        return f"read_csv({place}, {settings}, quote = {mark}, escape = {mark}, skip = {skipped})"

    def open_query(self, source: Mapping[str, Any], folder: Path) -> str:
        """The answer to the query of a study's database, as something that can stand after FROM.

        A database of DuckDB is attached, and becomes the one in use. The answer of a server is
        copied into a temporary table, part by part.
        """
        query = str(source["query"]).rstrip("; \t\r\n")
        if str(source["url"]).startswith("duckdb:"):
            file = folder / str(source["url"]).removeprefix("duckdb:///")
            self.connection.execute(f"ATTACH {text_in_sql(str(file))} AS shoal_input (READ_ONLY)")
            self.connection.execute("USE shoal_input")
            return f"({query})"
        for part in query_parts(source, folder, query):
            self.connection.register("shoal_part", part.to_arrow())
            start = "INSERT INTO shoal_answer" if self._has_answer() else _FIRST
            self.connection.execute(f"{start} SELECT * FROM shoal_part")  # noqa: S608
        return "shoal_answer"

    def _has_answer(self) -> bool:
        """Whether the first part of the answer was stored."""
        tables = self.connection.execute("SHOW TABLES").fetchall()
        return ("shoal_answer",) in tables

    def ask(self, query: str) -> pl.DataFrame:
        """The answer to a statement."""
        import duckdb  # noqa: PLC0415  (an extra)

        try:
            table = self.connection.sql(query).to_arrow_table()
        except duckdb.Error as error:
            kind = type(error).__name__
            raise DataError(f"The verifier cannot count the records ({kind}).") from None
        return pl.DataFrame(pl.from_arrow(table))

    def store(self, name: str, frame: pl.DataFrame) -> None:
        """Store a small table of ours."""
        self.connection.register(f"{name}_given", frame.to_arrow())
        statement = f"CREATE OR REPLACE TEMP TABLE {name} AS SELECT * FROM {name}_given"  # noqa: S608
        self.connection.execute(statement)

    def kinds(self, table: str) -> dict[str, str]:
        """The type of each column."""
        columns = self.ask(f"DESCRIBE SELECT * FROM {table}")  # noqa: S608
        return dict(zip(columns["column_name"], columns["column_type"], strict=True))

    def name(self, column: str) -> str:
        """The name of a column, quoted."""
        return '"' + column.replace('"', '""') + '"'

    def _arrow(self, path: Path) -> str:
        """An Arrow file under a name of its own; its cells stay in the file."""
        import pyarrow as pa  # noqa: PLC0415  (few releases are Arrow files)

        batches = pa.ipc.open_file(pa.memory_map(str(path))).read_all()
        self.connection.register("shoal_arrow_file", batches)
        return "shoal_arrow_file"


@contextlib.contextmanager
def duckdb_counter(memory_mb: int, temporary: Path | None) -> Iterator[DuckCounter]:
    """A counter in memory, open as long as the block lasts.

    What does not fit into `memory_mb` megabytes goes to a new folder in `temporary`, which is
    deleted; None for the system's own.
    """
    import duckdb  # noqa: PLC0415  (an extra)

    config: dict[str, Any] = {
        "memory_limit": f"{memory_mb}MB",
        "autoinstall_known_extensions": "false",
        "python_enable_replacements": "false",
    }
    with (
        tempfile.TemporaryDirectory(prefix="shoal-verify-", dir=temporary) as folder,
        contextlib.closing(duckdb.connect(":memory:", config=config)) as connection,
    ):
        connection.execute("SET temp_directory = ?", [folder])
        yield DuckCounter(connection)
