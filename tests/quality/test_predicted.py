"""What can be predicted at best, on the toy table."""

import numpy as np
import pytest

from quality.toy import problem_of
from shoal.quality.predicted import Predicted, predict, share_of_lost_values


def found(levels, target, features=(), *, kept=True, level=None):
    candidate = problem_of("loss").candidate(levels)
    classes = ~candidate.suppressed if kept else np.ones_like(candidate.suppressed)
    return predict(candidate, target, features, classes, level)


@pytest.mark.parametrize(
    ("levels", "target", "wanted"),
    [
        ((0, 0), "dis", Predicted(0, 0, 0, 0)),
        ((1, 0), "dis", Predicted(6, 0, 2, 1)),
        ((1, 1), "dis", Predicted(7, 2, 0, 2)),
        ((2, 0), "dis", Predicted(7, 1, 4, 3)),
        ((1, 0), "sex", Predicted(6, 0, 4, 2)),
        ((2, 0), "sex", Predicted(7, 3, 0, 3)),
    ],
)
def test_records_are_told_apart_by_the_most_frequent_value(levels, target, wanted):
    assert found(levels, target) == wanted


def test_suppressed_classes_count_where_all_are_asked_for():
    assert found((0, 0), "dis", kept=False) == Predicted(7, 0, 0, 0)
    assert found((1, 0), "dis", kept=False) == Predicted(7, 0, 2, 1)


def test_a_target_may_be_seen_at_a_higher_level():
    assert found((0, 0), "age", kept=False, level=1) == Predicted(7, 1, 4, 3)
    assert found((0, 0), "age", kept=False, level=2) == Predicted(7, 0, 0, 0)


@pytest.mark.parametrize(("at", "level", "share"), [(0, 0, 0), (0, 1, 2 / 3), (0, 2, 1), (1, 1, 1)])
def test_the_share_of_values_that_a_level_does_not_tell_apart(at, level, share):
    assert share_of_lost_values(problem_of("loss").encoded, at, level) == pytest.approx(share)
