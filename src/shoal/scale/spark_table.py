"""Tables on a cluster, counted by Spark (https://spark.apache.org).

The driver sees the distinct tuples and a few counts. Records never leave the cluster: they become
the release by joins with small tables that every executor gets.
"""

import contextlib
import os
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from shoal.data.extras import extra
from shoal.data.files import resolve_source
from shoal.data.source import Source
from shoal.data.time_zones import to_local_time
from shoal.errors import DataError, NotYetAvailable
from shoal.scale.large_table import BATCH, Frequencies

with extra("spark", "`engine: spark`"):
    import pyarrow  # noqa: F401  (tables come and go as Arrow)
    import pyspark
    from pyspark.errors import PySparkException
    from pyspark.sql import DataFrame, SparkSession
    from pyspark.sql import functions as F


@dataclass(frozen=True, eq=False)
class SparkTable:
    """A table of a Spark session, as a `LargeTable`.

    Attributes:
        frame: The table.
        schema: The columns and their types, without any record.
        time_zone: Whose clock tells the local time of moments; None leaves them as they are.
    """

    frame: DataFrame
    schema: pl.DataFrame
    time_zone: str | None = None

    @classmethod
    def of(cls, frame: DataFrame, time_zone: str | None = None) -> "SparkTable":
        """The table of a Spark data frame."""
        with hide_messages():
            empty = pl.DataFrame(pl.from_arrow(frame.limit(0).toArrow()))
        return cls(frame, to_local_time(empty, time_zone), time_zone)

    def count_distinct(self, columns: Sequence[str]) -> tuple[pl.DataFrame, NDArray[np.int64]]:
        """The distinct combinations of columns, and how many records have each."""
        names = [F.col(spark_name(name)) for name in columns]
        groups = self._answer(self.frame.groupBy(*names).agg(F.count(F.lit(1))))
        return groups[:, :-1], groups[:, -1].to_numpy().astype(np.int64)

    def frequencies(self, column: str, shown: int) -> Frequencies:
        """The most frequent values of a column; ties in the order of the values."""
        value = F.col(spark_name(column)).alias("value")
        counted = self.frame.groupBy(value).agg(F.count(F.lit(1)).alias("records"))
        known = F.sum(F.when(F.col("value").isNotNull(), F.col("records")).otherwise(0))
        totals = self._answer(counted.agg(F.count(F.lit(1)), known, F.sum("records"))).row(0)
        order = F.col("records").desc(), F.col("value").asc_nulls_last()
        best = self._answer(counted.orderBy(*order).limit(shown))
        return Frequencies(best, *(int(total or 0) for total in totals))

    def sizes(self, columns: Sequence[str], filled: Sequence[str] = ()) -> dict[int, int]:
        """How many groups there are of each size; a group looks alike in all of these columns."""
        groups = self._count_groups(F.count(F.lit(1)), columns, filled).where(F.col("size") > 0)
        counted = self._answer(groups.groupBy("size").agg(F.count(F.lit(1)).alias("n")))
        return {int(size): int(count) for size, count in counted.iter_rows()}

    def fewest(self, columns: Sequence[str], value: str, filled: Sequence[str] = ()) -> int | None:
        """How many different known values the group with the fewest has; None without records."""
        counts = self._count_groups(F.countDistinct(F.col(spark_name(value))), columns, filled)
        lowest = self._answer(counts.agg(F.min("size").alias("size"))).item()
        return None if lowest is None else int(lowest)

    def _count_groups(
        self,
        counted: Any,  # noqa: ANN401  (a column of Spark)
        columns: Sequence[str],
        filled: Sequence[str],
    ) -> DataFrame:
        """Count something in each group of records that look alike in some columns.

        The answer, still on the cluster, has one line per group and the column `size`.
        """
        there = F.lit(not filled)
        for name in filled:
            there = there | F.col(spark_name(name)).isNotNull()
        names = [F.col(spark_name(name)) for name in columns]
        return self.frame.where(there).groupBy(*names).agg(counted.alias("size")).select("size")

    def head(self, records: int) -> pl.DataFrame:
        """Some records, as they come."""
        return self._answer(self.frame.limit(records))

    def batches(self, columns: Sequence[str], *, in_order: bool = False) -> Iterator[pl.DataFrame]:
        """All records, a batch at a time, over the driver; a release is written without this.

        Records come as Spark hands them over, whatever `in_order` says.
        """
        chosen = self.frame.select(*(F.col(spark_name(name)) for name in columns))
        with hide_messages():
            lines, names = chosen.toLocalIterator(), list(columns)
            while batch := [tuple(line) for _, line in zip(range(BATCH), lines, strict=False)]:
                yield to_local_time(pl.DataFrame(batch, names, orient="row"), self.time_zone)

    def _answer(self, frame: DataFrame) -> pl.DataFrame:
        """A small frame of Spark, brought to the driver."""
        with hide_messages():
            return to_local_time(pl.DataFrame(pl.from_arrow(frame.toArrow())), self.time_zone)


@contextlib.contextmanager
def spark_table(source: Source, master: str | None) -> Iterator[SparkTable]:
    """The table of a source, open as long as the block lasts.

    `master` is the address of the cluster for a new session; None for all cores of this machine.
    """
    source = resolve_source(source)
    with spark_session(master) as session:
        yield SparkTable.of(frame_of(session, source), source.time_zone)


@contextlib.contextmanager
def spark_session(master: str | None) -> Iterator[SparkSession]:
    """The active session, which stays open, or a new one that is stopped after the block."""
    running = SparkSession.getActiveSession()
    session = running or start_session(master)
    try:
        yield session
    finally:
        if running is None:
            session.stop()


def start_session(master: str | None) -> SparkSession:
    """Start a session for one run: quiet, without a web page, moments in UTC.

    On this machine it also sets SPARK_LOCAL_IP, and for a small cluster of its own SPARK_HOME, in
    the environment, unless they are set.
    """
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.execution.arrow.pyspark.enabled": "true",
        "spark.sql.adaptive.enabled": "true",
    }
    place = master or "local[*]"
    if place.startswith("local"):  # no other machine needs to reach this one
        settings |= {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1"}
        os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    if place.startswith("local-cluster"):  # its executors are started from the installed package
        os.environ.setdefault("SPARK_HOME", str(Path(pyspark.__file__).parent))
    builder: Any = SparkSession.builder.appName("shoal")
    for key, value in settings.items():
        builder = builder.config(key, value)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # about pandas, which is not used here
        session: SparkSession = builder.master(place).getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


def frame_of(session: SparkSession, source: Source) -> DataFrame:
    """A CSV or Parquet file, or a folder of parts, read as the data room reads it."""
    with hide_messages():
        if source.format == "parquet":
            return session.read.parquet(str(source.file))
        if source.format == "csv":
            return _csv(session, source)
    raise NotYetAvailable(
        "`engine: spark` reads CSV and Parquet files, and Spark data frames in Python."
    )


def _csv(session: SparkSession, source: Source) -> DataFrame:
    """A CSV file: cells are texts, empty ones missing; records of another length are errors."""
    mark = source.quote or "\0"
    options = {
        "header": "true",
        "sep": source.separator or ",",
        "quote": mark,
        "escape": mark,
        "encoding": source.encoding or "utf-8",
        "nullValue": "",
        "emptyValue": "",
        "mode": "FAILFAST",
        "enforceSchema": "false",
        "multiLine": "true",
    }
    if source.skip or source.comment:
        raise NotYetAvailable("`engine: spark` reads CSV files whose first line is the header.")
    frame = session.read.options(**options).csv(str(source.file))
    empty = [
        F.when(F.col(spark_name(name)) != "", F.col(spark_name(name))) for name in frame.columns
    ]
    named = zip(empty, frame.columns, strict=True)
    return frame.select(*(column.alias(name) for column, name in named))


@contextlib.contextmanager
def hide_messages() -> Iterator[None]:
    """Raise DataError instead of Spark's errors, whose messages may quote values."""
    try:
        yield
    except PySparkException as error:
        raise DataError(
            f"Spark could not read or count the data ({type(error).__name__}). Check that the"
            " files are complete, and look into the logs of the cluster."
        ) from None


def spark_name(name: str) -> str:
    """The name of a column in an expression of Spark."""
    return "`" + name.replace("`", "``") + "`"
