"""Naive Bayes for tables with indicators and numbers: a normal distribution per number and class.

A number that a record does not have (it is not stored in the sparse matrix) is ignored.
"""

from typing import Any

import numpy as np

from shoal.engine.arrays import Bools, Floats
from shoal.learning.model import Classifier, Matrix

SMALLEST = 1e-9  # added to variances, relative to the largest: those of constant numbers are 0


class NormalBayes:
    """Indicators by a classifier of scikit-learn, numbers by normal distributions.

    Attributes:
        indicators: The classifier for indicators.
        categorical: Which columns of the matrix are indicators.
        classes_: The classes that occur in training.
        prior: The logarithm of the share of each class.
        means: One row per class, one column per number.
        variances: The same for variances.
    """

    def __init__(self, indicators: Any, categorical: Bools) -> None:  # noqa: ANN401  (sklearn)
        self.indicators, self.categorical = indicators, categorical
        self.classes_: Any = None
        self.prior: Floats = np.zeros(0)
        self.means: Floats = np.zeros(0)
        self.variances: Floats = np.zeros(0)

    def fit(
        self,
        features: Matrix,
        labels: Matrix,
        **options: Any,  # noqa: ANN401  (as scikit-learn names them)
    ) -> Classifier:
        """Learn frequencies, means and variances."""
        weights: Floats = options.get("sample_weight", np.ones(features.shape[0]))
        self.classes_ = np.unique(labels)
        shares = [weights[labels == label].sum() for label in self.classes_]
        self.prior = np.log(np.array(shares) / weights.sum())
        if self.categorical.any():
            self.indicators.fit(features[:, self.categorical], labels, sample_weight=weights)
        values, known = _numbers(features, self.categorical)
        moments = [
            _moments(values, known, np.where(labels == label, weights, 0.0))
            for label in self.classes_
        ]
        self.means = np.stack([mean for mean, _ in moments])
        variances = np.stack([variance for _, variance in moments])
        self.variances = variances + max(SMALLEST * float(variances.max(initial=0.0)), 1e-300)
        return self

    def predict_proba(self, features: Matrix) -> Floats:
        """The confidence in each class: one row per record."""
        likely: Floats = np.tile(self.prior, (features.shape[0], 1))
        if self.categorical.any():
            likely = self.indicators.predict_joint_log_proba(features[:, self.categorical])
        values, known = _numbers(features, self.categorical)
        for at, (mean, variance) in enumerate(zip(self.means, self.variances, strict=True)):
            each = -0.5 * (np.log(2 * np.pi * variance) + (values - mean) ** 2 / variance)
            likely[:, at] += np.where(known, each, 0.0).sum(axis=1)
        likely -= likely.max(axis=1, keepdims=True)
        shares = np.exp(likely)
        confidences: Floats = shares / shares.sum(axis=1, keepdims=True)
        return confidences


def _numbers(features: Matrix, categorical: Bools) -> tuple[Floats, Bools]:
    """The numbers of each record, and which of them it has; stored zeros are numbers, too."""
    columns = features[:, ~categorical].tocsr()
    known = columns.copy()
    known.data = np.ones_like(known.data)
    return columns.toarray(), known.toarray() > 0


def _moments(values: Floats, known: Bools, weights: Floats) -> tuple[Floats, Floats]:
    """Mean and variance of each number among the weighted records that have it."""
    counts = known.T @ weights
    total = np.maximum(counts, 1e-300)
    mean = (values * known).T @ weights / total
    return mean, ((values - mean) ** 2 * known).T @ weights / total
