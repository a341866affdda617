"""Interwoven cross-validation: train on one form of records, predict for another.

Theory: docs/theory/learning.md.

Prasser et al. 2017 (CBMS), section V-B; Eicher et al. 2020, doi:10.1186/s12911-020-1041-3, table 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.engine.arrays import Bools, Codes, Floats
from shoal.learning.features import Features
from shoal.learning.folds import Folds
from shoal.learning.matrix import (
    Design,
    dense_if_small,
    design_of,
    nonempty_columns,
    weighted_lines,
)
from shoal.learning.model import LearningModel, Matrix


@dataclass(frozen=True, eq=False)
class Predictions:
    """Predictions for records, each by a model that was not trained on it.

    Attributes:
        truth: The class of each record.
        confidences: One row per record, one column per class: the confidence in it; all zero for a
            record without a prediction.
        undefined: Which records have no prediction, because there was nothing to learn from.
        undefined_folds: In how many parts there was no record to learn from.
    """

    truth: Codes
    confidences: Floats
    undefined: Bools
    undefined_folds: int


def cross_validate(
    model: LearningModel,
    features: Features | Sequence[Features],
    labels: Codes,
    classes: int,
    folds: Folds,
    seed: int = 0,
) -> Predictions:
    """The predictions for every record that takes part, in the order of the table.

    Args:
        model: The model.
        features: The features for training and prediction; one per part if they differ.
        labels: The class of each record.
        classes: How many classes there are.
        folds: The parts of the table.
        seed: The seed of the model.
    """
    design = design_of(features, model.layout) if isinstance(features, Features) else None
    confidences = np.zeros((len(labels), classes))
    undefined = np.zeros(len(labels), np.bool_)
    for at in range(folds.count):
        here = features if isinstance(features, Features) else features[at]
        learned, asked = folds.training_records(at) & here.kept, folds.test_records(at)
        if learned.any():
            form = design or design_of(here, model.layout)
            confidences[asked] = train_and_predict(
                model, form, learned, asked, (labels, classes), seed
            )
        else:
            undefined |= asked
    used = folds.fold >= 0
    without = len(np.unique(folds.fold[undefined]))
    return Predictions(labels[used], confidences[used], undefined[used], without)


def train_and_predict(
    model: LearningModel,
    design: Design,
    learned: Bools,
    asked: Bools,
    known: tuple[Codes, int],
    seed: int,
) -> Floats:
    """Train once, and return the confidences for the records that are asked.

    The result has one row per asked record and one column per class.

    Args:
        model: The model.
        design: The matrix of all records.
        learned: One flag per record: whether to learn from it; there is at least one.
        asked: One flag per record: whether to predict it.
        known: The class of each record, and how many classes there are.
        seed: The seed of the model.
    """
    lines, place = np.unique(design.testing[asked], return_inverse=True)
    confidences: Floats = _Task(model, design, learned, lines).confidences(*known, seed)[place]
    return confidences


@dataclass(frozen=True, eq=False)
class _Task:
    """One training.

    Attributes:
        model: The model.
        design: The matrix of all records.
        learned: One flag per record: whether to learn from it.
        lines: The lines of the matrix to predict.
    """

    model: LearningModel
    design: Design
    learned: Bools
    lines: Codes

    def confidences(self, labels: Codes, classes: int, seed: int) -> Floats:
        """Train the model and return its confidences, one row for each line."""
        lines, known = self.design.training[self.learned], labels[self.learned]
        confidences = np.zeros((len(self.lines), classes))
        present = np.unique(known)
        if len(present) == 1:  # a single class: nothing to learn
            confidences[:, present[0]] = 1.0
            return confidences
        weights = {}
        if self.model.weighted:
            lines, known, counts = weighted_lines(lines, known, classes)
            weights = {"sample_weight": counts.astype(np.float64)}
        learned, asked, categorical = self._matrices(lines)
        estimator = self.model.estimator(seed, categorical)
        steps = getattr(estimator, "steps", None)
        if steps and weights:  # a pipeline needs the name of the step that takes weights
            weights = {f"{steps[-1][0]}__sample_weight": weights["sample_weight"]}
        estimator.fit(learned, known, **weights)
        confidences[:, estimator.classes_] = estimator.predict_proba(asked)
        return confidences

    def _matrices(self, lines: Codes) -> tuple[Matrix, Matrix, Bools]:
        """The matrices for training and prediction, and which of their columns are categorical.

        `lines` are those to learn from. Columns that are empty in training are left out.
        """
        matrix, categorical = self.design.matrix, self.design.categorical
        learned, asked = matrix[lines], matrix[self.lines]
        seen = nonempty_columns(learned)
        if not seen.all() and seen.any():
            learned, asked, categorical = learned[:, seen], asked[:, seen], categorical[seen]
        if not self.model.weighted:
            learned, asked = dense_if_small(learned), dense_if_small(asked)
        return learned, asked, categorical
