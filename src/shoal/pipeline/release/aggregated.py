"""The aggregated columns of a release, in the type of the input where that is possible."""

import numpy as np
import polars as pl

from shoal.data.table import Table
from shoal.engine.aggregates import AggregateFunction
from shoal.engine.aggregates.microaggregation import class_aggregates
from shoal.engine.dictionary import Dictionary
from shoal.engine.encoded import EncodedTable, Occurrences
from shoal.engine.grouping import group
from shoal.hierarchies.order import values_in_order
from shoal.pipeline.states.way import Way
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome
from shoal.study.keys.columns import Column
from shoal.study.keys.plugins import aggregates
from shoal.study.predicted import NUMERIC

INTERVAL = "interval"
TYPED = ("mean", "geometric-mean", "median", "mode")  # results are values of the column's type


def aggregates_of(
    way: Way, table: Table, problem: Problem, outcome: Outcome
) -> dict[str, pl.Series]:
    """The aggregated columns by name, in record order; null for suppressed records.

    Args:
        way: How the study is solved.
        table: The records that may be released.
        problem: The problem that the outcome is about.
        outcome: The outcome.
    """
    study = way.study
    if not study.aggregated:
        return {}
    encoded = problem.encoded
    # After local recoding, what looks alike is one class, whatever its levels are called.
    grouping = group(encoded, [1] * len(encoded.columns) if way.by_class else outcome.levels)
    known = {column.name: column.values for column in encoded.aggregated}
    columns = {}
    for name in study.aggregated:
        column = study.columns[name]
        values = known.get(name) or _values(column, table, name, encoded)
        function: AggregateFunction = column.aggregate  # type: ignore[assignment]
        type = column.options.type
        texts = class_aggregates(encoded, grouping, values, function, type, outcome.suppressed)
        columns[name] = _in_type_of_column(texts, table.frame[name].dtype, column).alias(name)
    return columns


def keeps_type(column: Column) -> bool:
    """Whether the aggregates of a column are values of its type."""
    return column.aggregate is not None and aggregates().name_of(column.aggregate) in TYPED


def is_asked_as_number(column: Column, *, new: bool) -> bool:
    """Whether models are asked about a record's own number, where its class shows an aggregate.

    Nothing is done to a number before a model is asked about it (Eicher et al. 2020, table 1),
    because the domain is the same. Intervals are no numbers: a record of the table is asked with
    that of its class, as the paper's program does it. A `new` record has no class; it is asked with
    its number, and an interval taught the model its middle.
    """
    return column.type in NUMERIC and (keeps_type(column) or (new and is_interval(column)))


def is_interval(column: Column) -> bool:
    """Whether classes show the interval that holds their values."""
    return column.aggregate is not None and aggregates().name_of(column.aggregate) == INTERVAL


def _values(column: Column, table: Table, name: str, encoded: EncodedTable) -> Occurrences:
    """The values of an aggregated column that forms classes; each tuple has one value."""
    texts = table.texts(name, column.options.type)
    labels = values_in_order(texts, column.options.type)
    values = np.zeros(len(encoded.counts), np.int32)
    values[encoded.tuple_of_record] = Dictionary.of(labels).codes(texts)
    return Occurrences(np.arange(len(values), dtype=np.int32), values, encoded.counts, labels)


def _in_type_of_column(texts: pl.Series, dtype: pl.DataType, column: Column) -> pl.Series:
    """Aggregates as values of the column's type; a mean of integers is a decimal.

    They stay texts if the input holds texts, or if the aggregate is no value of the type.
    """
    name = aggregates().name_of(column.aggregate)
    if not keeps_type(column) or not (dtype.is_numeric() or dtype.is_temporal()):
        return texts
    if dtype.is_numeric():
        return texts.cast(pl.String).cast(dtype if name == "mode" else pl.Float64)
    return texts.cast(pl.String).str.to_datetime(column.date_format).cast(dtype)
