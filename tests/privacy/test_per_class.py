"""One number per class from the entries of a histogram."""

import numpy as np

from privacy.toy import COLUMN, classes_with
from shoal.privacy.per_class import distinct, diversity, largest, strongest, sums, totals, weakest

CLASSES = classes_with([3, 0, 1], [0, 0, 0], [2, 2, 2], people=[4, 0, 2])
HISTOGRAM = CLASSES.histograms[COLUMN]


def test_totals_and_different_values_are_counted_and_empty_classes_have_none():
    assert totals(HISTOGRAM, 3).tolist() == [4, 0, 6]
    assert distinct(HISTOGRAM, 3).tolist() == [2, 0, 3]


def test_entries_are_added_up_and_compared_per_class():
    assert sums(HISTOGRAM, HISTOGRAM.counts * 0.5, 3).tolist() == [2, 0, 3]
    assert largest(HISTOGRAM, np.array([1, 5, -3, -2, -1]), 3).tolist() == [5, 0, -1]


def test_a_class_is_no_more_diverse_than_it_has_members():
    assert diversity(CLASSES, COLUMN).tolist() == [2, 0, 2]


def test_empty_classes_are_neither_weakest_nor_strongest():
    numbers = np.array([7, 1, 5])
    assert weakest(numbers, CLASSES) == 5
    assert strongest(np.array([7, 9, 5]), CLASSES) == 7
