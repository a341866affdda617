"""The worked example of docs/theory/promises.md: classes (2, 4), (1, 5) and (0, 3)."""

import numpy as np
import pytest

from shoal.engine.classes import EquivalenceClasses
from shoal.errors import StudyError
from shoal.privacy import Monotonic, privacy_models
from shoal.privacy.delta_presence import DeltaPresence

SIZES = np.array([2, 1])
CLASSES = EquivalenceClasses(SIZES, SIZES, population=np.array([4, 5]), strangers=1)


def test_shares_within_the_bounds_are_fine():
    assert not DeltaPresence(0.2, 0.6).violations(CLASSES).any()


def test_shares_outside_the_bounds_are_flagged():
    assert DeltaPresence(0.3, 0.6).violations(CLASSES).tolist() == [False, True]
    assert DeltaPresence(0.0, 0.4).violations(CLASSES).tolist() == [True, False]


def test_a_population_class_without_records_vetoes_a_lower_bound():
    assert DeltaPresence(0.2, 0.6).vetoes(CLASSES)
    assert not DeltaPresence(0.0, 0.6).vetoes(CLASSES)
    without = EquivalenceClasses(SIZES, SIZES, population=np.array([4, 5]))
    assert not DeltaPresence(0.2, 0.6).vetoes(without)


def test_a_share_that_equals_a_decimal_bound_is_within():
    sizes, population = np.array([1, 3, 7]), np.array([10, 30, 70])
    classes = EquivalenceClasses(sizes, sizes, population=population)
    assert not DeltaPresence(0.1, 0.1).violations(classes).any()


def test_the_largest_share_is_measured():
    assert DeltaPresence(0.0, 1.0).measured(CLASSES) == 0.5


def test_the_population_must_be_there():
    with pytest.raises(StudyError, match="compares the data with a population"):
        DeltaPresence(0.0, 1.0).violations(EquivalenceClasses(SIZES, SIZES))


def test_merging_keeps_it_only_without_suppression():
    assert DeltaPresence.monotonic is Monotonic.WITHOUT_SUPPRESSION


@pytest.mark.parametrize("bounds", [(0.6, 0.2), (-0.1, 1.0), (0.0, 1.1)])
def test_bounds_outside_their_range_are_refused(bounds):
    settings = {"model": "delta-presence", "delta_min": bounds[0], "delta_max": bounds[1]}
    with pytest.raises(StudyError, match="delta"):
        privacy_models.build(settings)
