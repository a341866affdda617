"""t-closeness: classes are distributed nearly as the table (Li et al. 2007, paper 004)."""

import numpy as np
import pytest

from privacy.toy import COLUMN, classes_with
from shoal.errors import StudyError
from shoal.privacy import Monotonic, privacy_models
from shoal.privacy.model import minimum_size


def close(t, distance="equal"):
    settings = {"model": "t-closeness", "column": COLUMN, "t": t, "distance": distance}
    return privacy_models.build(settings)


EXAMPLE = classes_with([1, 1, 0], [0, 2, 1])  # paper 004: the table is (1/5, 3/5, 1/5)


def test_the_example_of_paper_004_keeps_a_quarter():
    assert close(0.25, "ordered").violations(EXAMPLE).tolist() == [False, False]
    assert close(0.24, "ordered").violations(EXAMPLE).tolist() == [True, False]
    assert close(0.05, "ordered").violations(EXAMPLE).tolist() == [True, True]


def test_equal_distances_of_the_example_are_three_and_two_tenths():
    # 0.2 is 0.19999999999999998 or 0.2 or a little more; rounding must not decide.
    assert close(0.3).violations(EXAMPLE).tolist() == [False, False]
    assert close(0.2).violations(EXAMPLE).tolist() == [True, False]
    assert close(0.19).violations(EXAMPLE).tolist() == [True, True]


def test_the_farthest_class_is_measured():
    assert close(1).measured(EXAMPLE) == pytest.approx(0.3)
    assert close(1, "ordered").measured(EXAMPLE) == pytest.approx(0.25)
    assert close(1).measured(classes_with([0, 0], reference=[1, 1])) is None


def test_a_hierarchy_brings_values_of_one_branch_closer():
    tree, reference = ([0, 1, 2, 3], [0, 0, 1, 1], [0, 0, 0, 0]), [1, 1, 1, 1]
    classes = classes_with([1, 1, 0, 0], [1, 0, 1, 0], reference=reference, tree=tree)
    assert close(0.25, "hierarchical").violations(classes).tolist() == [True, False]


def test_a_table_in_one_class_is_at_no_distance():
    whole = classes_with([5, 3, 7], tree=([0, 1, 2], [0, 0, 0]))
    for distance in ("equal", "ordered", "hierarchical"):
        assert close(0, distance).violations(whole).tolist() == [False]


def test_what_a_far_class_costs_below_is_known():
    # Half of the table is ill, nine of these ten are: with t = 0.1 six of ten may be.
    [lost] = close(0.1).unavoidable(classes_with([9, 1], reference=[50, 50]))
    assert lost == pytest.approx(10 * (0.4 - 0.1) / 0.9)
    assert close(0.4).unavoidable(classes_with([9, 1], reference=[50, 50])).tolist() == [0]
    assert close(1).unavoidable(classes_with([9, 0], reference=[50, 50])).tolist() == [0]


def test_it_declares_what_the_search_needs():
    assert close(0.2).monotonic is Monotonic.WITHOUT_SUPPRESSION
    assert minimum_size(close(0.2)) == 1


def test_sixty_thousand_classes_are_no_trouble():
    dice = np.random.default_rng(2)
    rows = np.zeros((60_000, 130), np.int64)
    rows[np.repeat(np.arange(60_000), 3), dice.integers(0, 130, 180_000)] += 1
    classes = classes_with(*rows)
    assert close(0.5, "ordered").violations(classes).shape == (60_000,)


@pytest.mark.parametrize("t", [-0.1, 1.1, "much"])
def test_t_is_between_zero_and_one(t):
    with pytest.raises(StudyError, match="'t'"):
        close(t)


def test_an_unknown_distance_is_refused():
    with pytest.raises(StudyError, match="'distance'"):
        close(0.2, "euclidean")
