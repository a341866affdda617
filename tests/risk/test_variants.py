"""Which variants of a model are measured."""

import pytest

from shoal.privacy import privacy_models
from shoal.risk.variants import variants

MEASURABLE = [name for name in privacy_models if hasattr(privacy_models.class_of(name), "measured")]


@pytest.mark.parametrize("name", sorted(MEASURABLE))
def test_every_model_can_be_built_without_choosing_anything(name):
    found = variants(name, ["diagnosis"])
    assert found
    assert all(privacy_models.name_of(variant.promise) == name for variant in found)


def test_distances_and_estimators_are_all_measured():
    assert [variant.shown for variant in variants("t-closeness", ["diagnosis"])] == [
        {"column": "diagnosis", "distance": distance}
        for distance in ("equal", "ordered", "hierarchical")
    ]
    estimators = [variant.shown["estimator"] for variant in variants("k-map", [])]
    assert estimators == ["none", "poisson", "zero-truncated-poisson"]


def test_every_sensitive_column_is_measured_on_its_own():
    found = variants("distinct-l-diversity", ["diagnosis", "income"])
    assert [variant.shown["column"] for variant in found] == ["diagnosis", "income"]


def test_a_promise_about_a_column_needs_one():
    assert variants("t-closeness", []) == []
    assert len(variants("k-anonymity", [])) == 1
