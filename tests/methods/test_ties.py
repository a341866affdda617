"""Equal costs: the order of records decides, wherever methods are greedy, and never rounding."""

import numpy as np
import pytest

from shoal.methods.clustering.ties import order_by_cost
from shoal.methods.combinations.coded import BLANK
from shoal.methods.combinations.nearest import join_nearest
from shoal.methods.combinations.restoring import restore_cells


@pytest.mark.parametrize(
    ("costs", "order"),
    [
        ([0.1 + 0.2, 0.3, 0.1], [2, 0, 1]),  # the first two are equal, though 0.1 + 0.2 > 0.3
        ([0.3, 0.1 + 0.2, 0.3 - 1e-9], [2, 0, 1]),  # a billionth is a difference
        ([], []),
    ],
)
def test_costs_that_only_rounding_tells_apart_keep_their_order(costs, order):
    assert order_by_cost(np.array(costs)).tolist() == order


def test_of_cells_with_equal_regret_the_first_is_given_back():
    """One record by .3 is as much as three by .9; only one of both cells can be given back."""
    blank, fits, differs = [BLANK, BLANK, 0], [0, 0, BLANK], [[1, 0, BLANK], [0, 1, BLANK]]
    crowd = [[0, 0, 1]] * 10 + [[1, 0, 1]] * 10 + [[0, 1, 1]] * 10
    codes = np.array([blank, *[fits] * 5, differs[0], *[differs[1]] * 3, *crowd], np.int32)
    given = codes.copy()
    given[0] = 0
    found = restore_cells(given, codes, 7, np.array([0.3, 0.9, 1.0]))
    assert found[0].tolist() == [0, BLANK, 0]


def test_of_equally_near_records_the_first_decides_which_cells_are_blanked():
    """It costs .1 + .2 to look like the second record, .3 to look like the third."""
    codes = np.array([[0, 0, 0], [1, 1, 0], [0, 0, 1], [1, 1, 0], [0, 0, 1]], np.int32)
    found = join_nearest(codes, 2, np.array([0.1, 0.2, 0.3]))
    assert found[0].tolist() == [BLANK, BLANK, 0]
