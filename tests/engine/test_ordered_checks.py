"""All ways to check ordered t-closeness agree, with each other and with the definition."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.lines import PAPER, defined, histograms
from laws.examples import few_or_many
from shoal.engine.arrays import Bools
from shoal.engine.classes import Histogram
from shoal.engine.ordered_checks import (
    REJECTED,
    SKIPPED,
    check_by_runs,
    check_plainly,
    check_with_pruning,
)
from shoal.engine.ordered_distance import classes_beyond

Check = Callable[[Histogram, int, float], Bools]
CHECKS: list[Check] = [
    check_plainly,
    lambda *asked: check_with_pruning(*asked)[0],
    check_by_runs,
    classes_beyond,
]


def test_check_pruning_rejects_a_class_by_its_first_value():
    violates, fate = check_with_pruning(PAPER, 2, 0.05)
    assert violates.tolist() == [True, True]
    assert fate[1] == REJECTED  # nobody in e2 has 50,000, and that alone is 0.2 > 0.1


def test_summand_pruning_starts_at_the_first_value():
    violates, fate = check_with_pruning(PAPER, 2, 0.25 + 1e-12)
    assert violates.tolist() == [False, False]
    assert fate[1] == SKIPPED


def check_the_law(check: Check, examples: int = 150) -> None:
    @settings(max_examples=examples)
    @given(histograms(), st.floats(0, 1))
    def law(found, limit):
        number = int(found.classes[-1]) + 1
        exact = [defined(row, found.reference.tolist()) for row in found.dense(number).tolist()]
        for t in (limit, *(float(exact[0]) + part for part in (-1e-9, 1e-9))):
            assert check(found, number, t).tolist() == [distance > t for distance in exact]
        at_the_limit = float(exact[0])  # rounding decides: alike in all ways
        assert np.array_equal(
            check(found, number, at_the_limit), check_plainly(found, number, at_the_limit)
        )

    law()


@few_or_many(15, 150)
@pytest.mark.parametrize("check", CHECKS)
def test_every_way_to_check_follows_the_definition(check, examples):
    check_the_law(check, examples)


def without_the_tail(found: Histogram, classes: int, limit: float) -> Bools:
    """A lie: what comes after the last value of a class is forgotten."""
    shorter = found.reference.copy()
    shorter[int(found.values.max()) + 1 :] = 0
    forgetful = Histogram(found.classes, found.values, found.counts, shorter)
    return classes_beyond(forgetful, classes, limit)


def one_value_late(found: Histogram, classes: int, limit: float) -> Bools:
    """A lie: check pruning compares with the value before the first one."""
    starts = np.flatnonzero(np.diff(found.classes, prepend=-1))
    too_far = np.cumsum(np.cumsum(found.reference)) > limit * (
        (found.values_in_table - 1) * found.reference.sum()
    )
    return classes_beyond(found, classes, limit) | too_far[found.values[starts]]


@pytest.mark.parametrize("lie", [without_the_tail, one_value_late])
def test_the_law_catches_a_lie(lie):
    with pytest.raises(AssertionError):
        check_the_law(lie)
