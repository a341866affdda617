"""A table that does not fit into memory: what the pipeline asks of it.

Only three things ever come into memory: how often each combination of the columns occurs that
classes and promises are about, a few counts of the other columns, and one batch of records.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import polars as pl
from numpy.typing import NDArray
from polars.selectors import by_name

from shoal.data.table import Table

BATCH = 1 << 19  # records
RECORDS = "shoal: records"  # the column of counts: a name that no column of a file has


@dataclass(frozen=True)
class Frequencies:
    """The values of one column.

    Attributes:
        frequent: The most frequent values (`value`) and their records (`records`).
        distinct: How many different values there are, a missing one included.
        known: How many records have a value.
        records: How many records there are.
    """

    frequent: pl.DataFrame
    distinct: int
    known: int
    records: int


class LargeTable(Protocol):
    """Records that are counted where they lie."""

    @property
    def schema(self) -> pl.DataFrame:
        """The columns and their types, without any record."""
        ...

    def count_distinct(self, columns: Sequence[str]) -> tuple[pl.DataFrame, NDArray[np.int64]]:
        """The distinct combinations of columns, one line each, and how many records have each."""
        ...

    def frequencies(self, column: str, shown: int) -> Frequencies:
        """The `shown` most frequent values of a column, and its totals."""
        ...

    def sizes(self, columns: Sequence[str], filled: Sequence[str] = ()) -> dict[int, int]:
        """How many groups there are of each size, by size; a group looks alike in these columns.

        Args:
            columns: The columns.
            filled: Only records count that have a value in one of these; all where none is named.
        """
        ...

    def fewest(self, columns: Sequence[str], value: str, filled: Sequence[str] = ()) -> int | None:
        """How many different known values the group with the fewest has; None without records.

        Args:
            columns: A group looks alike in these.
            value: The column whose values are counted.
            filled: Only records count that have a value in one of these; all where none is named.
        """
        ...

    def head(self, records: int) -> pl.DataFrame:
        """At most this many records, as they come."""
        ...

    def batches(self, columns: Sequence[str], *, in_order: bool = False) -> Iterator[pl.DataFrame]:
        """All records, a batch at a time; in the order of the table only if asked."""
        ...


def count_table(table: LargeTable, columns: Sequence[str]) -> Table:
    """The distinct records of some columns, with counts; all other columns hold missing values."""
    frame, counts = table.count_distinct(columns)
    ordered = frame.with_columns(pl.Series(RECORDS, counts)).sort(by_name(frame.columns))
    counts = ordered.drop_in_place(RECORDS).to_numpy()  # sorted: the same, whatever counted them
    missing = [
        pl.lit(None, kind).alias(name)
        for name, kind in table.schema.schema.items()
        if name not in columns
    ]
    names = table.schema.columns
    return Table(ordered.with_columns(missing).select(by_name(names)), counts=counts)
