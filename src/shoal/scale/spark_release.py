"""The release of a table on a cluster: joins with small tables, written by all executors."""

import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path

import polars as pl

from shoal.scale.recoding import Recoding
from shoal.scale.spark_table import SparkTable, hide_messages, spark_name

from pyspark.sql import Column, DataFrame  # isort: skip
from pyspark.sql import functions as F

GONE = "__suppressed"  # a column that is null in records that are released


def release_on_spark(
    table: SparkTable,
    recoding: Recoding,
    values: Mapping[str, pl.DataFrame],
    passed: Mapping[str, Column],
    order: list[str],
    *,
    blank: bool,
) -> DataFrame:
    """The released records, still on the cluster.

    Args:
        table: The input.
        recoding: Levels and suppressed classes.
        values: For each quasi-identifier: its values as they are (`value`), the number of their
            label (`code`) and what is released (`shown`).
        passed: What the other released columns show.
        order: The released columns.
        blank: Whether suppressed records stay, with every cell blank.
    """
    frame, session = table.frame, table.frame.sparkSession
    for at, (name, labels) in enumerate(values.items()):
        small = session.createDataFrame(labels.to_arrow())
        small = small.select(*(F.col(part).alias(f"__{part}{at}") for part in labels.columns))
        same = F.col(spark_name(name)).eqNullSafe(F.col(f"__value{at}"))
        frame = frame.join(F.broadcast(small), same, "left")
    frame = _mark_suppressed(frame, recoding)
    places = {name: at for at, name in enumerate(values)}
    cells = {
        name: F.col(f"__shown{places[name]}") if name in places else passed[name] for name in order
    }
    if not blank:
        kept = frame.where(F.col(GONE).isNull())
        return kept.select(*(cell.alias(name) for name, cell in cells.items()))
    shown = (F.when(F.col(GONE).isNull(), cell).alias(name) for name, cell in cells.items())
    return frame.select(*shown)


def respell_on_spark(table: SparkTable, name: str, spellings: pl.DataFrame) -> SparkTable:
    """The table with some texts of a column (`value`) replaced by others (`shown`).

    The new table has no time zone: its moments are as Spark has them.
    """
    small = table.frame.sparkSession.createDataFrame(spellings.to_arrow())
    small = small.select(F.col("value").alias("__odd"), F.col("shown").alias("__spelled"))
    cell = F.col(spark_name(name))
    joined = table.frame.join(F.broadcast(small), cell == F.col("__odd"), "left")
    spelled = F.when(F.col("__odd").isNotNull(), F.col("__spelled")).otherwise(cell)
    return SparkTable.of(joined.withColumn(name, spelled).drop("__odd", "__spelled"))


def shuffle_on_spark(frame: DataFrame, secret: str | None = None) -> DataFrame:
    """A random order: records are sorted by a keyed hash whose key nobody keeps.

    A hash can be computed again when an executor dies, so the same records come out once each.
    With a given secret, the order can be repeated, and the run is not private.
    """
    key, number = "__order", F.monotonically_increasing_id().cast("string")
    keyed = F.sha2(F.concat(F.lit(secret or secrets.token_hex(32)), number), 256)
    return frame.withColumn(key, keyed).orderBy(key).drop(key)


def write_on_spark(frame: DataFrame, place: Path, format: str) -> None:
    """Write a folder of parts, and remove the marker files that Spark puts beside them.

    A folder that is already there is an error (DataError). Any format but `parquet` is CSV.
    """
    with hide_messages():
        writer = frame.write.mode("errorifexists")
        if format == "parquet":
            writer.parquet(str(place))
        else:
            writer.options(header="true", nullValue="", emptyValue="", escape='"').csv(str(place))
    for other in (*place.glob("_*"), *place.glob(".*")):
        shutil.rmtree(other) if other.is_dir() else other.unlink()


def _mark_suppressed(frame: DataFrame, recoding: Recoding) -> DataFrame:
    """The records with the column `GONE`: true in those of suppressed classes, else null."""
    names = [f"__gone{at}" for at in range(len(recoding.levels))]
    if not len(recoding.suppressed):
        return frame.withColumn(GONE, F.lit(None).cast("boolean"))
    gone = pl.DataFrame(recoding.suppressed, schema=dict.fromkeys(names, pl.Int32))
    small = frame.sparkSession.createDataFrame(gone.to_arrow()).withColumn(GONE, F.lit(True))
    same = [F.col(name) == F.col(f"__code{at}") for at, name in enumerate(names)]
    joined = frame.join(F.broadcast(small), same, "left")
    return joined.drop(*names)
