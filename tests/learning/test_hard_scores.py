"""Scores where they are easily wrong, beside scikit-learn's."""

import numpy as np
import pytest
from sklearn.metrics import brier_score_loss, roc_auc_score

from shoal.learning.cross_validation import Predictions
from shoal.learning.scores import relative, score_predictions, skill
from shoal.report.learning_table import prediction_warnings


def predictions(records, classes, seed, digits=None):
    dice = np.random.default_rng(seed)
    confidences = dice.dirichlet(np.ones(classes), records)
    if digits is not None:  # few different confidences: many ties
        confidences = np.round(confidences, digits)
    truth = dice.integers(0, classes, records).astype(np.int32)
    return Predictions(truth, confidences, np.zeros(records, np.bool_), 0)


@pytest.mark.parametrize("digits", [None, 1, 0])
@pytest.mark.parametrize("classes", [2, 3, 60])
def test_areas_and_briers_are_those_of_scikit_learn_also_with_ties(classes, digits):
    found = predictions(400, classes, 1, digits)
    scores = score_predictions(found)
    for at, one in enumerate(scores.by_class):
        positive = found.truth == at
        assert one.auc == pytest.approx(roc_auc_score(positive, found.confidences[:, at]))
        assert one.brier == pytest.approx(
            brier_score_loss(positive, np.clip(found.confidences[:, at], 0, 1))
        )
    errors = (found.confidences - np.eye(classes)[found.truth]) ** 2
    assert scores.brier == pytest.approx(errors.sum(axis=1).mean())


def test_a_class_that_no_tested_record_has_tells_no_area():
    found = predictions(50, 3, 2)
    truth = np.minimum(found.truth, 1)
    scores = score_predictions(Predictions(truth, found.confidences, found.undefined, 0))
    assert scores.by_class[2].auc is None
    assert scores.auc == pytest.approx((scores.by_class[0].auc + scores.by_class[1].auc) / 2)


@pytest.mark.parametrize(
    ("score", "baseline", "original", "expected"),
    [
        (0.8, 0.5, 0.9, 0.75),
        (0.95, 0.5, 0.9, 1.125),
        (0.4, 0.5, 0.9, -0.25),
        (0.45, 0.5, 0.5, 0.9),
        (0.45, 0.5, 0.5 + 1e-16, 0.9),  # a rounding error is no difference
        (0.0, 0.0, 0.0, None),
        (None, 0.5, 0.9, None),
    ],
)
def test_relative_scores(score, baseline, original, expected):
    found = relative(score, baseline, original)
    assert found == (expected if expected is None else pytest.approx(expected))


def test_a_skill_beside_perfection_is_not_known():
    assert skill(0.1, 0.0) is None
    assert skill(0.0, 0.2) == 1


def test_who_reads_relative_values_is_told_where_they_say_nothing():
    sides = {"undefined_folds": 0, "undefined_records": 0}
    model = {
        side: {**sides, "accuracy": share}
        for side, share in (("baseline", 0.6), ("original", 0.5), ("released", 0.55))
    }
    assert [
        "relative accuracy would say nothing" in said for said in prediction_warnings(model)
    ] == [True]
    model["original"]["accuracy"] = 0.7
    assert list(prediction_warnings(model)) == []
