"""Every registered model: by hand where that is possible, by the interface where it is not."""

from dataclasses import fields

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.naive_bayes import GaussianNB

from shoal.learning import learning_models
from shoal.learning.model import Layout
from shoal.learning.models.logistic_regression import LogisticRegression
from shoal.learning.models.naive_bayes import NaiveBayes
from shoal.learning.normal_bayes import NormalBayes

NAMES = {
    *("zero-r", "logistic-regression", "naive-bayes"),
    *("random-forest", "decision-tree", "gradient-boosting", "support-vector-machine"),
}
every_model = pytest.mark.parametrize("name", sorted(NAMES))
INDICATORS = csr_array(np.eye(2)[[0, 0, 0, 1, 1, 1] * 10])
LABELS = np.array([0, 0, 1, 1, 1, 1] * 10)


def test_the_models_of_the_contract_are_there():
    assert set(learning_models) >= NAMES


@every_model
def test_a_model_gives_a_confidence_in_each_class(name):
    model = learning_models.build({"model": name})
    matrix = INDICATORS.toarray() if model.layout is Layout.CODES else INDICATORS
    estimator = model.estimator(0, np.ones(2, np.bool_)).fit(matrix, LABELS)
    found = estimator.predict_proba(matrix)
    assert found.shape == (60, 2)
    assert found.sum(axis=1) == pytest.approx(np.ones(60))
    assert estimator.classes_.tolist() == [0, 1]
    assert found[0, 0] >= found[3, 0]


@every_model
def test_a_seed_makes_a_model_repeatable(name):
    model = learning_models.build({"model": name})
    matrix = INDICATORS.toarray() if model.layout is Layout.CODES else INDICATORS
    once, again = (
        model.estimator(4, np.ones(2, np.bool_)).fit(matrix, LABELS).predict_proba(matrix)
        for _ in range(2)
    )
    assert (once == again).all()


@every_model
def test_every_parameter_has_a_default(name):
    model = learning_models.build({"model": name})
    assert all(hasattr(model, field.name) for field in fields(model))


def test_naive_bayes_counts_values_by_hand():
    # Class 0: both records have the value, class 1: one of two; each counted once in advance.
    matrix, labels = csr_array(np.array([[1.0], [1.0], [1.0], [0.0]])), np.array([0, 0, 1, 1])
    estimator = NaiveBayes().estimator(0, np.ones(1, np.bool_)).fit(matrix, labels)
    assert estimator.predict_proba(matrix)[0, 0] == pytest.approx((3 / 4) / (3 / 4 + 2 / 4))


def test_numbers_are_normal_as_in_scikit_learn():
    values = np.random.default_rng(2).normal(size=(80, 2)) + LABELS.repeat(2)[:80, None]
    labels = LABELS.repeat(2)[:80]
    weights = np.arange(80) % 3 + 1.0
    ours = NormalBayes(None, np.zeros(2, np.bool_)).fit(
        csr_array(values), labels, sample_weight=weights
    )
    theirs = GaussianNB().fit(values, labels, sample_weight=weights)
    assert ours.predict_proba(csr_array(values)) == pytest.approx(theirs.predict_proba(values))


def test_a_number_that_a_record_does_not_have_tells_nothing():
    matrix = csr_array((np.array([0.0, 1.0, 5.0]), np.array([0, 0, 0]), np.array([0, 1, 2, 3, 3])))
    labels = np.array([0, 0, 1, 1])
    found = NormalBayes(None, np.zeros(1, np.bool_)).fit(matrix, labels).predict_proba(matrix)
    assert found[3].tolist() == [0.5, 0.5]
    assert found[0, 0] > 0.99  # a stored zero is a number


def test_weights_of_logistic_regression_are_those_of_the_penalized_likelihood():
    model = LogisticRegression(penalty=2.0, tolerance=1e-8).estimator(0, np.ones(2, np.bool_))
    model.fit(INDICATORS, LABELS)
    regression = model[-1]
    share = model.predict_proba(INDICATORS)[:, 1]
    gradient = INDICATORS.T @ (share - LABELS) + 2.0 * regression.coef_[0]
    assert gradient == pytest.approx(np.zeros(2), abs=1e-5)
