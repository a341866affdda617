"""ROC curves, with scikit-learn as the judge."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from shoal.learning.curves import area, roc


def test_tied_records_are_one_step():
    curve = roc(np.array([0.8, 0.5, 0.5, 0.1]), np.array([True, True, False, False]))
    assert curve.false_positives.tolist() == [0, 0, 0.5, 1]
    assert curve.true_positives.tolist() == [0, 0.5, 1, 1]


def test_who_ranks_nobody_has_the_diagonal():
    curve = roc(np.full(5, 0.3), np.array([True, False, False, True, False]))
    assert (curve.false_positives.tolist(), curve.true_positives.tolist()) == ([0, 1], [0, 1])
    assert area(curve) == 0.5


def test_there_is_no_curve_of_one_class():
    curve = roc(np.array([0.3, 0.4]), np.array([True, True]))
    assert area(curve) is None
    assert curve.points() == []


@given(st.lists(st.tuples(st.integers(0, 6), st.booleans()), min_size=2, max_size=60))
def test_the_area_is_that_of_scikit_learn(records):
    confidence = np.array([rank / 6 for rank, _ in records])
    positive = np.array([one for _, one in records])
    if positive.all() or not positive.any():
        assert area(roc(confidence, positive)) is None
    else:
        wanted = roc_auc_score(positive, confidence)
        assert area(roc(confidence, positive)) == pytest.approx(wanted, abs=1e-12)


def test_a_picture_needs_few_points_with_both_ends():
    random = np.random.default_rng(1)
    curve = roc(random.random(5000), random.random(5000) < 0.5)
    points = curve.points(50)
    assert len(points) <= 52
    assert (points[0], points[-1]) == ([0, 0], [1, 1])
    assert points == sorted(points)
