"""Cells of their own: what looks alike is one class, whatever it covers."""

import numpy as np
import polars as pl
import pytest

from methods.tables import problem
from shoal.engine.candidate import Candidate
from shoal.engine.cells import Cells, with_cells
from shoal.engine.grouping import group
from shoal.engine.transform import transform
from shoal.quality.loss import Loss


def cells(codes, labels, covers):
    given = np.array(covers)
    return Cells(np.array(codes, np.int32), pl.Series(labels, dtype=pl.String), given, given)


def test_every_record_shows_its_own_cell():
    encoded = problem({"x": "aabb"}).encoded
    table = with_cells(encoded, [cells([0, 1, 1, 2], ["a", "*", None], [1, 8, 1])])
    nobody = np.zeros(4, np.bool_)
    assert transform(table, (0,), nobody)["x"].to_list() == ["a", "*", "*", None]
    assert table.counts.tolist() == [1, 2, 1]


def test_cells_that_look_alike_are_one_and_cover_as_much_as_the_largest():
    encoded = problem({"x": "abcd"}).encoded
    table = with_cells(encoded, [cells([0, 1, 1, 2], ["low", "low", "high"], [2, 4, 2])])
    assert table.counts.tolist() == [3, 1]
    grouping = group(table, (0,))
    nobody = np.zeros(len(grouping.sizes), np.bool_)
    # Cells cover 4, 4, 4 and 2 of 8 values; a single value would cover 1.
    loss = Loss().loss(Candidate(table, grouping, nobody))
    assert loss.by_column["x"] == pytest.approx((3 * 4 + 2 - 4) / (4 * 8 - 4))
