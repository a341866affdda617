"""What is measured of every privacy model, on classes small enough to check by eye."""

from math import inf, log2

import numpy as np
import pytest

from engine.lines import PAPER, histogram
from shoal.engine.classes import EquivalenceClasses
from shoal.plugin import plugin
from shoal.privacy import privacy_models
from shoal.risk import Measured, measure_models
from shoal.risk.measured import EMPTY, NO_COLUMN, NO_METHOD, NO_POPULATION, NO_SIZE, NO_SOLUTION


def classes(*sizes, population=None, **histograms):
    counts = np.array(sizes, np.int64)
    people = None if population is None else np.array(population, np.int64)
    return EquivalenceClasses(counts, counts, histograms, people)


# Classes of two and of three patients (paper 004, figure 1).
CHARGES = classes(2, 3, charge=PAPER)


def of(found: list[Measured], model: str, **parameters) -> Measured:
    [one] = [
        each
        for each in found
        if each.model == model and parameters.items() <= dict(each.parameters).items()
    ]
    return one


@pytest.mark.parametrize(
    ("model", "parameters", "value"),
    [
        ("k-anonymity", {}, 2),
        ("average-risk", {}, 2 / 5),
        ("sample-uniqueness", {}, 0),
        ("distinct-l-diversity", {}, 2),
        ("entropy-l-diversity", {"estimator": "shannon"}, 3 / 2 ** (2 / 3)),
        ("entropy-l-diversity", {"estimator": "grassberger"}, 1.9477340410546757),
        ("recursive-l-diversity", {"l": 2}, 2),
        ("recursive-l-diversity", {"l": 3}, inf),
        ("t-closeness", {"distance": "equal"}, 0.3),
        ("t-closeness", {"distance": "ordered"}, 0.25),
        ("delta-disclosure", {"absent": "ignore"}, log2(2.5)),
        ("delta-disclosure", {"absent": "violate"}, inf),
        ("basic-beta-likeness", {}, 1.5),
        ("enhanced-beta-likeness", {}, 1.5),
    ],
)
def test_the_papers_classes_are_measured_by_every_model(model, parameters, value):
    assert of(measure_models(CHARGES, ["charge"]), model, **parameters).value == pytest.approx(
        value
    )


def test_every_registered_model_is_measured_or_says_why():
    found = measure_models(CHARGES, ["charge"])
    assert {one.model for one in found} == set(privacy_models)
    assert all((one.value is None) == bool(one.reason) for one in found)


def test_whole_parameters_stay_whole():
    assert type(of(measure_models(CHARGES), "k-anonymity").value) is int
    assert type(of(measure_models(CHARGES), "average-risk").value) is float


def test_what_a_promise_lacks_is_the_reason():
    found = measure_models(CHARGES, ["charge"])
    assert of(found, "k-map", estimator="none").reason == NO_POPULATION
    assert of(found, "delta-presence").reason == NO_POPULATION
    assert of(found, "k-map", estimator="poisson").reason == NO_SIZE
    assert of(found, "population-uniqueness", estimator="pitman").reason == NO_SIZE
    assert "needs a hierarchy" in of(found, "t-closeness", distance="hierarchical").reason
    assert of(measure_models(CHARGES), "t-closeness").reason == NO_COLUMN


def test_a_population_is_counted():
    found = measure_models(classes(2, 3, population=[4, 30]))
    assert of(found, "k-map", estimator="none").value == 4
    assert of(found, "delta-presence").value == 0.5


def test_an_estimator_without_a_solution_is_no_number():
    # docs/theory/uniques.md: {1: 4, 2: 3, 3: 2, 4: 1} has no solution by Pitman.
    sizes = [1] * 4 + [2] * 3 + [3] * 2 + [4]
    found = of(
        measure_models(classes(*sizes), (), 400), "population-uniqueness", estimator="pitman"
    )
    assert (found.value, found.reason) == (None, NO_SOLUTION)


def test_no_classes_have_no_numbers():
    nothing = classes(charge=histogram([0, 0], reference=[0, 0]))
    assert {one.reason for one in measure_models(nothing, ["charge"])} <= {EMPTY, NO_METHOD}


def test_infinite_numbers_are_told_in_words():
    plain = of(measure_models(CHARGES, ["charge"]), "recursive-l-diversity", l=3).plain()
    assert (plain["measured"], plain["reason"]) == (None, "some class breaks it for every c")


def test_a_model_of_somebody_else_is_measured_too(monkeypatch):
    @plugin()
    class Evenness:
        """The largest class is at most so large."""

        size: int
        measures = "size"

        def measured(self, classes):
            return float(classes.sizes.max())

    @plugin()
    class Silent:
        """Nothing to measure."""

    monkeypatch.setitem(privacy_models._classes, "evenness", Evenness)
    monkeypatch.setitem(privacy_models._classes, "silent", Silent)
    found = measure_models(CHARGES)
    assert of(found, "evenness").value == 3
    assert of(found, "silent").reason == NO_METHOD
