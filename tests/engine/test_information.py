"""Information lost by classes: the numbers of docs/theory/game.md."""

from math import log

import numpy as np
import polars as pl
import pytest

from bridge import encoded_of
from reference import Column
from shoal.engine.classes import EquivalenceClasses, classes_of
from shoal.engine.grouping import group
from shoal.engine.information import all_information, information_lost, information_lost_by_code

TEN = Column(
    "ten",
    ("a0", "a1", "a9", "a9"),
    tuple((f"a{at}", "low" if at < 5 else "high", "*") for at in range(10)),
)
TWO = Column("two", ("m", "f", "m", "m"), (("m", "*"), ("f", "*")))
ENCODED = encoded_of([TEN, TWO])


@pytest.mark.parametrize(
    ("levels", "lost"),
    [((0, 0), 0.0), ((1, 1), 0.7686), ((2, 0), 0.7686), ((1, 0), 0.5372), ((2, 1), 1.0)],
)
def test_columns_of_ten_and_two_values_lose_what_the_specification_says(levels, lost):
    found = information_lost(ENCODED, group(ENCODED, levels))
    assert found == pytest.approx(np.full(len(found), lost), abs=5e-5)


def test_a_value_of_five_has_lost_the_logarithm_of_five():
    assert information_lost_by_code(ENCODED.columns[0], 1) == pytest.approx([log(5), log(5)])
    assert all_information(ENCODED) == pytest.approx(log(20))


def test_promises_see_it_through_the_classes():
    classes = classes_of(ENCODED, group(ENCODED, (2, 1)))
    assert classes.information_lost.tolist() == [1.0]
    sizes = np.array([2, 3])
    assert EquivalenceClasses(sizes, sizes).information_lost.tolist() == [0, 0]


def test_where_there_is_nothing_to_know_nothing_is_lost():
    only = encoded_of([Column("x", ("a", "a"), (("a", "*"),))])
    assert information_lost(only, group(only, (1,))).tolist() == [0]


def test_an_aggregated_value_stands_for_the_values_of_its_class():
    heights = pl.Series("height", ["1", "2", "3", "4"])
    encoded = encoded_of([TWO], aggregated={"height": heights})
    found = information_lost(encoded, group(encoded, (0,)))
    # m has three of the four heights, f one; two sexes times four heights are all there is.
    assert sorted(found) == pytest.approx(sorted([log(3) / log(8), 0]))
