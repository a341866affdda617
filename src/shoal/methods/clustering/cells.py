"""What the records of clusters show: ranges of numbers, and lowest common ancestors.

A range is written with the lowest and the highest value of the cluster, `[20, 30]`, and a single
number as itself. Missing values stay missing where a whole cluster misses them; beside others they
make the cell `*`.
"""

import numpy as np
import polars as pl

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.cells import Cells
from shoal.engine.encoded import EncodedColumn, EncodedTable
from shoal.methods.clustering.loss import Formed
from shoal.methods.clustering.space import Space
from shoal.methods.clustering.taxonomy import ROOT


def cells_of(encoded: EncodedTable, space: Space, formed: Formed) -> tuple[Cells, ...]:
    """The cells of every column, in the order of the table."""
    found: dict[int, Cells] = {}
    for at, place in enumerate(space.categories):
        tree = space.taxonomies[at]
        codes = formed.nodes[:, at][formed.cluster]
        found[place] = Cells(codes, tree.labels, tree.covers, tree.leaves)
    for at, place in enumerate(space.ranges):
        ends = formed.low[:, at], formed.high[:, at]
        found[place] = _ranges(encoded.columns[place], space.scaled[at], ends, formed.cluster)
    return tuple(found[place] for place in sorted(found))


def _ranges(
    column: EncodedColumn, scaled: Floats, ends: tuple[Floats, Floats], cluster: Counts
) -> Cells:
    """The cells of a column of numbers: the range of each record's cluster.

    Args:
        column: The column.
        scaled: The scaled number of each of its values.
        ends: The lowest and highest scaled number of each cluster.
        cluster: The cluster of each record.
    """
    line, first, of_value = np.unique(scaled, return_index=True, return_inverse=True)
    texts = column.labels[0].cast(pl.String).gather(first)
    low, high = (np.searchsorted(line, end) for end in ends)
    pairs, of_cluster = np.unique(np.stack([low, high], axis=1), axis=0, return_inverse=True)
    missing = line[pairs] < 0
    leaves = column.leaves[0] if column.leaves else column.covers[0]
    return Cells(
        of_cluster.ravel()[cluster].astype(np.int32),
        _texts(texts, pairs, missing),
        _domain_within(column.covers[0], column.domain, of_value, pairs, missing),
        _domain_within(leaves, column.values or column.domain, of_value, pairs, missing),
    )


def _texts(texts: pl.Series, pairs: Counts, missing: Bools) -> pl.Series:
    """How ranges are written; `pairs` are the places of both ends, `missing` says which are."""
    low, high = (texts.gather(pairs[:, side]) for side in (0, 1))
    partly, single = pl.Series(missing[:, 0]), pl.Series(pairs[:, 0] == pairs[:, 1])
    written = pl.when(single).then(low).when(partly).then(pl.lit(ROOT))
    return pl.select(written.otherwise(pl.format("[{}, {}]", low, high))).to_series()


def _domain_within(
    covers: Counts, domain: int, of_value: Counts, pairs: Counts, missing: Bools
) -> Counts:
    """How much of the domain lies between the ends of each range."""
    passed = np.concatenate([[0], np.cumsum(np.bincount(of_value, covers))]).astype(np.int64)
    inside = passed[pairs[:, 1] + 1] - passed[pairs[:, 0]]
    covered: Counts = np.where(missing[:, 0] & ~missing[:, 1], domain, inside)
    return covered
