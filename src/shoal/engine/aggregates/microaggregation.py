"""Microaggregation: all members of a class show one value instead of their own.

A class stays a class: its members looked alike in the key, and the new value is the same for all
of them (Domingo-Ferrer & Mateo-Sanz 2002, doi:10.1109/69.979982; docs/theory/recoding.md).
"""

import numpy as np
import polars as pl

from shoal.data.types import ColumnType
from shoal.engine.aggregates.members import members_of
from shoal.engine.aggregates.model import AggregateFunction
from shoal.engine.arrays import Bools
from shoal.engine.encoded import EncodedTable, Occurrences
from shoal.engine.grouping import Grouping


def class_aggregates(
    encoded: EncodedTable,
    grouping: Grouping,
    values: Occurrences,
    function: AggregateFunction,
    type: ColumnType,
    suppressed: Bools,
) -> pl.Series:
    """The aggregate of each record's class, in record order; suppressed records have none (null).

    As labels, aggregates are a list of texts (`pl.Enum`) and a small number per record.

    Args:
        encoded: The table.
        grouping: Its classes.
        values: The values of the column.
        function: How the values of a class become one.
        type: How values are read and ordered.
        suppressed: Which records are left out.
    """
    texts = function.texts(members_of(values, grouping, type))
    classes = pl.Series(grouping.class_of_tuple[encoded.tuple_of_record])
    kept = pl.select(pl.when(pl.Series(~suppressed)).then(classes)).to_series()
    shown = np.unique(grouping.class_of_tuple[encoded.tuple_of_record[~suppressed]])
    known = texts.gather(shown).drop_nulls().unique()
    # Aggregates of suppressed classes are not even listed.
    listed = texts.cast(pl.Enum(known), strict=False)
    return listed.gather(kept)
