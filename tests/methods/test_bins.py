"""Bins of linked columns, while columns rise."""

from collections import Counter

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from methods.tables import LADDER, problem, tables
from shoal.methods import bins as bins_module
from shoal.methods.bins import Bins, bins_of

ROWS = {value: row for row, value in enumerate(LADDER.levels[0])}


def plainly(columns, chosen, levels):
    names = list(columns)
    records = zip(*columns.values(), strict=True)
    return Counter(
        tuple(LADDER.levels[levels[at]][ROWS[row[at]]] for at in chosen) for row in records if names
    )


def agree(columns, chosen, raises, forget=False):
    encoded = problem(columns).encoded
    levels = (0,) * len(columns)
    found = Bins.of(encoded, chosen, levels)
    for at in raises:
        if levels[at] < 3:
            levels = (*levels[:at], levels[at] + 1, *levels[at + 1 :])
            found = found if forget else found.raise_column(encoded, at, levels[at])
    sizes = sorted(found.sizes(encoded, np.ones(len(encoded.counts), np.bool_)).tolist())
    assert sizes == sorted(plainly(columns, chosen, levels).values())


@settings(max_examples=30, deadline=None)
@given(
    tables(), st.sampled_from([(0,), (0, 2), (0, 1, 2)]), st.lists(st.integers(0, 2), max_size=5)
)
def test_bins_that_rise_step_by_step_are_those_counted_anew(columns, chosen, raises):
    agree(columns, chosen, raises)


def test_the_law_catches_bins_that_do_not_rise():
    with pytest.raises(AssertionError):
        agree({"x": "ab"}, (0,), [0], forget=True)


def test_keys_that_would_not_fit_are_numbered_anew(monkeypatch):
    monkeypatch.setattr(bins_module, "WIDE", 8)
    agree({"x": "abcd", "y": "abab", "z": "aabb"}, (0, 1, 2), [])


def test_bins_are_listed_from_the_smallest_with_cumulative_shares():
    found = bins_of(pl.DataFrame({"sex": list("fmmfm")}))
    assert found.rows() == [("f", 2, 2 / 5), ("m", 3, 1.0)]
