import numpy as np
import pytest

from shoal.search.series.company import Region, people_to_show
from shoal.search.series.promised import Promised

FIVE = Promised(5)
NOBODY = np.zeros((0, 0), np.int64)


def kept(shown, gone=0, *, within=False):
    region = Region(
        np.zeros((0, len(shown)), np.int64),
        np.array([[one] for one in shown], np.bool_),
        [np.zeros((0, gone), np.int64)],
        np.array([within]),
    )
    return people_to_show(region, FIVE, [FIVE])


def test_nobody_waits_where_nobody_came_or_left():
    assert kept([True] * 6).all()


def test_few_new_people_wait_for_others():
    found = kept([True] * 6 + [False] * 4)
    assert found.tolist() == [True] * 6 + [False] * 4


def test_enough_new_people_are_shown():
    assert kept([True] * 6 + [False] * 5).all()


@pytest.mark.parametrize(("gone", "held"), [(1, 4), (4, 1), (5, 0)])
def test_whoever_left_gets_company(gone, held):
    assert (~kept([True] * 12, gone)).sum() == held


def test_a_class_that_would_be_too_small_is_not_shown():
    assert not kept([True] * 6, 3).any()
    assert not kept([True] * 4).any()


def test_of_a_part_of_an_earlier_class_enough_were_shown_there():
    assert kept([True] * 5 + [False], within=True).all()
    assert kept([True] * 4 + [False] * 5, within=True).tolist() == [False] * 4 + [True] * 5


def test_those_who_were_shown_as_often_are_the_company():
    """Two releases; three people are in both, and one left who was in both."""
    shown = np.array([[True, True]] * 9 + [[True, False]] * 6)
    gone = [np.zeros((0, 1), np.int64)] * 2
    region = Region(np.zeros((0, 15), np.int64), shown, gone, np.array([False, False]))
    found = people_to_show(region, FIVE, [FIVE, FIVE])
    assert (~found).nonzero()[0].tolist() == [0, 1, 2, 3]


def test_company_has_different_values():
    values = np.array([[1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4]])
    region = Region(values, np.ones((11, 1), np.bool_), [np.array([[1] * 5])], np.array([False]))
    found = people_to_show(region, Promised(5, (2,)), [Promised(5, (2,))])
    left = {1, *values[0, ~found].tolist()}
    assert len(left) >= 2 or not found.any()
