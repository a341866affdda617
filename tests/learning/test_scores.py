"""Every worked number of docs/theory/learning.md, by hand."""

import numpy as np
import pytest

from shoal.learning.cross_validation import Predictions
from shoal.learning.scores import (
    UNDECIDED,
    most_probable_classes,
    relative,
    score_predictions,
    skill,
)

CONFIDENCES = [(0.7, 0.2, 0.1), (0.1, 0.6, 0.3), (0.3, 0.3, 0.4), (0.2, 0.5, 0.3)]
TRUTH = [0, 1, 2, 0]


def predictions(truth, confidences, undefined=None):
    """Predictions of a model that could always be asked, unless said otherwise."""
    missing = np.zeros(len(truth), np.bool_) if undefined is None else np.array(undefined)
    folds = int(missing.any())
    return Predictions(np.array(truth, np.int32), np.array(confidences, float), missing, folds)


@pytest.fixture
def scores():
    return score_predictions(predictions(TRUTH, CONFIDENCES))


def test_three_of_four_records_are_predicted(scores):
    assert scores.accuracy == 0.75


def test_the_average_error_is_how_much_confidence_in_the_true_class_is_missing(scores):
    assert scores.average_error == pytest.approx(0.525, abs=1e-12)


def test_the_brier_score_sums_squared_errors_over_classes(scores):
    assert scores.brier == pytest.approx(0.48, abs=1e-12)


@pytest.mark.parametrize(
    ("at", "sensitivity", "specificity", "auc", "brier"),
    [(0, 0.5, 1, 0.75, 0.2075), (1, 1, 0.666667, 1, 0.135), (2, 1, 1, 1, 0.1375)],
)
def test_each_class_against_all_others(scores, at, sensitivity, specificity, auc, brier):
    found = scores.by_class[at]
    assert found.sensitivity == pytest.approx(sensitivity, abs=1e-6)
    assert found.specificity == pytest.approx(specificity, abs=1e-6)
    assert found.auc == pytest.approx(auc, abs=1e-6)
    assert found.brier == pytest.approx(brier, abs=1e-12)


@pytest.mark.parametrize(
    ("threshold", "coverage", "precision", "recall"),
    [(0.45, 0.75, 0.666667, 0.5), (0.55, 0.5, 1, 0.5)],
)
def test_predictions_that_are_sure_enough(scores, threshold, coverage, precision, recall):
    [found] = [at for at in scores.by_confidence if at["threshold"] == pytest.approx(threshold)]
    assert found["coverage"] == coverage
    assert found["precision"] == pytest.approx(precision, abs=1e-6)
    assert found["recall"] == recall


def test_thresholds_go_from_0_to_1_in_steps_of_one_twentieth(scores):
    found = [at["threshold"] for at in scores.by_confidence]
    assert found == pytest.approx([step * 0.05 for step in range(21)])
    assert scores.by_confidence[-1]["precision"] is None  # nobody is that sure


def test_a_binary_example():
    positive = np.array([0.9, 0.8, 0.55, 0.4, 0.3])
    both = np.stack([1 - positive, positive], axis=1)
    scores = score_predictions(predictions([1, 1, 0, 1, 0], both))
    assert scores.by_class[1].auc == pytest.approx(5 / 6)
    assert scores.by_class[1].brier == pytest.approx(0.1605, abs=1e-12)
    assert scores.brier == pytest.approx(0.321, abs=1e-12)


def test_the_area_over_all_classes_is_their_mean(scores):
    assert scores.auc == pytest.approx((0.75 + 1 + 1) / 3)


@pytest.mark.parametrize(
    ("score", "baseline", "original", "found"),
    [
        (0.823420, 0.751078, 0.831609, 0.898312),  # docs/theory/learning.md
        (0.8, 0.5, 0.7, 1.5),
        (0.4, 0.5, 0.7, -0.5),
        (0.6, 0.5, 0.5, 1.2),
        (0.6, 0.0, 0.0, None),
        (None, 0.5, 0.7, None),
    ],
)
def test_relative_scores_stand_between_baseline_and_original(score, baseline, original, found):
    assert relative(score, baseline, original) == (found and pytest.approx(found, abs=5e-6))


def test_the_skill_compares_brier_scores():
    # docs/theory/learning.md
    assert skill(0.244393, 0.233056) == pytest.approx(-0.048645, abs=5e-7)
    assert skill(0.0, 0.2) == 1
    assert skill(0.1, 0.0) is None


def test_a_tie_is_no_prediction_of_a_class():
    assert most_probable_classes(np.array([[0.4, 0.4, 0.2], [0.5, 0.3, 0.2]])).tolist() == [
        UNDECIDED,
        0,
    ]


def test_a_record_without_a_clear_prediction_is_left_out_of_the_four_counts():
    tie = score_predictions(predictions([0, 0, 1], [(0.5, 0.5), (0.9, 0.1), (0.2, 0.8)]))
    assert tie.by_class[0].sensitivity == 1  # of one clear record
    assert tie.by_class[1].specificity == 1


def test_nothing_over_nothing_is_nothing():
    scores = score_predictions(predictions([0, 0], [(0.9, 0.1), (0.8, 0.2)]))
    never = scores.by_class[1]
    assert (never.sensitivity, never.precision, never.auc) == (0, 0, None)
    assert scores.by_class[0].specificity == 0


def test_the_baseline_ranks_nobody_and_is_right_or_wrong():
    baseline = score_predictions(predictions([0, 1, 0, 0], [(0.75, 0.25)] * 4), baseline=True)
    assert baseline.auc == 0.5
    assert baseline.average_error == pytest.approx(0.25)  # an error of 0 or 1 for each record


def test_records_that_nobody_could_be_asked_about_count_as_wrong_and_are_told():
    confidences = [(0.9, 0.1), (0.0, 0.0)]
    scores = score_predictions(predictions([0, 0], confidences, [False, True]))
    assert scores.accuracy == 0.5
    assert scores.average_error == pytest.approx((0.1 + 1) / 2)
    assert scores.brier == pytest.approx((0.02 + 1) / 2)
    assert (scores.undefined_folds, scores.undefined_records) == (1, 1)
    assert scores.by_confidence[0] == {
        "threshold": 0.0, "coverage": 1.0, "precision": 0.5, "recall": 0.5
    }  # fmt: skip


def test_the_confusion_counts_records_of_each_class_by_the_class_they_are_taken_for(scores):
    assert scores.confusion == [[1, 1, 0], [0, 1, 0], [0, 0, 1]]


def test_a_record_that_nobody_was_asked_about_is_taken_for_no_class():
    found = score_predictions(predictions([0, 1], [(0.9, 0.1), (0, 0)], [False, True]))
    assert found.confusion == [[1, 0], [0, 0]]
    assert sum(one["records"] for one in found.calibration) == 1


def test_the_calibration_tells_how_sure_predictions_are_and_how_often_right():
    found = score_predictions(
        predictions([0, 1, 0], [(0.95, 0.05), (1, 0), (0.55, 0.45)])
    ).calibration
    assert [one["records"] for one in found] == [1, 2]
    assert [one["right"] for one in found] == [1, 0.5]
    assert found[1]["confidence"] == pytest.approx(0.975)
