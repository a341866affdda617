"""Strict partitions: no part can be split further, and equal records are never parted."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from methods.clustering.spaces import COUNTRIES, random_space, space
from shoal.methods.clustering.loss import Formed
from shoal.methods.clustering.splitting import parts_of


def parts(table, k):
    """The records of each part, in the order of the first record."""
    found = parts_of(table, k)
    return [np.flatnonzero(found == one).tolist() for one in dict.fromkeys(found.tolist())]


def test_numbers_are_cut_in_the_middle():
    assert parts(space({"age": [1, 2, 3, 10, 11, 12]}), 3) == [[0, 1, 2], [3, 4, 5]]


def test_equal_numbers_stay_together():
    assert parts(space({"age": [1, 2, 2, 2, 2, 3]}), 2) == [[0, 1, 2, 3, 4, 5]]
    assert parts(space({"age": [1, 2, 2, 2, 3, 3]}), 2) == [[0, 1, 2, 3], [4, 5]]


def test_categories_fall_apart_along_their_hierarchy():
    homes = ["Austria", "France", "Peru", "Chile", "Austria", "Chile"]
    table = space(trees={"home": (homes, COUNTRIES)})
    assert parts(table, 3) == [[0, 1, 4], [2, 3, 5]]
    assert parts(table, 4) == [[0, 1, 2, 3, 4, 5]]


def test_children_with_too_few_records_stay_together():
    homes = ["Austria"] * 3 + ["Peru", "Japan"] + ["Chile"] * 3
    table = space(trees={"home": (homes, COUNTRIES)})
    # Japan alone is too few, and joins the smaller of both continents.
    assert parts(table, 2) == [[0, 1, 2, 4], [3, 5, 6, 7]]


def test_the_column_that_loses_most_is_split_first():
    ages, pays = [1, 9, 1, 9], [1, 1, 9, 9]
    heavy_pay = space({"age": ages, "pay": pays}, weights={"age": 1.0, "pay": 2.0})
    assert parts(heavy_pay, 2) == [[0, 1], [2, 3]]
    heavy_age = space({"age": ages, "pay": pays}, weights={"age": 2.0, "pay": 1.0})
    assert parts(heavy_age, 2) == [[0, 2], [1, 3]]


def test_of_columns_that_lose_the_same_the_first_is_split_though_rounding_differs():
    """Records 0, 1, 2 and 4 lose 2 of 3 years and 4 of 6 coins; floats call the coins more."""
    table = space({"age": [0, 2, 1, 3, 2, 3, 3], "pay": [6, 5, 2, 6, 2, 0, 4]})
    assert parts(table, 2) == [[0, 2], [1, 4], [3, 5, 6]]


@given(st.integers(0, 10_000), st.integers(2, 9), st.booleans())
@settings(max_examples=20)
def test_every_part_has_k_records_and_equal_records_are_together(seed, k, missing):
    table = random_space(np.random.default_rng(seed), records=80, missing=missing)
    found = parts_of(table, k)
    assert np.bincount(found).min() >= k
    rows = [
        (*numbers, *leaves) for numbers, leaves in zip(table.numbers, table.leaves, strict=True)
    ]
    of = {row: set() for row in rows}
    for row, part in zip(rows, found.tolist(), strict=True):
        of[row].add(part)
    assert {len(places) for places in of.values()} == {1}


@pytest.mark.parametrize("missing", [False, True])
def test_parts_are_fine_where_k_is_small(missing):
    table = random_space(np.random.default_rng(5), records=400, missing=missing)
    fine, coarse = (Formed.of(table, parts_of(table, k)).ngil(table) for k in (2, 20))
    assert fine < coarse / 2
