"""Lower bounds of what a class costs below; the laws compare them with every split."""

import numpy as np
import pytest

from privacy.toy import COLUMN, classes_with
from shoal.privacy.unavoidable import at_least, beyond_caps, beyond_limit, whole_classes

TEN = np.array([10, 10])


def test_a_convex_number_over_its_limit_costs_a_share():
    # 0.7 is the mean of kept parts at 0.4 and lost ones at 1: half of the records are lost.
    assert beyond_limit(np.array([0.7, 0.4]), 0.4, TEN).tolist() == pytest.approx([5, 0])
    assert beyond_limit(np.array([1.0, 1.0]), 1.0, TEN).tolist() == [0, 0]


def test_values_over_their_caps_cost_more_together_than_alone():
    histogram = classes_with([5, 4, 1]).histograms[COLUMN]
    together = beyond_caps(histogram, np.array([0.2, 0.2, 1.0]), np.array([10]))
    alone = beyond_caps(histogram, np.array([0.2, 1.0, 1.0]), np.array([10]))
    assert alone.tolist() == pytest.approx([10 * 0.3 / 0.8])
    assert together.tolist() == pytest.approx([10 * 0.5 / 0.6])


def test_what_no_part_can_keep_costs_everything():
    assert whole_classes(np.array([True, False]), TEN).tolist() == [10, 0]


def test_rounding_costs_nothing_and_no_more_is_lost_than_is_there():
    assert at_least(np.array([1e-12, 1.5]), TEN).tolist() == [0, 10]
