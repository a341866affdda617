import numpy as np

from shoal.engine.size_histogram import DENSE, SizeHistogram

CLASSES = SizeHistogram.of(np.array([5, 1, 2, 0, 1, 3]))


def test_classes_are_counted_by_size_and_empty_ones_are_none():
    assert CLASSES.sizes.tolist() == [1, 2, 3, 5]
    assert CLASSES.classes.tolist() == [2, 1, 1, 1]
    assert (CLASSES.records, CLASSES.count) == (12, 5)


def test_very_large_classes_are_counted_too():
    assert SizeHistogram.of(np.array([DENSE + 5, 1, 0])).sizes.tolist() == [1, DENSE + 5]


def test_one_size_and_all_smaller_ones():
    assert [CLASSES.classes_of_size(size) for size in (1, 4, 5, 9)] == [2, 0, 1, 0]
    assert [CLASSES.records_below(size) for size in (1, 2, 4, 9)] == [0, 2, 7, 12]


def test_the_smallest_classes_can_be_taken_off():
    assert CLASSES.remove_smallest(1).sizes.tolist() == [2, 3, 5]
    rest = CLASSES.remove_smallest(0, 1)
    assert rest.classes.tolist() == [1, 1, 1, 1]
    assert CLASSES.remove_smallest(0, 2).sizes.tolist() == [2, 3, 5]
    assert CLASSES.remove_smallest(4).count == 0


def test_no_classes_are_an_empty_histogram():
    assert SizeHistogram.of(np.zeros(0, np.int64)).count == 0
