"""The release of a study on a Spark cluster."""

from pathlib import Path

import polars as pl
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from shoal.data.checks import check_table
from shoal.data.table import Table
from shoal.data.types import DecimalType, OrderedType, StringType
from shoal.pipeline.states.released import Released
from shoal.scale.large_table import LargeTable
from shoal.scale.recoding import Recoding
from shoal.scale.spark_release import (
    release_on_spark,
    respell_on_spark,
    shuffle_on_spark,
    write_on_spark,
)
from shoal.scale.spark_table import SparkTable, spark_name
from shoal.study.study import Study


def write_on_cluster(done: Released, counted: Table, table: LargeTable, place: Path) -> None:
    """Write the release as a folder of parts, all executors at once; shuffled as the study says."""
    assert isinstance(table, SparkTable)  # noqa: S101  (the engine is Spark)
    output = done.study.output
    released = frame_on_cluster(done, counted, table)
    released = shuffle_on_spark(released, _key(done.study)) if output.shuffle else released
    write_on_spark(released, place, output.format)


def frame_on_cluster(done: Released, counted: Table, table: SparkTable) -> DataFrame:
    """The released records on the cluster, in the order in which they come.

    Args:
        done: The release, of which only distinct tuples are in memory.
        counted: The distinct tuples as they were counted, before missing values were recognized.
        table: The table.
    """
    study = done.study
    recoding = Recoding.of(done.problem.encoded, done.outcome, done.hierarchies)
    values = {name: _values(done, counted, recoding, name) for name in study.generalized}
    names = [name for name in study.released if name not in values]
    for name in names:
        spellings = _spellings(study, name, table)
        table = table if spellings.is_empty() else respell_on_spark(table, name, spellings)
    passed = {name: _column_as_is(study, name, table) for name in names}
    return release_on_spark(
        table, recoding, values, passed, study.released, blank=study.output.suppressed == "blank"
    )


def _values(done: Released, counted: Table, recoding: Recoding, name: str) -> pl.DataFrame:
    """What each value of a quasi-identifier becomes: the columns `value`, `code` and `shown`."""
    column = done.study.columns[name]
    codes = recoding.codes(name, done.table.texts(name, column.options.type))
    level = done.outcome.levels[done.study.generalized.index(name)]
    labels = done.hierarchies[name].labels[level].cast(pl.String)
    # At level 0 a value stays what it was, down to its type.
    shown = labels.gather(pl.Series(codes)) if level else done.table.frame[name]
    lines = {"value": counted.frame[name], "code": pl.Series(codes, dtype=pl.Int32), "shown": shown}
    return pl.DataFrame(lines).unique()


def _spellings(study: Study, name: str, table: SparkTable) -> pl.DataFrame:
    """Texts of a column that are not in the spelling of its type: the columns `value` and `shown`.

    Empty where the column is not text, or where its type has no spelling of its own.
    """
    options, there = study.columns[name].options, table.schema[name].dtype == pl.String
    if not there or isinstance(options.type, StringType | OrderedType):
        return pl.DataFrame()
    values = table.count_distinct([name])[0].rename({name: "value"}).drop_nulls()
    mark = "," if isinstance(options.type, DecimalType) else "."
    texts = values["value"].str.replace(mark, ".", literal=True)
    known = check_table(Table(texts.alias(name).to_frame()), {name: options})
    spelled = values.with_columns(known.frame[name].alias("shown"))
    return spelled.filter(pl.col("value").ne_missing(pl.col("shown")))


def _column_as_is(study: Study, name: str, table: SparkTable) -> Column:
    """A column that is released as it is, without its declared missing values."""
    options, cell = study.columns[name].options, F.col(spark_name(name))
    value = cell
    if isinstance(options.type, DecimalType) and table.schema[name].dtype == pl.String:
        value = F.regexp_replace(cell, ",", ".")
    if not options.missing:
        return value
    return F.when(~cell.cast("string").isin(list(options.missing)), value)


def _key(study: Study) -> str | None:
    """The seed by which a reproducible shuffle repeats; None if nobody may repeat it."""
    return str(study.seed or 0) if study.reproducible else None
