"""ROC curves with ties, and precision against confidence (spec/utility.md §5.5).

Fawcett 2006, doi:10.1016/j.patrec.2005.10.010: records with equal confidence are one step, so that
a model that does not rank at all has the diagonal and an area of one half.
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
    """A ROC curve from (0, 0) to (1, 1); empty if there are only positives or only negatives."""

    false_positives: Floats
    true_positives: Floats

    def points(self, most: int = SHOWN) -> list[list[float]]:
        """The curve with at most about `most` points, evenly spread along it."""
        if not len(self.false_positives):
            return []
        along = self.false_positives + self.true_positives
        places = np.searchsorted(along, np.linspace(0, 2, most))
        chosen = np.unique(np.clip(places, 0, len(along) - 1))
        chosen = np.unique(np.concatenate([[0], chosen, [len(along) - 1]]))
        pairs = zip(self.false_positives[chosen], self.true_positives[chosen], strict=True)
        return [[round(float(x), 6), round(float(y), 6)] for x, y in pairs]


def roc(confidence: Floats, positive: Bools) -> Curve:
    """For each confidence that occurs: the shares of negatives and positives at or above it."""
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


def by_confidence(confidence: Floats, right: Bools) -> tuple[dict[str, float | None], ...]:
    """For each threshold: how many predictions are at least as sure, and how many are right."""
    return tuple(_at(float(threshold), confidence, right) for threshold in THRESHOLDS)


def _at(threshold: float, confidence: Floats, right: Bools) -> dict[str, float | None]:
    chosen = confidence >= threshold
    selected, correct = int(np.count_nonzero(chosen)), int(np.count_nonzero(right & chosen))
    return {
        "threshold": threshold,
        "coverage": selected / len(right),
        "precision": correct / selected if selected else None,
        "recall": correct / len(right),
    }


def calibration(confidence: Floats, right: Bools, asked: Bools) -> tuple[dict[str, Any], ...]:
    """Predictions by tenths of confidence: how sure they are on average, and how often right."""
    places = np.minimum((confidence * BINS).astype(np.int64), BINS - 1)
    tenths = []
    for at in range(BINS):
        inside = asked & (places == at)
        if records := int(np.count_nonzero(inside)):
            sure, share = float(confidence[inside].mean()), float(right[inside].mean())
            tenths.append({"records": records, "confidence": sure, "right": share})
    return tuple(tenths)
