"""Laws of learners: models that are trained on a release and judged on the original."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from shoal.engine.arrays import Counts, Floats
from shoal.learning.model import Layout, LearningModel, Matrix, learning_models
from shoal.testing.plugins import check_plugin, demand

RECORDS = 60


def check_learner(name: str, parameters: Mapping[str, Any]) -> None:
    """Run every law of learners over one of them.

    Args:
        name: Its study name.
        parameters: Parameters that a study could give it.
    """
    model = check_plugin(learning_models, name, parameters)
    demand(isinstance(getattr(model, "layout", None), Layout), f"{name} declares no layout.")
    sentence = f"{name} does not declare whether it is weighted."
    demand(isinstance(getattr(model, "weighted", None), bool), sentence)
    features, labels = _table(model)
    before = _dense(features).copy()
    confidence = _confidence(model, name, features, labels)
    _is_a_distribution(name, confidence)
    again = _confidence(model, name, features, labels)
    demand(np.array_equal(confidence, again), f"{name} with one seed gives two answers.")
    same = np.array_equal(before, _dense(features))
    demand(same, f"{name} changes the records that it learns from.")


def _table(model: LearningModel) -> tuple[Matrix, Counts]:
    """Features and classes of some records: two indicators, the first nearly equal to the class."""
    draw = np.random.default_rng(1)
    labels = np.arange(RECORDS, dtype=np.int64) % 2
    noise = draw.random(RECORDS) < 0.1
    indicator = np.where(noise, 1 - labels, labels)
    matrix = np.column_stack([indicator, draw.integers(0, 2, RECORDS)]).astype(np.float64)
    if model.layout is Layout.CODES:
        return matrix, labels
    from scipy.sparse import csr_array  # noqa: PLC0415  (heavy)

    return csr_array(matrix), labels


def _confidence(model: LearningModel, name: str, features: Matrix, labels: Counts) -> Floats:
    """The confidence of the trained model in each class, one line per record."""
    learned = model.estimator(7, np.ones(2, np.bool_)).fit(features, labels)
    classes = np.asarray(learned.classes_).tolist()
    demand(classes == [0, 1], f"{name} must tell its classes, sorted, as classes_.")
    return np.asarray(learned.predict_proba(features), np.float64)


def _is_a_distribution(name: str, confidence: Floats) -> None:
    """Confidences are between 0 and 1, and add up to 1 for each record."""
    sentence = f"{name}.predict_proba must give one number per record and class."
    demand(confidence.shape == (RECORDS, 2), sentence)
    inside = (confidence >= 0).all() and (confidence <= 1).all()
    demand(inside, f"{name} is surer than sure: its confidence is not between 0 and 1.")
    whole = np.allclose(confidence.sum(axis=1), 1)
    demand(whole, f"The confidence of {name} in all classes does not add up to 1.")


def _dense(features: Matrix) -> Floats:
    """The features as an array, also if they are sparse."""
    dense: Floats = features.toarray() if hasattr(features, "toarray") else features
    return dense
