"""Entropy l-diversity with the plain and the corrected estimator."""

import math

import numpy as np
import pytest

from privacy.toy import COLUMN, classes_with
from shoal.errors import StudyError
from shoal.privacy import Monotonic, privacy_models
from shoal.privacy.entropy_l_diversity import grassberger
from shoal.privacy.model import minimum_size

SHANNON = {"estimator": "shannon"}
CORRECTED = {"estimator": "grassberger"}
WITH_LN = {"estimator": "grassberger", "leading": "ln"}


def entropy(l, **more):
    settings = {"model": "entropy-l-diversity", "column": COLUMN, "l": l, **more}
    return privacy_models.build(settings)


@pytest.mark.parametrize(
    ("counts", "estimator", "nats", "worth"),
    [
        ([3, 2, 1], SHANNON, 1.011404, 2.7495),
        ([3, 2, 1], CORRECTED, 1.400000, 4.0552),
        ([3, 2, 1], WITH_LN, 1.395456, 4.0368),
        ([4, 4, 4], SHANNON, 1.098612, 3.0000),
        ([4, 4, 4], CORRECTED, 1.089755, 2.9735),
        ([4, 4, 4], WITH_LN, 1.088603, 2.9701),
        ([10, 5, 5], SHANNON, 1.039721, 2.8284),
        ([10, 5, 5], CORRECTED, 1.145876, 3.1452),
        ([10, 5, 5], WITH_LN, 1.145460, 3.1439),
    ],
)
def test_worked_values(counts, estimator, nats, worth):
    classes = classes_with(counts)
    [found] = entropy(2, **estimator)._entropies(classes)
    assert found == pytest.approx(nats, abs=5e-7)
    assert math.exp(found) == pytest.approx(worth, abs=5e-5)
    # Never more than the number of values: a class with three is not 4-diverse.
    assert entropy(2, **estimator).measured(classes) == pytest.approx(min(worth, 3), abs=5e-5)


def test_a_class_of_equal_counts_is_exactly_as_diverse_as_it_has_values():
    for values in range(2, 40):
        for count in (1, 2, 3, 7, 1000):
            classes = classes_with([count] * values)
            assert entropy(values).violations(classes).tolist() == [False]
            assert entropy(values + 1e-9).violations(classes).tolist() == [True]


def test_a_class_of_one_value_is_one_diverse():
    assert entropy(1).violations(classes_with([7], [1000], [1])).tolist() == [False] * 3


def test_suppression_is_not_monotonic():
    # Merged, fourteen records are lost instead of ten: exp(H) is 1.507.
    fine, merged = classes_with([10, 0], [2, 2]), classes_with([12, 2])
    assert fine.records[entropy(2).violations(fine)].sum() == 10
    assert merged.records[entropy(2).violations(merged)].sum() == 14
    assert entropy(2).measured(merged) == pytest.approx(1.507, abs=5e-4)


def test_the_corrected_entropy_of_a_merged_class_can_be_lower():
    parts, merged = classes_with([1, 1], [1, 1]), classes_with([2, 2])
    promise = entropy(2, **CORRECTED)
    assert math.exp(promise._entropies(parts)[0]) == pytest.approx(7.389, abs=5e-4)
    assert math.exp(promise._entropies(merged)[0]) == pytest.approx(1.948, abs=5e-4)
    assert promise.violations(parts).tolist() == [False, False]
    assert promise.violations(merged).tolist() == [True]


def test_the_whole_sum_decides_although_parts_of_it_are_larger():
    # Stopping at the first part of the sum, 1.459 > 1.190, would be wrong: the rest is negative.
    assert entropy(3, **CORRECTED).violations(classes_with([2, 1, 1])).tolist() == [False]


def test_the_table_of_g_is_its_recursion():
    expected = {1: -np.euler_gamma - math.log(2), 2: 2 - np.euler_gamma - math.log(2)}
    for n in range(3, 3000):
        even = expected[n - 2] + 2 / (n - 1) if n % 2 == 0 else None
        expected[n] = expected[n - 1] if even is None else even
    found = grassberger(np.arange(1, 3000))
    assert found == pytest.approx(np.array(list(expected.values())), abs=1e-13)
    assert expected[1] == pytest.approx(-1.2703628454614782, abs=1e-15)
    assert expected[2] == pytest.approx(0.7296371545385218, abs=1e-15)


def test_people_are_needed_as_well_as_values():
    classes = classes_with([1, 1, 1], people=[1])
    assert entropy(2).violations(classes).tolist() == [True]
    assert entropy(2).measured(classes) == 1


def test_what_an_uneven_class_costs_below_is_known():
    # 9 of one and 1 of the other: one of each can be kept, eight are lost at least.
    [lost] = entropy(2).unavoidable(classes_with([9, 1]))
    assert 5 < lost <= 8
    assert entropy(2).unavoidable(classes_with([9, 0])).tolist() == [9]
    assert entropy(2, **CORRECTED).unavoidable(classes_with([9, 1])).tolist() == [0]
    assert entropy(2, **CORRECTED).unavoidable(classes_with([9, 0])).tolist() == [9]
    assert entropy(1).unavoidable(classes_with([9, 0])).tolist() == [0]


def test_it_declares_what_the_search_needs():
    assert entropy(2.5).monotonic is Monotonic.WITHOUT_SUPPRESSION
    assert entropy(2.5, **CORRECTED).monotonic is Monotonic.NEVER
    assert minimum_size(entropy(2.5)) == 3


def test_no_classes_measure_nothing():
    assert entropy(2).measured(classes_with([0, 0], reference=[1, 1])) is None


@pytest.mark.parametrize("more", [{"l": 0.9}, {"l": 2, "estimator": "x"}, {"l": 2, "leading": "g"}])
def test_parameters_out_of_range_are_refused(more):
    with pytest.raises(StudyError, match="entropy-l-diversity"):
        entropy(**more)
