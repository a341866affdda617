import numpy as np
import pytest

from shoal.search.series.promised import Promised, number_tuples, size_of_own_group
from shoal.search.series.together import components


@pytest.mark.parametrize(
    ("values", "lacks"),
    [([1, 2, 3], 0), ([1, 2], 1), ([1, 1, 1], 1), ([], 3), ([1, 1, 1, 2], 0)],
)
def test_a_group_lacks_people_or_values(values, lacks):
    assert Promised(3, (2,)).people_lacking(np.array([values], np.int64)) == lacks


def test_groups_are_judged_one_by_one():
    groups, values = np.array([7, 7, 7, 2, 2, 9]), np.array([[0, 1, 0, 5, 5, 3]])
    broken = Promised(2, (2,)).is_in_broken_group(groups, values)
    assert broken.tolist() == [False, False, False, True, True, True]


def test_both_promises_are_kept_together():
    assert Promised(5, (2, 4)).combine_with(Promised(3, (3, 1))) == Promised(5, (3, 4))


def test_equal_tuples_have_equal_numbers():
    first, second = np.array([4, 4, 1, 4]), np.array([0, 9, 0, 0])
    found = number_tuples(first, second)
    assert found[0] == found[3]
    assert sorted(set(found.tolist())) == [0, 1, 2]
    assert size_of_own_group(found).tolist() == [2, 1, 1, 2]


def test_components_are_what_edges_lead_to():
    found = components(7, np.array([0, 2, 5]), np.array([1, 1, 6]))
    assert found.tolist() == [0, 0, 0, 3, 4, 5, 5]


def test_a_long_way_is_one_component():
    nodes = np.random.default_rng(3).permutation(50)
    assert set(components(50, nodes[:-1], nodes[1:]).tolist()) == {0}
