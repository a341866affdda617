"""What records lose when they must look alike, column by column."""

import numpy as np
import polars as pl
import pytest

from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.hierarchies import Hierarchy
from shoal.interactive.scales import ByRange, losses_of, scales_of

# Four countries in two regions; the world above.
COUNTRIES = Hierarchy.of(
    [["Peru", "Cuba", "Italy", "Spain"], ["America"] * 2 + ["Europe"] * 2, ["*"] * 4], "countries"
)


@pytest.fixture
def country():
    encoded = encode({"country": pl.Series(COUNTRIES.levels[0])}, {"country": COUNTRIES})
    order = [encoded.columns[0].labels[0].to_list().index(name) for name in COUNTRIES.levels[0]]
    return scales_of(encoded, Lattice((0,), (2,)))[0], np.array(order, np.int32)


@pytest.mark.parametrize(
    ("members", "text", "loss"),
    [([0], "Peru", 0), ([0, 0], "Peru", 0), ([0, 1], "America", 1 / 3), ([0, 1, 2], "*", 1)],
)
def test_members_show_the_lowest_label_they_share_and_lose_its_share(country, members, text, loss):
    scale, order = country
    assert scale.text(order[members]) == text
    assert scale.losses(order[members][None, :]) == pytest.approx([loss])


def test_only_levels_that_the_study_allows_are_shown(country):
    column = encode({"c": pl.Series(COUNTRIES.levels[0])}, {"c": COUNTRIES})
    [scale] = scales_of(column, Lattice((1,), (1,)))
    codes = np.arange(4, dtype=np.int32)
    assert scale.text(codes[:1]) in {"America", "Europe"}
    assert scale.text(codes) == "*"  # nothing above is allowed
    assert scale.losses(codes[None, :]) == pytest.approx([1])
    assert scale.value(0) in COUNTRIES.levels[0].to_list()  # the record itself is shown as it is


def test_numbers_become_a_range_as_in_the_paper():
    """From 11 to 91 overall, generalizing 27 to 20 - 30 costs 1/8 (paper 002)."""
    texts = pl.Series(["11", "20", "27", "30", "91"])
    scale = ByRange("age", texts, np.array([11.0, 20, 27, 30, 91]))
    group = np.array([2, 1, 3], np.int32)
    assert scale.losses(group[None, :]) == pytest.approx([1 / 8])
    assert scale.text(group) == "[20, 30]"
    assert scale.text(group[:1]) == "27"


def test_a_missing_number_beside_others_loses_the_column_and_alone_nothing():
    scale = ByRange("age", pl.Series(["1", "5", None]), np.array([1.0, 5, np.nan]))
    groups = np.array([[0, 2], [2, 2], [0, 1]], np.int32)
    assert scale.losses(groups).tolist() == [1, 0, 1]
    assert [scale.text(group) for group in groups] == ["*", None, "[1, 5]"]


def test_losses_have_a_line_per_group_and_a_place_per_column(country):
    scale, order = country
    codes = np.column_stack((order, order))
    groups = np.array([[0, 1], [0, 3]])
    assert losses_of((scale, scale), codes, groups).tolist() == [[1 / 3, 1 / 3], [1, 1]]
