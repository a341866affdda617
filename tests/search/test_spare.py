"""Space for searches: handed on where it is large enough, had by one search at a time."""

import numpy as np

from shoal.search.exact.spare import Spare, free_spare_space


def test_space_is_handed_on_and_had_by_one_search_at_a_time():
    spare = Spare(np.uint64, np.int64)
    keys, counts = spare.take(8, 8)
    assert (keys.dtype, counts.dtype) == (np.uint64, np.int64)
    spare.put(keys, counts)
    assert spare.take(4, 8)[0] is keys
    assert spare.take(4, 8)[0] is not keys


def test_space_that_is_too_small_is_not_handed_on():
    spare = Spare(np.uint64, np.int64)
    spare.put(*spare.take(8, 8))
    assert list(map(len, spare.take(8, 9))) == [8, 9]


def test_space_can_be_given_back():
    spare = Spare(np.uint64)
    (keys,) = spare.take(8)
    spare.put(keys)
    free_spare_space()
    assert spare.take(8)[0] is not keys
