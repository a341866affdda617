"""Confidences from margins: a machine only tells the side of a border and the distance from it.

Platt 1999, "Probabilistic outputs for support vector machines": a logistic curve is fitted to the
distances of the training records from the border; with several classes, each has its own border.
"""

from typing import Any

import numpy as np

from shoal.engine.arrays import Floats
from shoal.learning.model import Classifier, Matrix


class Margins:
    """A machine of scikit-learn that separates classes, and a logistic curve on its margins."""

    def __init__(self, scaler: Any, machine: Any, curve: Any) -> None:  # noqa: ANN401  (sklearn)
        self.scaler, self.machine, self.curve = scaler, machine, curve
        self.classes_: Any = None
        self.n_features_in_ = 0

    def fit(
        self,
        features: Matrix,
        labels: Matrix,
        **options: Any,  # noqa: ANN401  (as scikit-learn names them)
    ) -> Classifier:
        """Learn the borders, then the confidence at each distance."""
        self.n_features_in_ = features.shape[1]
        self.machine.fit(self.scaler.fit_transform(_short(features)), labels, **options)
        self.curve.fit(self._margins(features), labels, **options)
        self.classes_ = self.curve.classes_
        return self

    def predict_proba(self, features: Matrix) -> Floats:
        """The confidence in each class: one row per record."""
        confidences: Floats = self.curve.predict_proba(self._margins(features))
        return confidences

    def _margins(self, features: Matrix) -> Floats:
        """The distances from the borders: one row per record, one column per border."""
        margins: Floats = self.machine.decision_function(self.scaler.transform(_short(features)))
        return margins.reshape(len(margins), -1)


def _short(features: Matrix) -> Matrix:
    """The matrix with indices of 32 bits, since machines of scikit-learn take no others."""
    short = features.copy()
    short.indices, short.indptr = short.indices.astype(np.int32), short.indptr.astype(np.int32)
    return short
