from itertools import combinations
from math import factorial

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.risk.suda import special_uniques

EXAMPLE = ["1111", "1112", "1121", "1211", "2111", "1111", "2211", "2111"]
tables = st.lists(st.tuples(*[st.sampled_from("abc")] * 4), min_size=2, max_size=20)


def frame(rows):
    names = [f"c{at}" for at in range(len(rows[0]))]
    return pl.DataFrame(
        [tuple(row) for row in rows], schema=dict.fromkeys(names, pl.String), orient="row"
    )


def plain_scores(rows):
    """By definition: every set of columns of every record."""
    return [_score(rows, record) for record in range(len(rows))]


def _score(rows, record):
    width, found = len(rows[0]), []
    for size in range(1, width + 1):
        for chosen in combinations(range(width), size):
            cells = [tuple(row[at] for at in chosen) for row in rows]
            smaller = any(set(known) <= set(chosen) for known in found)
            if not smaller and cells.count(cells[record]) == 1:
                found.append(chosen)
    return sum(factorial(width - len(chosen)) for chosen in found)


def test_the_worked_example_of_the_specification():
    found = special_uniques(frame(EXAMPLE))
    assert found.scores.tolist() == [0, 6, 6, 2, 0, 0, 2, 0]
    expected = [0, 0.02337, 0.02337, 0.00636, 0, 0, 0.00636, 0]
    assert found.dis == pytest.approx(expected, abs=5e-6)


@given(tables)
def test_scores_are_as_their_definition_says(rows):
    assert special_uniques(frame(rows)).scores.tolist() == plain_scores(rows)


def test_contributions_name_the_columns_that_single_out():
    found = special_uniques(frame(EXAMPLE)).contributions
    assert found == pytest.approx({"c0": 4 / 16, "c1": 4 / 16, "c2": 6 / 16, "c3": 6 / 16})


def test_a_missing_cell_singles_nobody_out():
    assert special_uniques(frame([(None, "a"), ("b", "a"), ("b", "a")])).scores.tolist() == [0] * 3


def test_without_pairs_every_match_is_right():
    assert special_uniques(frame(["12", "34"])).dis.tolist() == [1, 1]


def test_a_table_without_uniques_is_not_special():
    assert not special_uniques(frame(["11", "11"])).dis.any()
