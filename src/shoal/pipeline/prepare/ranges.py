"""Columns of numbers and dates that become ranges instead of labels, where a method makes cells."""

from dataclasses import replace

import numpy as np

from shoal.engine.encoded import EncodedColumn, EncodedTable
from shoal.errors import DataError
from shoal.hierarchies.order import format_of, in_order, order_of
from shoal.hierarchies.whole_numbers import Whole
from shoal.study.study import Study


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
    assert found.places is not None  # noqa: S101  (numbers and dates lie on a line)
    exact = found.places - found.places[0]  # what counts are differences
    _refuse_too_fine(column.name, exact)
    numbers = np.full(len(values), np.nan)
    numbers[known[found.rows]] = exact.astype(float)
    return replace(column, numbers=numbers)


def _refuse_too_fine(name: str, exact: Whole) -> None:
    """Numbers must stay apart as shares of their range, which have some fifteen digits."""
    shares = exact.astype(float) / max(float(exact[-1]), 1.0)
    lost = len(np.unique(exact)) - len(np.unique(shares))
    if lost:
        raise DataError(
            f"Column {name!r}: {lost:,} numbers differ from others by less than a part in 10^15 of"
            " the column's range, so ranges cannot tell them apart. Round them, give the column a"
            " `hierarchy`, or make it an identifier."
        )
