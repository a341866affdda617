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
from shoal.data.files import resolved
from shoal.data.source import Source
from shoal.data.time_zones import local
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
    """A table of a Spark session.

    Attributes:
        frame: The table.
        schema: The columns and their types, without any record.
        time_zone: Whose clock tells the local time of moments.
    """

    frame: DataFrame
    schema: pl.DataFrame
    time_zone: str | None = None

    @classmethod
    def of(cls, frame: DataFrame, time_zone: str | None = None) -> "SparkTable":
        """The table of a Spark data frame."""
        with explained():
            empty = pl.DataFrame(pl.from_arrow(frame.limit(0).toArrow()))
        return cls(frame, local(empty, time_zone), time_zone)

    def counted(self, columns: Sequence[str]) -> tuple[pl.DataFrame, NDArray[np.int64]]:
        """The distinct combinations of columns, and how many records have each."""
        names = [F.col(_quoted(name)) for name in columns]
        found = self._asked(self.frame.groupBy(*names).agg(F.count(F.lit(1))))
        return found[:, :-1], found[:, -1].to_numpy().astype(np.int64)

    def frequencies(self, column: str, shown: int) -> Frequencies:
        """The most frequent values of a column; ties in the order of the values."""
        value = F.col(_quoted(column)).alias("value")
        counted = self.frame.groupBy(value).agg(F.count(F.lit(1)).alias("records"))
        known = F.sum(F.when(F.col("value").isNotNull(), F.col("records")).otherwise(0))
        totals = self._asked(counted.agg(F.count(F.lit(1)), known, F.sum("records"))).row(0)
        order = F.col("records").desc(), F.col("value").asc_nulls_last()
        best = self._asked(counted.orderBy(*order).limit(shown))
        return Frequencies(best, *(int(total or 0) for total in totals))

    def sizes(self, columns: Sequence[str], filled: Sequence[str] = ()) -> dict[int, int]:
        """How many groups of records that look alike in some columns have which size."""
        groups = self._grouped(F.count(F.lit(1)), columns, filled).where(F.col("size") > 0)
        found = self._asked(groups.groupBy("size").agg(F.count(F.lit(1)).alias("n")))
        return {int(size): int(count) for size, count in found.iter_rows()}

    def fewest(self, columns: Sequence[str], value: str, filled: Sequence[str] = ()) -> int | None:
        """The fewest different values, missing ones left out, in a group; None without records."""
        counts = self._grouped(F.countDistinct(F.col(_quoted(value))), columns, filled)
        found = self._asked(counts.agg(F.min("size").alias("size"))).item()
        return None if found is None else int(found)

    def _grouped(self, counted: Any, columns: Sequence[str], filled: Sequence[str]) -> DataFrame:  # noqa: ANN401  (a column of Spark)
        """What is counted in each group of records that look alike in some columns."""
        there = F.lit(not filled)
        for name in filled:
            there = there | F.col(_quoted(name)).isNotNull()
        names = [F.col(_quoted(name)) for name in columns]
        return self.frame.where(there).groupBy(*names).agg(counted.alias("size")).select("size")

    def head(self, records: int) -> pl.DataFrame:
        """Some records, as they come."""
        return self._asked(self.frame.limit(records))

    def batches(self, columns: Sequence[str], *, in_order: bool = False) -> Iterator[pl.DataFrame]:
        """All records, a batch at a time, over the driver; a release is written without this."""
        found = self.frame.select(*(F.col(_quoted(name)) for name in columns))
        with explained():
            lines, names = found.toLocalIterator(), list(columns)
            while batch := [tuple(line) for _, line in zip(range(BATCH), lines, strict=False)]:
                yield local(pl.DataFrame(batch, names, orient="row"), self.time_zone)

    def _asked(self, frame: DataFrame) -> pl.DataFrame:
        with explained():
            return local(pl.DataFrame(pl.from_arrow(frame.toArrow())), self.time_zone)


@contextlib.contextmanager
def spark_table(source: Source, master: str | None) -> Iterator[SparkTable]:
    """The table of a source, open as long as the block lasts."""
    source = resolved(source)
    with spark_session(master) as session:
        yield SparkTable.of(frame_of(session, source), source.time_zone)


@contextlib.contextmanager
def spark_session(master: str | None) -> Iterator[SparkSession]:
    """The session that is there, which stays open, or one for this block."""
    running = SparkSession.getActiveSession()
    session = running or started(master)
    try:
        yield session
    finally:
        if running is None:
            session.stop()


def started(master: str | None) -> SparkSession:
    """A session for one run: quiet, without a page of its own, moments as they are."""
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.execution.arrow.pyspark.enabled": "true",
        "spark.sql.adaptive.enabled": "true",
    }
    place = master or "local[*]"
    if place.startswith("local"):  # nobody else has to find this machine
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
    """A file or a folder of parts, read as the data room reads it."""
    with explained():
        if source.format == "parquet":
            return session.read.parquet(str(source.file))
        if source.format == "csv":
            return _csv(session, source)
    raise NotYetAvailable(
        "`engine: spark` reads CSV and Parquet files, and Spark data frames in Python."
    )


def _csv(session: SparkSession, source: Source) -> DataFrame:
    """Every cell is a text, an empty one is missing; a record with other cells is an error."""
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
    empty = [F.when(F.col(_quoted(name)) != "", F.col(_quoted(name))) for name in frame.columns]
    named = zip(empty, frame.columns, strict=True)
    return frame.select(*(column.alias(name) for column, name in named))


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """Spark's own messages are left out: they may quote what was found."""
    try:
        yield
    except PySparkException as error:
        raise DataError(
            f"Spark could not read or count the data ({type(error).__name__}). Check that the"
            " files are complete, and look into the logs of the cluster."
        ) from None


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"
