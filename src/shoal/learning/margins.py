"""Confidences from margins: a machine only says on which side of a border a record is, and how far.

Platt 1999, "Probabilistic outputs for support vector machines": a logistic curve through the
distances from the border of the records that were learned; for several classes, one border each.
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
        **given: Any,  # noqa: ANN401  (as scikit-learn names them)
    ) -> Classifier:
        """Learn the borders, then how sure to be at each distance."""
        self.n_features_in_ = features.shape[1]
        self.machine.fit(self.scaler.fit_transform(_short(features)), labels, **given)
        self.curve.fit(self._margins(features), labels, **given)
        self.classes_ = self.curve.classes_
        return self

    def predict_proba(self, features: Matrix) -> Floats:
        """The confidence in each class."""
        found: Floats = self.curve.predict_proba(self._margins(features))
        return found

    def _margins(self, features: Matrix) -> Floats:
        found: Floats = self.machine.decision_function(self.scaler.transform(_short(features)))
        return found.reshape(len(found), -1)


def _short(features: Matrix) -> Matrix:
    """The matrix with places of 32 bits: machines of scikit-learn know no others."""
    found = features.copy()
    found.indices, found.indptr = found.indices.astype(np.int32), found.indptr.astype(np.int32)
    return found
