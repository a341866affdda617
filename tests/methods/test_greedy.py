"""Greedy blanking: kept up to date step by step, it does what plain recounting does."""

from itertools import combinations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from methods.tables import tables, wildcard_bins
from shoal.methods.greedy import Outliers, blank_greedily

PAIRS = list(combinations(range(3), 2))


def plainly(frame, bin_size, chosen):
    """The paper's rule word by word: everything is counted again after each cell."""
    rows = [list(row) for row in frame.rows()]
    while True:
        parts = {}
        for one in chosen:
            bins = wildcard_bins([tuple(row[at] for at in one) for row in rows])
            for record, size in enumerate(bins):
                for at in one:
                    if size < bin_size and rows[record][at] is not None:
                        parts[record, at] = parts.get((record, at), 0) + 1
        if not parts:
            return [tuple(row) for row in rows]

        def rank(cell, parts=parts):
            record, at = cell
            frequent = sum(row[at] == rows[record][at] for row in rows)
            return -parts[cell], -frequent, at, record

        record, at = min(parts, key=rank)
        rows[record][at] = None


def agree(columns, k, chosen=PAIRS, forgotten=0):
    frame = pl.DataFrame(columns)
    found = blank_greedily(frame, k, chosen[forgotten:]).rows()
    assert found == plainly(frame, k, chosen)


cells = st.sampled_from(["a", "b", "c", None])
blanky = st.lists(st.tuples(cells, cells, cells), min_size=3, max_size=12).map(
    lambda rows: {
        f"c{at}": pl.Series([row[at] for row in rows], dtype=pl.String) for at in range(3)
    }
)


@settings(max_examples=30, deadline=None)
@given(tables(records=12) | blanky, st.integers(2, 3), st.sampled_from([PAIRS, [(0, 1, 2)]]))
def test_it_blanks_what_plain_recounting_blanks(columns, k, chosen):
    agree(columns, k, chosen)


def test_the_comparison_catches_combinations_that_are_not_looked_at():
    with pytest.raises(AssertionError):
        agree({"c0": list("aab"), "c1": list("aab"), "c2": list("aab")}, 2, forgotten=3)


def test_the_cell_in_most_outliers_goes_first():
    frame = pl.DataFrame({"x": list("aaaab"), "y": list("aaaaa"), "z": list("aaaaa")})
    outliers = Outliers(frame, 2, PAIRS)
    assert outliers.records.tolist() == [False] * 4 + [True]
    assert outliers.worst() == (4, 0)  # b takes part in both outlier pairs
    outliers.blank(4, 0)
    assert outliers.worst() is None
    assert np.all(outliers.parts == 0)
