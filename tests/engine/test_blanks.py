"""A table with blank cells: new tuples, blanks that cover everything, and what is seen."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from methods.tables import problem
from shoal.engine.blanks import with_blanks
from shoal.engine.candidate import Candidate
from shoal.engine.grouping import group
from shoal.engine.transform import transform
from shoal.quality.loss import Loss


def shown(table):
    nobody = np.zeros(table.records, np.bool_)
    columns = transform(table, (0,) * len(table.columns), nobody).values()
    return pl.DataFrame([column.cast(pl.String) for column in columns]).rows()


def blanked(columns, levels, *cells):
    encoded = problem(columns).encoded
    blank = np.zeros((encoded.records, len(encoded.columns)), np.bool_)
    for cell in cells:
        blank[cell] = True
    return with_blanks(encoded, levels, blank)


def test_records_of_one_tuple_may_lose_different_cells():
    table = blanked({"x": "aaa", "y": "bbb"}, (0, 1), (0, 0), (1, 1))
    assert shown(table) == [(None, "a+"), ("a", None), ("a", "a+")]
    assert table.counts.tolist() == [1, 1, 1]


def test_a_blank_cell_loses_everything_and_others_what_their_level_loses():
    table = blanked({"x": "abcd"}, (0,), (0, 0))
    grouping = group(table, (0,))
    nobody = np.zeros(len(grouping.sizes), np.bool_)
    score = Loss().loss(Candidate(table, grouping, nobody))
    assert score.by_column["x"] == pytest.approx(1 / 4)


def test_a_blank_cell_looks_like_a_missing_value():
    table = blanked({"x": ["a", None, "a"]}, (0,), (0, 0))
    assert shown(table) == [(None,), (None,), ("a",)]
    assert group(table, (0,)).sizes.tolist() == [1, 1, 1]  # for losses they differ
    assert sorted(group(table, (1,)).sizes.tolist()) == [1, 2]  # for whoever sees it they do not


rows = st.lists(st.tuples(*[st.sampled_from("abcd")] * 2), min_size=1, max_size=9)


def agrees(rows, levels, picked, wrong=False):
    columns = {"x": [row[0] for row in rows], "y": [row[1] for row in rows]}
    encoded = problem(columns).encoded
    blank = np.array([[(at * 2 + side) in picked for side in (0, 1)] for at in range(len(rows))])
    given = transform(encoded, levels, np.zeros(len(rows), np.bool_))
    texts = pl.DataFrame([column.cast(pl.String) for column in given.values()]).rows()
    wanted = [
        tuple(None if gone else text for text, gone in zip(row, lost, strict=True))
        for row, lost in zip(texts, blank, strict=True)
    ]
    assert shown(with_blanks(encoded, levels, blank & ~wrong)) == wanted


@settings(max_examples=30, deadline=None)
@given(rows, st.tuples(st.integers(0, 3), st.integers(0, 3)), st.sets(st.integers(0, 17)))
def test_every_cell_is_its_label_or_blank(rows, levels, picked):
    agrees(rows, levels, picked)


def test_the_law_catches_cells_that_are_not_blank():
    with pytest.raises(AssertionError):
        agrees([("a", "b")], (0, 0), {0}, wrong=True)
