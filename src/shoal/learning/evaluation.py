"""Compares baseline, original and release: how useful a release is for prediction."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from shoal.engine.arrays import Bools, Codes
from shoal.errors import DataError
from shoal.learning.cross_validation import Predictions, cross_validate
from shoal.learning.features import Features, encode_texts
from shoal.learning.folds import Folds, folds_of
from shoal.learning.model import LearningModel
from shoal.learning.scores import Scores, relative, score_predictions, skill
from shoal.learning.threads import one_thread

MOST_CLASSES = 100
Released = Features | Sequence[Sequence[Features]]  # of all records, or by repetition and part


@dataclass(frozen=True)
class Validation:
    """How models are judged.

    Attributes:
        folds: The parts of the table; each is predicted by models that learned from the others.
        repetitions: How often this is done, each time with other parts.
        seed: The seed of parts and models.
        most: How many records are used at most, drawn at random; 0 for all.
    """

    folds: int = 10
    repetitions: int = 1
    seed: int = 0
    most: int = 100_000

    def record_count(self, records: int) -> int:
        """How many are used of a table with so many records."""
        return min(records, self.most) if self.most else records

    def parts(self, records: int) -> list[Folds]:
        """The parts of each repetition, for a table with so many records."""
        seeds = range(self.seed, self.seed + self.repetitions)
        return [folds_of(records, self.folds, seed, self.most) for seed in seeds]


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The scores of one model for one target.

    Attributes:
        baseline: The most frequent class of the original, whatever the record.
        original: The model that learned from the input.
        released: The model that learned from the release.
    """

    baseline: Scores
    original: Scores
    released: Scores

    def plain(self, classes: Sequence[str | None]) -> dict[str, Any]:
        """All numbers as plain values; `classes` are the names of the classes in their order."""
        sides = {"baseline": self.baseline, "original": self.original, "released": self.released}
        return {
            "relative_accuracy": _relative(self, "accuracy"),
            "relative_auc": _relative(self, "auc"),
            "brier_skill": skill(self.released.brier, self.original.brier),
            "by_class": [_about_class(self, at, name) for at, name in enumerate(classes)],
            **{side: _overall(scores) for side, scores in sides.items()},
        }


def classes_of(target: str, texts: pl.Series) -> tuple[pl.Series, Codes]:
    """The classes of a target, sorted with the missing one first, and the class of each record.

    DataError if there is one class only, or too many.
    """
    classes, [labels] = encode_texts([texts])
    if len(classes) < 2:
        raise DataError(
            f"Column {target!r}: there is nothing to predict, all {len(texts):,} records show the"
            " same value. Choose another target, or keep it from being generalized that far"
            " (`max_level`)."
        )
    if len(classes) > MOST_CLASSES:
        raise DataError(
            f"Column {target!r}: models predict one of a few classes, found {len(classes):,}"
            f" different values (at most {MOST_CLASSES}). Group them first, or choose another"
            " target."
        )
    return classes, labels


def evaluate_model(
    model: LearningModel, sides: tuple[Features, Released], labels: Codes, how: Validation
) -> Evaluation:
    """Compare a model trained on the input with one trained on the release.

    Args:
        model: The model.
        sides: The features of the same records in the input and in the release; for the release,
            these may differ for each part of each repetition.
        labels: The class of each record.
        how: How models are judged.
    """
    original, released = sides
    with one_thread():
        before = _predictions(model, original, labels, how)
        after = _predictions(model, released, labels, how)
    return Evaluation(
        score_predictions(_baseline_predictions(labels, how), baseline=True),
        score_predictions(before),
        score_predictions(after),
    )


def _baseline_predictions(labels: Codes, how: Validation) -> Predictions:
    """The zero rule, which learns from the whole original and is tested on it.

    Prasser et al. 2017 (CBMS), section V-B: what a model must beat does not depend on how the table
    is divided. Learned part by part, the rule would miss where two classes are about equally
    frequent: the class that a part has more of is rarer in the others.
    """
    shares = np.bincount(labels) / len(labels)
    truth = np.concatenate([labels[parts.fold >= 0] for parts in how.parts(len(labels))])
    confidences = np.tile(shares, (len(truth), 1))
    return Predictions(truth, confidences, np.zeros(len(truth), np.bool_), 0)


def _predictions(
    model: LearningModel, features: Released, labels: Codes, how: Validation
) -> Predictions:
    """The predictions of all repetitions, one after the other."""
    classes = int(labels.max()) + 1
    parts = how.parts(len(labels))
    forms: Sequence[Features | Sequence[Features]]
    forms = [features] * len(parts) if isinstance(features, Features) else features
    repetitions = [
        cross_validate(model, form, labels, classes, folds, how.seed)
        for form, folds in zip(forms, parts, strict=True)
    ]
    undefined: Bools = np.concatenate([each.undefined for each in repetitions])
    return Predictions(
        np.concatenate([each.truth for each in repetitions]),
        np.concatenate([each.confidences for each in repetitions]),
        undefined,
        sum(each.undefined_folds for each in repetitions),
    )


def _relative(evaluation: Evaluation, score: str) -> float | None:
    """A score of the release on the scale from baseline (0) to original (1)."""
    sides = (evaluation.released, evaluation.baseline, evaluation.original)
    return relative(*(getattr(side, score) for side in sides))


def _overall(scores: Scores) -> dict[str, Any]:
    """The scores over all classes, as plain values."""
    return {
        "accuracy": scores.accuracy,
        "average_error": scores.average_error,
        "brier": scores.brier,
        "auc": scores.auc,
        "undefined_folds": scores.undefined_folds,
        "undefined_records": scores.undefined_records,
        "by_confidence": list(scores.by_confidence),
        "confusion": scores.confusion,
        "calibration": list(scores.calibration),
    }


def _about_class(evaluation: Evaluation, at: int, name: str | None) -> dict[str, Any]:
    """The scores of the class at a place, as plain values."""
    sides = {
        "baseline": evaluation.baseline.by_class[at],
        "original": evaluation.original.by_class[at],
        "released": evaluation.released.by_class[at],
    }
    shown = ("sensitivity", "specificity", "precision", "auc", "brier")
    return {
        "class": name,
        "records": sides["original"].records,
        "relative_auc": relative(*(sides[s].auc for s in ("released", "baseline", "original"))),
        "brier_skill": skill(sides["released"].brier, sides["original"].brier),
        **{
            side: {key: getattr(scores, key) for key in shown} | {"roc": scores.roc.points()}
            for side, scores in sides.items()
        },
    }
