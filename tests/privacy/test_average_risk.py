"""The worked example of docs/theory/promises.md: class sizes 1, 1, 2, 3 and 5."""

import numpy as np
import pytest

from shoal.engine.classes import EquivalenceClasses
from shoal.engine.size_histogram import SizeHistogram
from shoal.errors import StudyError
from shoal.privacy import Monotonic, privacy_models
from shoal.privacy.average_risk import AverageRisk, size_of

SIZES = np.array([1, 1, 2, 3, 5])


@pytest.mark.parametrize(
    ("risk", "size"),
    [(0.2, 5), (0.33, 4), (0.3, 4), (0.34, 3), (0.09, 12), (0.05, 20), (0.333, 3), (1, 1)],
)
def test_a_risk_stands_for_a_size(risk, size):
    assert size_of(risk) == size


def test_the_average_is_classes_by_records():
    assert AverageRisk(threshold=0.42).holds(SIZES)
    assert not AverageRisk(threshold=0.41).holds(SIZES)
    assert AverageRisk(threshold=0.4).measured(EquivalenceClasses(SIZES, SIZES)) == 5 / 12


def test_a_threshold_that_is_met_exactly_is_kept():
    assert AverageRisk(threshold=0.3).holds(SIZES[2:])


def test_a_share_of_records_may_have_too_high_a_risk():
    # Four of twelve records are in classes smaller than 3.
    assert AverageRisk(1.0, highest=0.334, share_at_risk=0.34).holds(SIZES)
    assert not AverageRisk(1.0, highest=0.334, share_at_risk=0.33).holds(SIZES)
    assert AverageRisk(1.0, highest=1.0, share_at_risk=0.0).holds(SIZES)


def test_nothing_released_keeps_every_promise():
    nothing = np.zeros(0, np.int64)
    assert AverageRisk(threshold=0.0).holds(nothing)
    assert AverageRisk(threshold=0.0).measured(EquivalenceClasses(nothing, nothing)) is None


def test_two_records_must_go_for_an_average_of_three_tenths():
    assert AverageRisk(0.3).least_suppressed(SizeHistogram.of(SIZES)) == 2
    assert AverageRisk(0.42).least_suppressed(SizeHistogram.of(SIZES)) == 0


def test_the_share_needs_so_many_records_to_go():
    # (4 - x) / (12 - x) ≤ 0.2 from x = 2 on.
    promise = AverageRisk(1.0, highest=0.334, share_at_risk=0.2)
    assert promise.least_suppressed(SizeHistogram.of(SIZES)) == 2


def test_classes_of_which_only_more_than_needed_can_go_break_monotonicity():
    # Of 40 records four must go; 2 + 2 are enough, but of 3 and 4 seven have to.
    promise = AverageRisk(1.0, highest=0.2, share_at_risk=3 / 36)
    fine, merged = np.array([2, 2, 3, 33]), np.array([3, 4, 33])
    assert promise.holds(fine[2:])
    assert not promise.holds(merged[1:])
    assert promise.monotonic is Monotonic.WITHOUT_SUPPRESSION
    assert AverageRisk(0.1).monotonic is Monotonic.ALWAYS
    needed = [promise.least_suppressed(SizeHistogram.of(sizes)) for sizes in (fine, merged)]
    assert needed == [4, 4]


@pytest.mark.parametrize(
    "wrong",
    [
        {"threshold": 1.2},
        {"threshold": 0.1, "highest": 0.2},
        {"threshold": 0.1, "highest": 0, "share_at_risk": 0.1},
    ],
)
def test_parameters_outside_their_range_are_refused(wrong):
    with pytest.raises(StudyError, match="'average-risk'"):
        privacy_models.build({"model": "average-risk", **wrong})


def test_parameters_that_belong_together_are_named_without_anything_of_ours():
    with pytest.raises(StudyError) as caught:
        privacy_models.build({"model": "average-risk", "threshold": 0.2, "highest": 0.3})
    assert str(caught.value) == (
        "privacy model 'average-risk': highest and share_at_risk should be given together."
    )
