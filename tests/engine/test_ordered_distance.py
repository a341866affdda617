"""Ordered distances by example and by definition."""

import pytest
from hypothesis import given, settings

from engine.lines import PAPER, defined, histogram, histograms
from shoal.engine.ordered_distance import NARROW, classes_beyond, ordered_distances


def test_the_papers_classes_are_a_quarter_and_a_sixth_from_their_table():
    assert ordered_distances(PAPER, 2) == pytest.approx([1 / 4, 1 / 6], abs=1e-15)


def test_a_class_that_misses_the_end_of_the_line_is_rejected_by_its_ends():
    ends = histogram([3] + [0] * (NARROW + 2), [0] * (NARROW + 2) + [3])
    assert classes_beyond(ends, 2, 0.49).tolist() == [True, True]
    assert ordered_distances(ends, 2) == pytest.approx([0.5, 0.5])


def test_a_column_of_one_value_and_an_empty_class_are_at_no_distance():
    assert ordered_distances(histogram([3]), 1).tolist() == [0]
    assert ordered_distances(PAPER, 3)[2] == 0
    assert classes_beyond(PAPER, 3, 0.0).tolist() == [True, True, False]


@settings(max_examples=60)
@given(histograms())
def test_distances_are_exact_to_the_last_digits(found):
    number = int(found.classes[-1]) + 1
    rows = found.dense(number).tolist()
    exact = [float(defined(row, found.reference.tolist())) for row in rows]
    assert ordered_distances(found, number) == pytest.approx(exact, rel=1e-14, abs=1e-15)
