"""Average class size on the toy table: the numbers of docs/theory/losses.md."""

from math import inf

import numpy as np
import pytest

from quality.toy import NODES, bound_above, losses, problem_of, score


def test_the_six_candidates():
    assert losses("average-class-size") == [7, 1.75, 1.75, 3.5, 3.5, 7]


@pytest.mark.parametrize(("factor", "loss"), [(0.25, 2.8), (0.5, 1.75), (0.75, 2)])
def test_the_factor_weighs_kept_and_suppressed_classes(factor, loss):
    assert score((1, 0), "average-class-size", gs_factor=factor).loss == pytest.approx(loss)


def test_no_class_counts_where_kept_ones_are_free_and_nothing_is_suppressed():
    assert losses("average-class-size", gs_factor=0) == [7, 7, 7, inf, inf, inf]


def test_no_class_counts_where_suppressed_ones_are_free_and_nothing_is_kept():
    assert losses("average-class-size", gs_factor=1) == pytest.approx(
        [inf, 7 / 3, 7 / 3, 3.5, 3.5, 7]
    )


@pytest.mark.parametrize(
    ("factor", "low", "high"), [(0.5, 1, 7), (0.25, 7 / 4, 14), (0.75, 1, 14), (0, 7, 7), (1, 1, 7)]
)
def test_the_range_is_as_far_as_losses_are_finite(factor, low, high):
    problem = problem_of("average-class-size", gs_factor=factor)
    assert problem.quality.range(problem.encoded) == pytest.approx((low, high))


def test_the_number_of_classes_bounds_everything_above():
    found = [bound_above(levels, "average-class-size") for levels in NODES]
    assert found == [1, 1.75, 1.75, 3.5, 3.5, 7]


def test_a_suppressed_class_may_count_more_than_a_kept_one():
    # Four classes at a half each, or three and the suppressed one in full: 7 / 2.5, not 7 / 2.
    assert bound_above((1, 0), "average-class-size", gs_factor=0.25) == pytest.approx(2.8)


def test_bounds_without_grouping():
    problem = problem_of("average-class-size")
    found = problem.quality.bounds(problem.encoded, np.array(NODES), 7)
    assert found.tolist() == [1, 1.75, 1.75, 3.5, 3.5, 7]
