"""How good predictions are: spec/utility.md §5.5, overall and one class against all others."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.engine.arrays import Bools, Codes, Floats
from shoal.learning.cross_validation import Predictions
from shoal.learning.curves import Curve, area, by_confidence, calibration, roc

TIE = 1e-12  # scores this close are equal
UNDECIDED = -1  # the predicted class where several are the most probable


@dataclass(frozen=True, eq=False)
class ClassScores:
    """One class against all others.

    Attributes:
        records: How many records are of the class.
        sensitivity: The share of them that is predicted (also: recall).
        specificity: The share of others that is not.
        precision: The share of those predicted that are of the class.
        auc: The area under the ROC curve; None where there is no other class to tell it from.
        brier: The mean squared error of the confidence in the class.
        roc: The curve: share of others and share of the class beyond each confidence.
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
        average_error: The mean of one minus the confidence in the true class.
        brier: The mean sum of squared errors over classes, from 0 to 2.
        auc: The mean area under the ROC curves of all classes that occur.
        by_class: The scores of each class.
        by_confidence: Precision, recall and coverage of predictions that are sure enough.
        confusion: How many records of each class (line) are taken for each class (column).
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


def scored(found: Predictions, *, baseline: bool = False) -> Scores:
    """All scores of predictions.

    Args:
        found: The predictions.
        baseline: Whether they do not depend on the record. Then an error is 0 or 1, and no record
            is ranked before another: only the part of the table it is in makes a difference.
    """
    right = found.confidences.argmax(axis=1) == found.truth
    right &= ~found.undefined
    ranked = found.confidences
    if baseline:
        ranked = np.broadcast_to(ranked.mean(axis=0), ranked.shape)
    predicted = decided(found.confidences)
    classes = tuple(
        _one_against_all(found, predicted, ranked[:, at], at) for at in range(ranked.shape[1])
    )
    areas = [one.auc for one in classes if one.auc is not None]
    own = found.confidences[np.arange(len(found.truth)), found.truth]
    accuracy = float(right.mean())
    return Scores(
        accuracy=accuracy,
        average_error=1 - accuracy if baseline else float(1 - own.mean()),
        brier=sum(one.brier for one in classes),
        auc=float(np.mean(areas)) if areas else None,
        by_class=classes,
        by_confidence=by_confidence(found.confidences.max(axis=1), right),
        confusion=confusion(found),
        calibration=calibration(found.confidences.max(axis=1), right, ~found.undefined),
        undefined_folds=found.undefined_folds,
        undefined_records=int(np.count_nonzero(found.undefined)),
    )


def confusion(found: Predictions) -> list[list[int]]:
    """How many records of each class are taken for each class; those not asked about for none."""
    classes, asked = found.confidences.shape[1], ~found.undefined
    said = found.confidences.argmax(axis=1)[asked]
    places = found.truth[asked].astype(np.int64) * classes + said
    counts = np.bincount(places, minlength=classes * classes).reshape(classes, classes)
    lines: list[list[int]] = counts.tolist()
    return lines


def decided(confidences: Floats) -> Codes:
    """The class with the largest confidence; none where several have it."""
    largest = confidences.max(axis=1, keepdims=True)
    unique = np.count_nonzero(confidences == largest, axis=1) == 1
    return np.where(unique, confidences.argmax(axis=1), UNDECIDED).astype(np.int32)


def relative(score: float | None, baseline: float | None, original: float | None) -> float | None:
    """Where a score stands between the baseline (0) and the original (1); may be beyond both."""
    if score is None or baseline is None or original is None:
        return None
    if abs(original - baseline) <= TIE:
        return score / baseline if baseline else None
    return (score - baseline) / (original - baseline)


def skill(brier: float, original: float) -> float | None:
    """The Brier skill score: how much less error than the original; None if that had none."""
    return 1 - brier / original if original else None


def _one_against_all(found: Predictions, predicted: Codes, ranks: Floats, at: int) -> ClassScores:
    is_class = found.truth == at
    clear = predicted != UNDECIDED
    said, meant = (predicted == at)[clear], is_class[clear]
    curve = roc(ranks, is_class)
    return ClassScores(
        records=int(np.count_nonzero(is_class)),
        sensitivity=_share(said & meant, meant),
        specificity=_share(~said & ~meant, ~meant),
        precision=_share(said & meant, said),
        auc=area(curve),
        brier=float(np.mean((found.confidences[:, at] - is_class) ** 2)),
        roc=curve,
    )


def _share(part: Bools, whole: Bools) -> float:
    """How many of the whole are the part; 0 where there is none."""
    total = int(np.count_nonzero(whole))
    return int(np.count_nonzero(part)) / total if total else 0.0
