"""Discernibility on the toy table: the numbers of docs/theory/losses.md."""

import numpy as np
import pytest

from quality.toy import NODES, bound_above, losses, problem_of


def test_the_six_candidates():
    assert losses("discernibility") == [49, 19, 19, 25, 25, 49]


def test_the_six_candidates_if_suppression_is_ignored():
    assert losses("discernibility", monotonic=True) == [7, 13, 13, 25, 25, 49]


def test_the_range_is_from_the_table_as_it_is_to_one_class():
    problem = problem_of("discernibility")
    assert problem.quality.range(problem.encoded) == (7, 49)


@pytest.mark.parametrize("monotonic", [True, False])
def test_what_ignores_suppression_bounds_everything_above(monotonic):
    found = [bound_above(levels, "discernibility", monotonic=monotonic) for levels in NODES]
    assert found == [7, 13, 13, 25, 25, 49]


def test_so_many_records_in_so_few_classes_cost_at_least_this():
    problem = problem_of("discernibility")
    found = problem.quality.bounds(problem.encoded, np.array(NODES), 7)
    assert found.tolist() == [7, 49 / 4, 49 / 4, 49 / 2, 49 / 2, 49]
