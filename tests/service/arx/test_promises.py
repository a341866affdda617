"""Every sentence that ARX has for a privacy model, with the promise of the same meaning."""

from types import SimpleNamespace

import pytest

from service.arx import project_file as arx
from service.arx.java_writer import Constant, Stored, java_stream
from shoal.data.arx.java_stream import find_objects, read_object
from shoal.privacy import privacy_models
from shoal.service.arx.promises import is_no_promise, promise_of

ILL = {"column": "it's ill"}
ABOUT = " for attribute 'it's ill'"
SENTENCES = {
    "5-anonymity": {"model": "k-anonymity", "k": 5},
    "(7)-map": {"model": "k-map", "k": 7},
    "(0.1,0.3)-presence": {"model": "delta-presence", "delta_min": 0.1, "delta_max": 0.3},
    f"distinct-3-diversity{ABOUT}": {"model": "distinct-l-diversity", **ILL, "l": 3},
    f"entropy-2.5-diversity{ABOUT}": {
        "model": "entropy-l-diversity", **ILL, "l": 2.5, "estimator": "shannon",
    },
    f"grassberger-entropy-3.0-diversity{ABOUT}": {
        "model": "entropy-l-diversity", **ILL, "l": 3, "estimator": "grassberger",
    },
    f"recursive-(4.0,2)-diversity{ABOUT}": {
        "model": "recursive-l-diversity", **ILL, "c": 4.0, "l": 2,
    },
    f"0.2-closeness with equal distance{ABOUT}": {
        "model": "t-closeness", **ILL, "t": 0.2, "distance": "equal",
    },
    f"0.2-closeness with equal ground-distance{ABOUT}": {
        "model": "t-closeness", **ILL, "t": 0.2, "distance": "equal",
    },
    f"0.15-closeness with ordered distance{ABOUT}": {
        "model": "t-closeness", **ILL, "t": 0.15, "distance": "ordered",
    },
    f"0.3-closeness with hierarchical distance{ABOUT}": {
        "model": "t-closeness", **ILL, "t": 0.3, "distance": "hierarchical",
    },
    f"1.0-disclosure privacy{ABOUT}": {"model": "delta-disclosure", **ILL, "delta": 1.0},
    f"basic-1.5-likeness{ABOUT}": {"model": "basic-beta-likeness", **ILL, "beta": 1.5},
    f"enhanced-1.5-likeness{ABOUT}": {"model": "enhanced-beta-likeness", **ILL, "beta": 1.5},
    "(0.2)-avg-reidentification-risk": {"model": "average-risk", "threshold": 0.2},
    "(0.2, 0.5, 0.01)-avg-reidentification-risk": {
        "model": "average-risk", "threshold": 0.2, "highest": 0.5, "share_at_risk": 0.01,
    },
    "(0.05)-sample-uniqueness": {"model": "sample-uniqueness", "threshold": 0.05},
    "(0.01)-population-uniqueness (pitman)": {
        "model": "population-uniqueness", "threshold": 0.01, "estimator": "pitman",
    },
    "(5)-map estimated as (unknown)-anonymity (Poisson)": {
        "model": "k-map", "k": 5, "estimator": "poisson",
    },
    "profitability (prosecutor)": {"model": "prosecutor-profitability", "attack": "allowed"},
    "no-attack-profitability (journalist)[benefit=1.0, loss=1.0, gain=1.0, cost=1.0]": {
        "model": "journalist-profitability", "attack": "none",
    },
    "(2.0,1.0E-6)-DP": {
        "model": "differential-privacy", "epsilon": 2.0, "delta": 1e-6, "search_epsilon": 0.1,
        "steps": 300,
    },
}  # fmt: skip


def project(root=None):
    objects = read_object(java_stream(root)) if root else None
    return SimpleNamespace(find=lambda name: next(iter(find_objects(objects, name)), None))


@pytest.mark.parametrize("said", SENTENCES)
def test_a_sentence_becomes_the_promise_of_the_same_meaning(said):
    promise = promise_of(said, project())
    assert promise == SENTENCES[said]
    privacy_models.build(promise)  # raises if the model does not take these parameters


def test_every_model_here_has_its_sentence():
    assert {one["model"] for one in SENTENCES.values()} == set(privacy_models)


@pytest.mark.parametrize("said", ["", "5-anonymity and more", "x-anonymity", "(0.1)-presence"])
def test_another_sentence_is_no_promise(said):
    assert promise_of(said, project()) is None
    assert not is_no_promise(said)


@pytest.mark.parametrize("said", ["Inclusion", "1-anonymity"])
def test_what_promises_nothing_is_known_as_that(said):
    assert is_no_promise(said)


def test_a_private_search_has_the_budget_of_the_project():
    fields = {"dpSearchBudget": 0.25, "heuristicSearchStepLimit": 40}
    found = promise_of("(1.0,1.0E-6)-DP", project(Stored(arx.ARX + "ARXConfiguration", fields)))
    assert (found["search_epsilon"], found["steps"]) == (0.25, 40)


def test_fixed_levels_are_those_of_the_scheme():
    degree = arx.ARX + "DataGeneralizationScheme$GeneralizationDegree"
    scheme = Stored(
        arx.ARX + "DataGeneralizationScheme",
        {
            "degree": Constant(degree, "LOW_MEDIUM"),
            "degrees": {"age": Constant(degree, "HIGH")},
            "levels": {"zip": 2},
        },
    )
    found = promise_of("(1.0,1.0E-6)-DP", project(scheme))
    assert (found["degree"], found["levels"]) == ("low-medium", {"age": "high", "zip": 2})
    privacy_models.build(found)
