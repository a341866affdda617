"""The table of a problem as texts at given levels, for methods that blank single cells."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from shoal.engine.arrays import Bools
from shoal.engine.encoded import EncodedTable
from shoal.engine.lattice import Levels
from shoal.methods.combinations.coded import Crowd


def labels_at(
    encoded: EncodedTable, levels: Levels, columns: Sequence[int], blank: Bools | None = None
) -> pl.DataFrame:
    """The labels of some columns, one line per record; missing values and blank cells are null.

    Args:
        encoded: The table.
        levels: The level of each of its columns.
        columns: The positions of the columns that are returned.
        blank: Which cells are blank: a line per record, and all columns of the table.
    """
    return pl.DataFrame(
        [_texts(encoded, at, levels[at], None if blank is None else blank[:, at]) for at in columns]
    )


def crowd_of(encoded: EncodedTable, levels: Levels) -> Crowd | None:
    """The people of a table at some levels, if the study counts people."""
    if encoded.people is None or encoded.people.by_record is None:
        return None
    whole = labels_at(encoded, levels, range(len(encoded.columns)))
    return Crowd.of(whole, encoded.people.by_record)


def _texts(encoded: EncodedTable, at: int, level: int, blank: Bools | None) -> pl.Series:
    """The labels of the column at position `at`; `blank` is about its cells only."""
    codes = encoded.codes(at, level)[encoded.tuple_of_record]
    shown = pl.Series(codes)
    if blank is not None:
        shown = pl.select(pl.when(pl.Series(~blank)).then(shown)).to_series()
    column = encoded.columns[at]
    return column.labels[level].cast(pl.String).gather(shown).alias(column.name)


def new_blanks(before: pl.DataFrame, after: pl.DataFrame) -> Bools:
    """Which cells are null now and were not before: a line per record, the columns of `after`."""
    return np.stack(
        [
            (was.is_not_null() & now.is_null()).to_numpy()
            for was, now in zip(before, after, strict=True)
        ],
        axis=1,
    )
