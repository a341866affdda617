import numpy as np
import pytest

from shoal.engine.classes import EquivalenceClasses
from shoal.errors import StudyError
from shoal.privacy import Monotonic, privacy_models
from shoal.privacy.k_map import KMap
from shoal.privacy.population import needs_population, needs_population_size, within

SIZES, POPULATION = np.array([1, 2, 5]), np.array([4, 5, 9])
CLASSES = EquivalenceClasses(SIZES, SIZES, population=POPULATION)


def test_classes_whose_population_is_too_small_are_flagged():
    assert KMap(k=5).violations(CLASSES).tolist() == [True, False, False]
    assert KMap(k=10).violations(CLASSES).all()
    assert not KMap(k=4).violations(CLASSES).any()


def test_the_population_must_be_there_to_be_counted():
    with pytest.raises(StudyError, match="Give a `subset` of the data"):
        KMap(k=5).violations(EquivalenceClasses(SIZES, SIZES))
    assert needs_population(KMap(k=5))
    assert not needs_population(KMap(k=5, estimator="poisson"))


@pytest.mark.parametrize(
    ("estimator", "arx", "size"),
    [("poisson", False, 3), ("poisson", True, 4), ("zero-truncated-poisson", True, 3)],
)
def test_an_estimator_turns_k_into_a_size(estimator, arx, size):
    asked = KMap(k=5, estimator=estimator, significance=0.05, arx_compatible=arx)
    promise = within(asked, sample=1000, population=10_000)
    assert promise.minimum_size == size
    assert promise.decided_by_size
    assert promise.violations(CLASSES).tolist() == [count < size for count in SIZES]


def test_a_promise_says_whether_it_needs_the_size_of_the_population():
    estimated = KMap(k=5, estimator="poisson")
    assert needs_population_size(estimated)
    assert not needs_population_size(KMap(k=5, estimator="poisson", fraction=0.2))
    assert not needs_population_size(KMap(k=5))
    with pytest.raises(StudyError, match="`population`"):
        estimated.violations(CLASSES)


def test_what_was_given_is_not_replaced_by_the_study():
    given = KMap(k=5, estimator="poisson", fraction=0.2)
    assert within(given, sample=1, population=2) is given
    assert within(KMap(k=5), sample=1, population=2) == KMap(k=5)


def test_the_measured_k_is_the_largest_that_holds():
    assert KMap(k=5).measured(CLASSES) == 4
    promise = KMap(k=5, estimator="poisson", significance=0.05, fraction=0.1)
    threes = EquivalenceClasses(np.array([3, 7]), np.array([3, 7]))
    k = promise.measured(threes)
    assert not KMap(int(k), "poisson", 0.05, 0.1).violations(threes).any()
    assert KMap(int(k) + 1, "poisson", 0.05, 0.1).violations(threes).any()


def test_nothing_released_measures_nothing():
    nothing = np.zeros(0, np.int64)
    assert KMap(k=5).measured(EquivalenceClasses(nothing, nothing, population=nothing)) is None


def test_it_is_monotonic_and_has_a_name():
    assert KMap.monotonic is Monotonic.ALWAYS
    assert privacy_models.build({"model": "k-map", "k": 5}) == KMap(k=5)


@pytest.mark.parametrize(
    "wrong", [{"k": 1}, {"k": 5, "significance": 2}, {"k": 5, "estimator": "guess"}]
)
def test_parameters_outside_their_range_are_refused(wrong):
    with pytest.raises(StudyError, match="'k-map'"):
        privacy_models.build({"model": "k-map", **wrong})
