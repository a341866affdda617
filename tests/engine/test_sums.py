"""Sums of equal numbers, in a table or by sorting."""

import numpy as np
import pytest

from shoal.engine.sums import sum_by_number


@pytest.mark.parametrize("cells", [8, 1000])
def test_equal_numbers_become_one_in_order(cells):
    found, sums = sum_by_number(np.array([7, 2, 7, 0]), np.array([1, 5, 2, 3]), cells)
    assert (found.tolist(), sums.tolist()) == ([0, 2, 7], [3, 5, 3])


@pytest.mark.parametrize("cells", [2, 1000])
def test_numbers_that_stand_for_nothing_are_not_lost(cells):
    found, sums = sum_by_number(np.array([1, 0, 1]), np.array([0, 2, 0]), cells)
    assert (found.tolist(), sums.tolist()) == ([0, 1], [2, 0])


def test_no_numbers_have_no_sums():
    found, sums = sum_by_number(np.zeros(0, np.int64), np.zeros(0, np.int64), 0)
    assert found.size == sums.size == 0
