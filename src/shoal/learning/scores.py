"""Scores of predictions, overall and for each class against all others.

Theory: docs/theory/learning.md.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.engine.arrays import Bools, Codes, Floats
from shoal.learning.cross_validation import Predictions
from shoal.learning.curves import Curve, area, calibration, precision_by_confidence, roc

TIE = 1e-12  # scores this close are equal
UNDECIDED = -1  # the predicted class if several are equally probable


@dataclass(frozen=True, eq=False)
class ClassScores:
    """One class against all others.

    Attributes:
        records: How many records are of the class.
        sensitivity: The share of these that is predicted as the class (also: recall). This and the
            next two leave out records for which several classes are equally probable.
        specificity: The share of other records that is not.
        precision: The share of records predicted as the class that are of it.
        auc: The area under the ROC curve; None if all records or none are of the class.
        brier: The mean squared error of the confidence in the class.
        roc: The curve: share of others and share of the class at or above each confidence.
    """

    records: int
    sensitivity: float
    specificity: float
    precision: float
    auc: float | None
    brier: float
    roc: Curve


@dataclass(frozen=True, eq=False)
class Scores:
    """How good predictions are.

    Attributes:
        accuracy: The share of records whose class was predicted.
        average_error: One minus the mean confidence in the true class; of the baseline, one minus
            its accuracy.
        brier: The mean sum of squared errors over classes, from 0 to 2.
        auc: The mean area under the ROC curves of all classes that have one; None if none has.
        by_class: The scores of each class.
        by_confidence: Precision, recall and coverage of predictions that are sure enough.
        confusion: How many records of each class (line) are predicted as each class (column).
        calibration: How sure predictions are, and how many of them are right.
        undefined_folds: Parts of the table in which there was nothing to learn from.
        undefined_records: Records in these parts; they count as predicted wrongly.
    """

    accuracy: float
    average_error: float
    brier: float
    auc: float | None
    by_class: tuple[ClassScores, ...]
    by_confidence: tuple[dict[str, float | None], ...]
    confusion: list[list[int]]
    calibration: tuple[dict[str, Any], ...]
    undefined_folds: int
    undefined_records: int


def score_predictions(predictions: Predictions, *, baseline: bool = False) -> Scores:
    """All scores of predictions.

    Args:
        predictions: The predictions.
        baseline: Whether they do not depend on the record. Then an error is 0 or 1.
    """
    right = predictions.confidences.argmax(axis=1) == predictions.truth
    right &= ~predictions.undefined
    ranked = predictions.confidences
    predicted = most_probable_classes(predictions.confidences)
    classes = tuple(
        _one_against_all(predictions, predicted, ranked[:, at], at) for at in range(ranked.shape[1])
    )
    areas = [scores.auc for scores in classes if scores.auc is not None]
    own = predictions.confidences[np.arange(len(predictions.truth)), predictions.truth]
    accuracy = float(right.mean())
    return Scores(
        accuracy=accuracy,
        average_error=1 - accuracy if baseline else float(1 - own.mean()),
        brier=sum(scores.brier for scores in classes),
        auc=float(np.mean(areas)) if areas else None,
        by_class=classes,
        by_confidence=precision_by_confidence(predictions.confidences.max(axis=1), right),
        confusion=confusion(predictions),
        calibration=calibration(predictions.confidences.max(axis=1), right, ~predictions.undefined),
        undefined_folds=predictions.undefined_folds,
        undefined_records=int(np.count_nonzero(predictions.undefined)),
    )


def confusion(predictions: Predictions) -> list[list[int]]:
    """How many records of each class (line) are predicted as each class (column).

    Records without a prediction are left out.
    """
    classes, asked = predictions.confidences.shape[1], ~predictions.undefined
    said = predictions.confidences.argmax(axis=1)[asked]
    places = predictions.truth[asked].astype(np.int64) * classes + said
    counts = np.bincount(places, minlength=classes * classes).reshape(classes, classes)
    lines: list[list[int]] = counts.tolist()
    return lines


def most_probable_classes(confidences: Floats) -> Codes:
    """The class with the largest confidence; `UNDECIDED` if several have it."""
    largest = confidences.max(axis=1, keepdims=True)
    unique = np.count_nonzero(confidences == largest, axis=1) == 1
    return np.where(unique, confidences.argmax(axis=1), UNDECIDED).astype(np.int32)


def relative(score: float | None, baseline: float | None, original: float | None) -> float | None:
    """The score on a scale from baseline (0) to original (1); it may lie outside.

    If baseline and original are equal, the score divided by the baseline. None if a score is
    missing, or the baseline is 0 then.
    """
    if score is None or baseline is None or original is None:
        return None
    if abs(original - baseline) <= TIE:
        return score / baseline if baseline else None
    return (score - baseline) / (original - baseline)


def skill(brier: float, original: float) -> float | None:
    """The Brier skill score: the error saved against the original; None if that has no error."""
    return 1 - brier / original if original else None


def _one_against_all(
    predictions: Predictions, predicted: Codes, ranks: Floats, at: int
) -> ClassScores:
    """The scores of the class with the code `at`.

    Args:
        predictions: The predictions.
        predicted: The predicted class of each record, or `UNDECIDED`.
        ranks: What ranks records for the ROC curve: the confidence in the class.
        at: The code of the class.
    """
    is_class = predictions.truth == at
    clear = predicted != UNDECIDED
    said, meant = (predicted == at)[clear], is_class[clear]
    curve = roc(ranks, is_class)
    return ClassScores(
        records=int(np.count_nonzero(is_class)),
        sensitivity=_share(said & meant, meant),
        specificity=_share(~said & ~meant, ~meant),
        precision=_share(said & meant, said),
        auc=area(curve),
        brier=float(np.mean((predictions.confidences[:, at] - is_class) ** 2)),
        roc=curve,
    )


def _share(part: Bools, whole: Bools) -> float:
    """The part as a share of the whole; 0 if the whole is empty."""
    total = int(np.count_nonzero(whole))
    return int(np.count_nonzero(part)) / total if total else 0.0
