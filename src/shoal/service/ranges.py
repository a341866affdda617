"""Columns of numbers and dates that become ranges instead of labels, where a method makes cells."""

from dataclasses import replace

import numpy as np

from shoal.engine.encoded import EncodedColumn, EncodedTable
from shoal.hierarchies.order import format_of, in_order, order_of
from shoal.service.study import Study


def with_numbers(study: Study, encoded: EncodedTable) -> EncodedTable:
    """The table whose columns know their numbers, where the study's method asks for them."""
    ranged = study.ranged
    if not ranged:
        return encoded
    columns = tuple(
        _numbered(study, column) if column.name in ranged else column for column in encoded.columns
    )
    return replace(encoded, columns=columns)


def _numbered(study: Study, column: EncodedColumn) -> EncodedColumn:
    type = study.columns[column.name].options.type
    values = column.labels[0]
    known = np.flatnonzero(values.is_not_null().to_numpy())
    found = in_order(values.gather(known), order_of(type), format_of(type))
    numbers = np.full(len(values), np.nan)
    numbers[known[found.rows]] = np.asarray(found.places, dtype=float)
    return replace(column, numbers=numbers)
