"""A table in which every column stands at one level and single cells are blank.

Records of one tuple may lose different cells, so tuples are formed anew from records, and
values outside the key follow their records.
"""

from dataclasses import replace

import numpy as np
import polars as pl

from shoal.engine.arrays import Bools, Codes
from shoal.engine.encoded import EncodedColumn, EncodedTable
from shoal.engine.lattice import Levels
from shoal.engine.packing import pack_columns
from shoal.engine.regroup import regroup_records
from shoal.engine.sums import largest_of


def with_blanks(encoded: EncodedTable, levels: Levels, blank: Bools) -> EncodedTable:
    """The table after all columns rose to their levels and some cells became blank.

    On level 0 a blank cell has a code of its own, which covers the whole domain: that is what
    losses look at. On level 1 it looks like a missing value: that is what somebody sees.

    Args:
        encoded: The table.
        levels: The level of each column.
        blank: One row per record, one column per column.
    """
    columns = tuple(
        _with_blank(column, level) for column, level in zip(encoded.columns, levels, strict=True)
    )
    codes = [
        np.where(
            blank[:, at],
            np.int32(column.sizes[0] - 1),
            encoded.codes(at, levels[at])[encoded.tuple_of_record],
        )
        for at, column in enumerate(columns)
    ]
    packed = pack_columns(codes, [column.sizes[0] for column in columns])
    return regroup_records(encoded, columns, *packed)


def _with_blank(column: EncodedColumn, level: int) -> EncodedColumn:
    """A level's labels and the blank as level 0, their different texts as level 1."""
    nothing = pl.Series([None], dtype=pl.String)
    labels = pl.concat([column.labels[level].cast(pl.String), nothing])
    texts = labels.unique(maintain_order=True)
    covers = np.append(column.covers[level], column.domain)
    seen_as = _places(labels, texts)
    leaves = (np.append(column.leaves[level], column.values),) if column.leaves else ()
    return replace(
        column,
        codes=(np.arange(len(labels), dtype=np.int32), seen_as),
        labels=(labels, texts),
        covers=(covers, largest_of(covers, seen_as, len(texts))),
        leaves=tuple(
            both for one in leaves for both in (one, largest_of(one, seen_as, len(texts)))
        ),
    )


def _places(labels: pl.Series, texts: pl.Series) -> Codes:
    known = pl.DataFrame({"text": texts}).with_row_index("code")
    wanted = pl.DataFrame({"text": labels})
    found = wanted.join(known, on="text", how="left", nulls_equal=True, maintain_order="left")
    return found["code"].to_numpy().astype(np.int32)
