"""The worked values of docs/theory/uniques.md."""

import numpy as np
import pytest

from shoal.engine.classes import EquivalenceClasses
from shoal.errors import StudyError
from shoal.privacy import Monotonic, privacy_models
from shoal.privacy.population import within
from shoal.privacy.population_uniqueness import PopulationUniqueness

SIZES = np.repeat([1, 2, 3, 4, 5, 8, 12], [30, 8, 4, 2, 1, 1, 1])
CLASSES = EquivalenceClasses(SIZES, SIZES)


@pytest.mark.parametrize(
    ("estimator", "population", "share"),
    [("dankar", 1820, 0.055), ("dankar", 364, 0.1505), ("zayatz", 364, 0.1786)],
)
def test_the_estimated_share_is_measured_and_limited(estimator, population, share):
    promise = PopulationUniqueness(share + 0.001, estimator, population)
    assert promise.measured(CLASSES) == pytest.approx(share, abs=5e-4)
    assert promise.holds(SIZES)
    assert not PopulationUniqueness(share - 0.001, estimator, population).holds(SIZES)


def test_a_model_without_solution_proves_nothing():
    few = np.repeat([1, 2, 3, 4], [4, 3, 2, 1])
    promise = PopulationUniqueness(1.0, "pitman", 1000)
    assert not promise.holds(few)
    assert promise.measured(EquivalenceClasses(few, few)) is None


def test_without_unique_records_nobody_is_unique():
    twos = np.array([2, 2, 5])
    assert PopulationUniqueness(0.0, "pitman", 100).holds(twos)
    assert PopulationUniqueness(0.0, "pitman", 100).measured(EquivalenceClasses(twos, twos)) == 0


def test_the_study_tells_the_size_of_the_population():
    asked = PopulationUniqueness(0.1)
    with pytest.raises(StudyError, match="`population`"):
        asked.holds(SIZES)
    assert within(asked, sample=91, population=1820) == PopulationUniqueness(
        0.1, population_size=1820
    )
    given = PopulationUniqueness(0.1, population_size=5)
    assert within(given, sample=91, population=1820) is given


def test_it_declares_nothing():
    assert PopulationUniqueness.monotonic is Monotonic.NEVER


def test_an_unknown_estimator_is_refused():
    with pytest.raises(StudyError, match="'population-uniqueness', parameter 'estimator'"):
        privacy_models.build(
            {"model": "population-uniqueness", "threshold": 0.1, "estimator": "pittman"}
        )
