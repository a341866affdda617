"""Distinct l-diversity and recursive (c,l)-diversity, by the examples of Machanavajjhala et al."""

import math

import numpy as np
import pytest

from privacy.toy import COLUMN, classes_with
from shoal.errors import StudyError
from shoal.privacy import Monotonic, privacy_models
from shoal.privacy.model import minimum_size


def distinct(l):
    return privacy_models.build({"model": "distinct-l-diversity", "column": COLUMN, "l": l})


def recursive(c, l):
    settings = {"model": "recursive-l-diversity", "column": COLUMN, "c": c, "l": l}
    return privacy_models.build(settings)


def test_classes_with_fewer_than_l_values_break_distinct_diversity():
    classes = classes_with([3, 2, 1], [9, 0, 0], [1, 1, 0])
    assert distinct(2).violations(classes).tolist() == [False, True, False]
    assert distinct(3).violations(classes).tolist() == [False, True, True]
    assert distinct(4).violations(classes).tolist() == [True, True, True]


def test_the_least_diverse_class_is_measured():
    assert distinct(2).measured(classes_with([3, 2, 1], [1, 1, 0])) == 2
    assert distinct(2).measured(classes_with([3, 2, 1])) == 3


def test_one_person_with_many_values_is_not_diverse():
    classes = classes_with([1, 1, 1], people=[1])
    assert distinct(2).violations(classes).tolist() == [True]
    assert distinct(2).measured(classes) == 1


def test_no_classes_measure_nothing():
    nothing = classes_with([0, 0], reference=[1, 1])
    assert distinct(2).measured(nothing) is None
    assert recursive(2, 2).measured(nothing) is None


@pytest.mark.parametrize(
    ("c", "l", "holds"),
    [
        (2, 2, True),  # 3 < 2 * (2 + 1)
        (3, 3, False),  # 3 < 3 * 1 is wrong: strict
        (3.5, 3, True),
        (1, 2, False),  # 3 < 1 * (2 + 1) is wrong: strict
        (1.01, 2, True),
        (9, 4, False),  # there is no fourth value
        (0.6, 1, True),  # 3 < 0.6 * 6
        (0.5, 1, False),
    ],
)
def test_three_two_one_is_recursively_diverse_or_not(c, l, holds):
    assert recursive(c, l).violations(classes_with([3, 2, 1])).tolist() == [not holds]


def test_rounding_does_not_turn_equal_into_less():
    # 0.1 * 30 is 3.0000000000000004 in floating point, but three is not less than three.
    assert recursive(0.1, 2).violations(classes_with([3, 0, 0, 3] + [3] * 9)).tolist() == [True]


def test_the_smallest_possible_c_is_measured():
    classes = classes_with([3, 2, 1], [5, 1, 4])
    assert recursive(9, 2).measured(classes) == pytest.approx(1)
    assert recursive(9, 3).measured(classes) == pytest.approx(5)
    assert recursive(9, 3).measured(classes_with([3, 2, 0])) == math.inf


def test_every_class_is_judged_on_its_own():
    classes = classes_with([3, 2, 1], [5, 1, 4], [1, 0, 1])
    assert recursive(1.01, 2).violations(classes).tolist() == [False, False, False]
    assert recursive(0.99, 2).violations(classes).tolist() == [True, True, True]


def test_what_a_frequent_value_costs_below_is_known():
    # Eight of ten have the first value; at most 2 * 2 = 4 of them can be kept beside the others.
    [lost] = recursive(2, 2).unavoidable(classes_with([8, 1, 1]))
    assert 0 < lost <= 4
    assert recursive(2, 2).unavoidable(classes_with([8, 0, 0])).tolist() == [8]
    assert recursive(2, 2).unavoidable(classes_with([1, 1, 1])).tolist() == [0]


def test_they_declare_what_the_search_needs():
    assert distinct(3).monotonic is Monotonic.ALWAYS
    assert recursive(3, 2).monotonic is Monotonic.WITHOUT_SUPPRESSION
    assert minimum_size(distinct(3)) == 3
    assert minimum_size(recursive(0.5, 4)) == 4


def test_a_class_of_one_value_shows_that_suppression_breaks_recursive_diversity():
    fine, merged = classes_with([10, 0], [2, 2]), classes_with([12, 2])
    assert fine.records[recursive(3, 2).violations(fine)].sum() == 10
    assert merged.records[recursive(3, 2).violations(merged)].sum() == 14


@pytest.mark.parametrize(
    "settings",
    [
        {"model": "distinct-l-diversity", "l": 0},
        {"model": "distinct-l-diversity", "l": 2.5},
        {"model": "recursive-l-diversity", "c": 0, "l": 2},
        {"model": "recursive-l-diversity", "c": 3, "l": 0},
    ],
)
def test_parameters_out_of_range_are_refused(settings):
    with pytest.raises(StudyError, match=r"'[lc]'"):
        privacy_models.build({"column": COLUMN, **settings})


def test_many_classes_are_answered_at_once():
    rows = np.random.default_rng(1).integers(0, 4, (500, 6))
    rows[:, 0] += 1
    flags = recursive(1.5, 3).violations(classes_with(*rows))
    for row, flag in zip(rows.tolist(), flags.tolist(), strict=True):
        counts = sorted(filter(None, row), reverse=True)
        holds = len(counts) >= 3 and counts[0] < 1.5 * sum(counts[2:])
        assert flag is not holds
