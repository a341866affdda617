"""Ordered distances: all ways to check them agree, with each other and with the definition."""

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.engine.arrays import Bools
from shoal.engine.classes import Histogram
from shoal.engine.ordered_checks import REJECTED, SKIPPED, by_runs, plain, pruned
from shoal.engine.ordered_distance import NARROW, ordered_beyond, ordered_distances

Check = Callable[[Histogram, int, float], Bools]
CHECKS: list[Check] = [plain, lambda *asked: pruned(*asked)[0], by_runs, ordered_beyond]


def histogram(*classes: list[int], reference: list[int] | None = None) -> Histogram:
    """One list of counts per class, zeros included."""
    dense = np.array(classes, np.int64)
    at, values = np.nonzero(dense)
    whole = dense.sum(axis=0) if reference is None else np.array(reference, np.int64)
    return Histogram(at.astype(np.int32), values.astype(np.int32), dense[at, values], whole)


# Charges of 50, 60 and 70 thousand in classes e1 and e2 (paper 004, figure 1).
PAPER = histogram([1, 1, 0], [0, 2, 1])


def test_the_papers_classes_are_a_quarter_and_a_sixth_from_their_table():
    assert ordered_distances(PAPER, 2) == pytest.approx([1 / 4, 1 / 6], abs=1e-15)


def test_check_pruning_rejects_a_class_by_its_first_value():
    violates, fate = pruned(PAPER, 2, 0.05)
    assert violates.tolist() == [True, True]
    assert fate[1] == REJECTED  # nobody in e2 has 50,000, and that alone is 0.2 > 0.1


def test_summand_pruning_starts_at_the_first_value():
    violates, fate = pruned(PAPER, 2, 0.25 + 1e-12)
    assert violates.tolist() == [False, False]
    assert fate[1] == SKIPPED


def test_a_class_that_misses_the_end_of_the_line_is_rejected_by_its_ends():
    ends = histogram([3] + [0] * (NARROW + 2), [0] * (NARROW + 2) + [3])
    assert ordered_beyond(ends, 2, 0.49).tolist() == [True, True]
    assert ordered_distances(ends, 2) == pytest.approx([0.5, 0.5])


def test_a_column_of_one_value_and_an_empty_class_are_at_no_distance():
    assert ordered_distances(histogram([3]), 1).tolist() == [0]
    assert ordered_distances(PAPER, 3)[2] == 0
    assert ordered_beyond(PAPER, 3, 0.0).tolist() == [True, True, False]


@st.composite
def histograms(draw):
    """Some classes over a line: of few values, of many, or with long gaps between few."""
    values = draw(st.integers(2, 3 * NARROW))
    present = st.dictionaries(st.integers(0, values - 1), st.integers(1, 30), min_size=1)
    chosen = draw(st.lists(present, min_size=1, max_size=4))
    others = draw(st.lists(st.integers(0, 30), min_size=values, max_size=values))
    classes = [[counts.get(value, 0) for value in range(values)] for counts in chosen]
    return histogram(*classes, reference=[sum(column) for column in zip(*classes, others)])  # noqa: B905


def defined(counts: list[int], reference: list[int]) -> Fraction:
    """The definition: the mean of |cumulative p - cumulative q| over all steps but the last."""
    both = zip(accumulate(counts), accumulate(reference), strict=True)
    areas = [abs(Fraction(p, sum(counts)) - Fraction(q, sum(reference))) for p, q in both]
    return sum(areas, Fraction(0)) / (len(counts) - 1)


def check_the_law(check: Check) -> None:
    @settings(max_examples=150)
    @given(histograms(), st.floats(0, 1))
    def law(found, limit):
        number = int(found.classes[-1]) + 1
        exact = [defined(row, found.reference.tolist()) for row in found.dense(number).tolist()]
        for t in (limit, *(float(exact[0]) + part for part in (-1e-9, 1e-9))):
            assert check(found, number, t).tolist() == [distance > t for distance in exact]
        at_the_limit = float(exact[0])  # rounding decides: alike in all ways
        assert np.array_equal(
            check(found, number, at_the_limit), plain(found, number, at_the_limit)
        )

    law()


@pytest.mark.parametrize("check", CHECKS)
def test_every_way_to_check_follows_the_definition(check):
    check_the_law(check)


def without_the_tail(found: Histogram, classes: int, limit: float) -> Bools:
    """A lie: what comes after the last value of a class is forgotten."""
    shorter = found.reference.copy()
    shorter[int(found.values.max()) + 1 :] = 0
    forgetful = Histogram(found.classes, found.values, found.counts, shorter)
    return ordered_beyond(forgetful, classes, limit)


def one_value_late(found: Histogram, classes: int, limit: float) -> Bools:
    """A lie: check pruning compares with the value before the first one."""
    starts = np.flatnonzero(np.diff(found.classes, prepend=-1))
    too_far = np.cumsum(np.cumsum(found.reference)) > limit * (
        (found.values_in_table - 1) * found.reference.sum()
    )
    return ordered_beyond(found, classes, limit) | too_far[found.values[starts]]


@pytest.mark.parametrize("lie", [without_the_tail, one_value_late])
def test_the_law_catches_a_lie(lie):
    with pytest.raises(AssertionError):
        check_the_law(lie)


@settings(max_examples=150)
@given(histograms())
def test_distances_are_exact_to_the_last_digits(found):
    number = int(found.classes[-1]) + 1
    rows = found.dense(number).tolist()
    exact = [float(defined(row, found.reference.tolist())) for row in rows]
    assert ordered_distances(found, number) == pytest.approx(exact, rel=1e-14, abs=1e-15)
