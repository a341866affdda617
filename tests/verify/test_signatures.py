import numpy as np

from shoal.verify.signatures import same_groups


def test_groups_under_new_names_and_in_another_order_are_the_same():
    before = [np.array([0, 0, 1, 2, 2]), np.array([5, 6, 5, 6, 6])]
    after = [np.array([9, 7, 8, 9, 8]), np.array([5, 5, 6, 6, 6])]
    assert same_groups(before, after)


def test_a_record_in_another_group_is_noticed():
    before = [np.array([0, 0, 1, 2, 2]), np.array([5, 6, 5, 6, 6])]
    after = [np.array([9, 7, 8, 7, 8]), np.array([5, 5, 6, 6, 6])]
    assert same_groups(before, after)  # 9 and 7 have changed names
    assert not same_groups(before, [after[0], np.array([5, 5, 6, 5, 6])])


def test_groups_that_are_merged_or_split_are_noticed():
    kinds = np.array([1, 1, 1, 1])
    assert not same_groups([np.array([0, 0, 1, 1]), kinds], [np.array([0, 0, 0, 0]), kinds])
    assert not same_groups([np.array([0, 0, 1, 1]), kinds], [np.array([0, 0, 0, 1]), kinds])


def test_nothing_is_the_same_as_nothing():
    nothing = np.zeros(0, np.int64)
    assert same_groups([nothing, nothing], [nothing, nothing])
