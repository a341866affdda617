"""β-likeness: no value is much more common in a class than in the table (Cao & Karras 2012)."""

import math

import pytest

from privacy.toy import COLUMN, classes_with
from shoal.errors import StudyError
from shoal.privacy import Monotonic, privacy_models

BOTH = ("basic-beta-likeness", "enhanced-beta-likeness")
EXAMPLE = classes_with([1, 2, 1], reference=[5, 3, 2])  # P = (.25, .5, .25), Q = (.5, .3, .2)


def likeness(name, beta):
    return privacy_models.build({"model": name, "column": COLUMN, "beta": beta})


@pytest.mark.parametrize("name", BOTH)
def test_the_worked_example_needs_two_thirds(name):
    # Gains are -.5, .6667 and .25; -ln q is .6931, 1.204 and 1.6094.
    assert likeness(name, 2 / 3).violations(EXAMPLE).tolist() == [False]
    assert likeness(name, 0.6666).violations(EXAMPLE).tolist() == [True]
    assert likeness(name, 1).measured(EXAMPLE) == pytest.approx(2 / 3)


def test_a_value_twice_as_common_in_a_class_gains_one():
    wards = classes_with([2, 0], [1, 1])  # HIV is 1/4 of the table and 1/2 of the second ward
    basic = "basic-beta-likeness"
    assert likeness(basic, 1.0).violations(wards).tolist() == [False, False]
    assert likeness(basic, 0.9).violations(wards).tolist() == [False, True]


def test_the_enhanced_form_keeps_every_value_from_becoming_certain():
    wards = classes_with([0, 2], [2, 0], reference=[2, 2])  # gain 1 > -ln(1/2)
    assert likeness(BOTH[0], 9).violations(wards).tolist() == [False, False]
    assert likeness(BOTH[1], 9).violations(wards).tolist() == [True, True]
    assert likeness(BOTH[1], 9).measured(wards) == math.inf


@pytest.mark.parametrize("name", BOTH)
def test_a_constant_column_gains_nothing(name):
    classes = classes_with([3], [4])
    assert likeness(name, 0.01).violations(classes).tolist() == [False, False]
    assert likeness(name, 0.01).measured(classes) == 0


@pytest.mark.parametrize("name", BOTH)
def test_what_frequent_values_cost_below_is_known(name):
    # (1 + 1) * 1/10 may have each of the first two values; four and three of ten have them.
    # x lost records leave 10 - x, of which 0.2 each: x >= 7 - 0.4 (10 - x), so x >= 5.
    classes = classes_with([4, 3, 3], reference=[1, 1, 8])
    assert likeness(name, 1).unavoidable(classes) == pytest.approx([5])
    assert likeness(name, 4).unavoidable(classes_with([1, 1, 8])).tolist() == [0]


@pytest.mark.parametrize("name", BOTH)
def test_they_declare_what_the_search_needs(name):
    assert likeness(name, 1).monotonic is Monotonic.WITHOUT_SUPPRESSION
    assert likeness(name, 1).measured(classes_with([0, 0], reference=[1, 1])) is None


@pytest.mark.parametrize("name", BOTH)
@pytest.mark.parametrize("beta", [0, -1])
def test_beta_is_above_zero(name, beta):
    with pytest.raises(StudyError, match="'beta'"):
        likeness(name, beta)
