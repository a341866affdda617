"""A table in which each record has cells of its own that are not labels of a level."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from shoal.engine.arrays import Codes, Counts
from shoal.engine.encoded import EncodedColumn, EncodedTable
from shoal.engine.packing import pack_columns
from shoal.engine.regroup import regroup_records
from shoal.engine.sums import largest_of


@dataclass(frozen=True, eq=False)
class Cells:
    """What the records show in one column.

    Attributes:
        codes: The cell of each record.
        labels: The text of each cell; null is missing.
        covers: How much of the column's domain each cell covers.
        leaves: How many values of the column's hierarchy each cell covers.
    """

    codes: Codes
    labels: pl.Series
    covers: Counts
    leaves: Counts

    def by_text(self) -> "Cells":
        """Cells that look alike as one; it covers as much as the largest of them."""
        texts = self.labels.cast(pl.String).alias("text")
        rows = texts.to_frame().with_row_index("row")
        first = rows.select(pl.col("row").min().over("text"))["row"].to_numpy()
        kept, places = np.unique(first, return_inverse=True)
        return Cells(
            places.astype(np.int32)[self.codes],
            texts.gather(kept),
            largest_of(self.covers, places, len(kept)),
            largest_of(self.leaves, places, len(kept)),
        )


def with_cells(encoded: EncodedTable, cells: Sequence[Cells]) -> EncodedTable:
    """The table after each record got its cells; values outside the key follow their records.

    Both levels of a column are what somebody sees: cells that look alike are one code.
    """
    shown = [column.by_text() for column in cells]
    columns = tuple(
        _column(column, found) for column, found in zip(encoded.columns, shown, strict=True)
    )
    codes = [found.codes for found in shown]
    return regroup_records(
        encoded, columns, *pack_columns(codes, [column.sizes[0] for column in columns])
    )


def _column(column: EncodedColumn, cells: Cells) -> EncodedColumn:
    """The cells as levels; a missing cell, which perhaps nobody has, covers what a value covers."""
    labels, covers, leaves = cells.labels, cells.covers, cells.leaves
    if not labels.null_count():
        labels = labels.extend_constant(None, 1)
        covers = np.append(covers, column.covers[0].min())
        leaves = np.append(leaves, 1)
    same = np.arange(len(labels), dtype=np.int32)
    return replace(
        column,
        codes=(same, same),
        labels=(labels, labels),
        covers=(covers, covers),
        leaves=(leaves, leaves),
        numbers=None,
    )
