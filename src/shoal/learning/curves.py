"""ROC curves with ties, precision by confidence, and calibration (docs/theory/learning.md).

Fawcett 2006, doi:10.1016/j.patrec.2005.10.010: records with equal confidence are one step. So if a
model has the same confidence for all records, its curve is the diagonal, and the area one half.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from shoal.engine.arrays import Bools, Floats

THRESHOLDS = np.arange(21) / 20
SHOWN = 200  # points that a picture needs
BINS = 10  # of confidences


@dataclass(frozen=True, eq=False)
class Curve:
    """A ROC curve from (0, 0) to (1, 1); empty if there are only positives or only negatives.

    Attributes:
        false_positives: The share of the negatives that are predicted to be positive, ascending.
        true_positives: At the same points, the share of the positives that are predicted to be so.
    """

    false_positives: Floats
    true_positives: Floats

    def points(self, most: int = SHOWN) -> list[list[float]]:
        """About `most` points (x, y) at most, evenly spread along the curve, both ends included."""
        if not len(self.false_positives):
            return []
        along = self.false_positives + self.true_positives
        places = np.searchsorted(along, np.linspace(0, 2, most))
        chosen = np.unique(np.clip(places, 0, len(along) - 1))
        chosen = np.unique(np.concatenate([[0], chosen, [len(along) - 1]]))
        pairs = zip(self.false_positives[chosen], self.true_positives[chosen], strict=True)
        return [[round(float(x), 6), round(float(y), 6)] for x, y in pairs]


def roc(confidence: Floats, positive: Bools) -> Curve:
    """The ROC curve of a model for one value of its target.

    A point for each confidence that occurs: which shares of negatives and positives reach it.

    Args:
        confidence: How sure the model is that each record is positive.
        positive: Whether it is.
    """
    positives = int(np.count_nonzero(positive))
    negatives = len(positive) - positives
    if not positives or not negatives:
        return Curve(np.zeros(0), np.zeros(0))
    order = np.argsort(-confidence, kind="stable")
    ranked = confidence[order]
    last = np.append(np.flatnonzero(ranked[1:] != ranked[:-1]), len(ranked) - 1)
    hits = np.cumsum(positive[order])[last]
    misses = last + 1 - hits
    return Curve(np.append(0.0, misses / negatives), np.append(0.0, hits / positives))


def area(curve: Curve) -> float | None:
    """The area under a curve by trapezoids; None if the curve is empty."""
    if not len(curve.false_positives):
        return None
    return float(np.trapezoid(curve.true_positives, curve.false_positives))


def precision_by_confidence(
    confidence: Floats, right: Bools
) -> tuple[dict[str, float | None], ...]:
    """One line per threshold 0, 0.05, … 1, with shares from 0 to 1.

    `coverage`: the predictions that are at least as sure as the threshold, of all. `precision`:
    those of them that are right; None if there are none. `recall`: those that are at least as
    sure and right, of all predictions.
    """
    return tuple(_precision_at(float(threshold), confidence, right) for threshold in THRESHOLDS)


def _precision_at(threshold: float, confidence: Floats, right: Bools) -> dict[str, float | None]:
    """The line of one threshold."""
    chosen = confidence >= threshold
    selected, correct = int(np.count_nonzero(chosen)), int(np.count_nonzero(right & chosen))
    return {
        "threshold": threshold,
        "coverage": selected / len(right),
        "precision": correct / selected if selected else None,
        "recall": correct / len(right),
    }


def calibration(confidence: Floats, right: Bools, asked: Bools) -> tuple[dict[str, Any], ...]:
    """One line per tenth of confidence that has predictions.

    `records`: how many predictions; `confidence`: how sure they are on average; `right`: the share
    of them that are right.

    Args:
        confidence: How sure each prediction is.
        right: Whether it is right.
        asked: Whether it counts here; one that is undefined does not.
    """
    places = np.minimum((confidence * BINS).astype(np.int64), BINS - 1)
    tenths = []
    for at in range(BINS):
        inside = asked & (places == at)
        if records := int(np.count_nonzero(inside)):
            sure, share = float(confidence[inside].mean()), float(right[inside].mean())
            tenths.append({"records": records, "confidence": sure, "right": share})
    return tuple(tenths)
