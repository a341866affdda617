"""The verifier's counting with Spark, in the session that is open."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from shoal.errors import DataError
from shoal.verify.tables.files import format_of


@dataclass(frozen=True, eq=False)
class SparkCounter:
    """A `Counter` in a session of Spark."""

    session: Any

    def open_file(self, path: Path, dialect: Mapping[str, Any]) -> str:
        """A file or a folder of parts, as something that can stand after FROM.

        Where no dialect is given, it is that of our own files. A CSV file becomes a temporary view.
        """
        kind = dialect.get("format") or format_of(path)
        place = str(path).replace("`", "``")
        if kind == "parquet":
            return f"parquet.`{place}`"
        if kind != "csv":
            raise DataError(f"{path.name}: a {kind} file cannot be counted on Spark.")
        view = f"shoal_verified_{abs(hash(place))}"
        quote = dialect.get("quote")
        mark = '"' if quote is None else str(quote) or "\\u0000"
        options = {
            "path": str(path),
            "header": "true",
            "sep": str(dialect.get("separator") or ","),
            "quote": mark,
            "escape": mark,
            "multiLine": "true",
            "emptyValue": "",
            "nullValue": "",
        }
        self.session.read.format("csv").options(**options).load().replace(
            "", None
        ).createOrReplaceTempView(view)
        return view

    def open_query(self, source: Mapping[str, Any], folder: Path) -> str:
        """Always an error: on Spark the verifier reads files only."""
        raise DataError("The verifier counts files on Spark, not databases.")

    def ask(self, query: str) -> pl.DataFrame:
        """The answer to a statement."""
        from pyspark.errors import PySparkException  # noqa: PLC0415  (an extra)

        try:
            table = self.session.sql(query).toArrow()
        except PySparkException as error:
            kind = type(error).__name__
            raise DataError(f"The verifier cannot count the records ({kind}).") from None
        return pl.DataFrame(pl.from_arrow(table))

    def store(self, name: str, frame: pl.DataFrame) -> None:
        """Store a small table of ours."""
        self.session.createDataFrame(frame.to_arrow()).createOrReplaceTempView(name)

    def kinds(self, table: str) -> dict[str, str]:
        """The type of each column."""
        return dict(self.session.sql(f"SELECT * FROM {table} LIMIT 0").dtypes)  # noqa: S608

    def name(self, column: str) -> str:
        """The name of a column, quoted."""
        return "`" + column.replace("`", "``") + "`"
