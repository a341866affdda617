"""δ-disclosure privacy: no value is much more or less common than in the table."""

import math

import pytest

from privacy.toy import COLUMN, classes_with
from shoal.errors import StudyError
from shoal.privacy import Monotonic, privacy_models

EXAMPLE = classes_with([1, 2, 1], reference=[5, 3, 2])  # P = (.25, .5, .25), Q = (.5, .3, .2)


def disclosure(delta, absent="ignore"):
    settings = {"model": "delta-disclosure", "column": COLUMN, "delta": delta, "absent": absent}
    return privacy_models.build(settings)


def test_the_worked_example_needs_more_than_one():
    # |log2| is 1, .737 and .3219; strict, so δ = 1 is not enough.
    assert disclosure(1).violations(EXAMPLE).tolist() == [True]
    assert disclosure(1 + 1e-9).violations(EXAMPLE).tolist() == [False]
    assert disclosure(1).measured(EXAMPLE) == 1


@pytest.mark.parametrize(("absent", "flag"), [("ignore", False), ("violate", True)])
def test_an_absent_value_is_ignored_or_breaks_the_promise(absent, flag):
    classes = classes_with([1, 1, 0], reference=[4, 4, 2])
    assert disclosure(1, absent).violations(classes).tolist() == [flag]
    assert disclosure(1, absent).measured(classes) == (math.inf if flag else math.log2(1.25))


def test_a_value_that_nobody_has_is_not_absent():
    classes = classes_with([1, 1, 0], reference=[4, 4, 0])
    assert disclosure(1, "violate").violations(classes).tolist() == [False]


def test_ignoring_absent_values_is_not_monotonic():
    parts = classes_with([4, 0], [3, 1], reference=[1, 1])
    merged = classes_with([7, 1], reference=[1, 1])
    assert disclosure(1.5).violations(parts).tolist() == [False, False]
    assert disclosure(1.5).measured(merged) == 2
    assert disclosure(1.5).violations(merged).tolist() == [True]
    assert disclosure(1.5).monotonic is Monotonic.NEVER
    assert disclosure(1.5, "violate").monotonic is Monotonic.WITHOUT_SUPPRESSION


def test_what_a_class_costs_below_is_known():
    # At most half may have the first value (2 * 1/4); nine of ten have it.
    classes = classes_with([9, 1], reference=[1, 3])
    assert disclosure(1).unavoidable(classes) == pytest.approx([10 * (0.9 - 0.5) / 0.5])
    # At least 3/8 must have the second, but only if its absence counts.
    assert disclosure(1, "violate").unavoidable(classes) == pytest.approx([8])
    rare = classes_with([0, 10], reference=[1, 3])
    assert disclosure(1).unavoidable(rare).tolist() == [0]
    assert disclosure(1, "violate").unavoidable(rare).tolist() == [10]


def test_no_classes_measure_nothing():
    assert disclosure(1).measured(classes_with([0, 0], reference=[1, 1])) is None


@pytest.mark.parametrize("settings", [{"delta": 0}, {"delta": 1, "absent": "maybe"}])
def test_parameters_out_of_range_are_refused(settings):
    with pytest.raises(StudyError, match="delta-disclosure"):
        disclosure(**settings)
