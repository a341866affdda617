"""Interwoven cross-validation: trained on one form of records, asked in another (spec §5.2).

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
    dense_where_small,
    design_of,
    seen_columns,
    weighted_lines,
)
from shoal.learning.model import LearningModel, Matrix


@dataclass(frozen=True, eq=False)
class Predictions:
    """What a model said about records, each asked when it had not learned from it.

    Attributes:
        truth: The class of each record.
        confidences: The confidence in each class; all zero where nobody could be asked.
        undefined: Which records nobody could be asked about.
        undefined_folds: In how many parts there was no record to learn from.
    """

    truth: Codes
    confidences: Floats
    undefined: Bools
    undefined_folds: int


def cross_validated(
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
        features: What it learns from and what it is asked; of each part if they differ.
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
        learned, asked = folds.trained(at) & here.kept, folds.tested(at)
        if learned.any():
            form = design or design_of(here, model.layout)
            confidences[asked] = answers(model, form, learned, asked, (labels, classes), seed)
        else:
            undefined |= asked
    used = folds.fold >= 0
    without = len(np.unique(folds.fold[undefined]))
    return Predictions(labels[used], confidences[used], undefined[used], without)


def answers(
    model: LearningModel,
    design: Design,
    learned: Bools,
    asked: Bools,
    known: tuple[Codes, int],
    seed: int,
) -> Floats:
    """The confidences of one training.

    Args:
        model: The model.
        design: The matrix of all records.
        learned: The records to learn from; there is at least one.
        asked: The records to be asked about.
        known: The class of each record, and how many classes there are.
        seed: The seed of the model.
    """
    lines, place = np.unique(design.testing[asked], return_inverse=True)
    found: Floats = _Task(model, design, learned, lines).answered(*known, seed)[place]
    return found


@dataclass(frozen=True, eq=False)
class _Task:
    """One training: records to learn from, and lines of the matrix to predict."""

    model: LearningModel
    design: Design
    learned: Bools
    lines: Codes

    def answered(self, labels: Codes, classes: int, seed: int) -> Floats:
        """The confidences for each line."""
        lines, known = self.design.training[self.learned], labels[self.learned]
        found = np.zeros((len(self.lines), classes))
        present = np.unique(known)
        if len(present) == 1:  # there is nothing to tell apart
            found[:, present[0]] = 1.0
            return found
        weights = {}
        if self.model.weighted:
            lines, known, counts = weighted_lines(lines, known, classes)
            weights = {"sample_weight": counts.astype(np.float64)}
        learned, asked, categorical = self._seen(lines)
        estimator = self.model.estimator(seed, categorical)
        steps = getattr(estimator, "steps", None)
        if steps and weights:  # a pipeline wants to know for which of its steps
            weights = {f"{steps[-1][0]}__sample_weight": weights["sample_weight"]}
        estimator.fit(learned, known, **weights)
        found[:, estimator.classes_] = estimator.predict_proba(asked)
        return found

    def _seen(self, lines: Codes) -> tuple[Matrix, Matrix, Bools]:
        """The matrices to learn from and to ask, without values that nobody learned."""
        matrix, categorical = self.design.matrix, self.design.categorical
        learned, asked = matrix[lines], matrix[self.lines]
        seen = seen_columns(learned)
        if not seen.all() and seen.any():
            learned, asked, categorical = learned[:, seen], asked[:, seen], categorical[seen]
        if not self.model.weighted:
            learned, asked = dense_where_small(learned), dense_where_small(asked)
        return learned, asked, categorical
