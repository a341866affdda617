from decimal import Decimal

import pytest

from bridge import problem_of
from reference import Column, Question
from shoal.search import Problem

ROWS = (("x", "*"), ("y", "*"))


def problem(records, limit):
    values = tuple("xy"[at % 2] for at in range(records))
    return problem_of(Question((Column("a", values, ROWS),), 2, limit))


@pytest.mark.parametrize(
    ("limit", "records", "allowed"),
    [
        ("0", 7, 0),
        ("1", 7, 7),
        ("0.2", 7, 1),
        ("0.28", 100, 28),  # 0.28 * 100 is 28.000000000000004 in floating point
        ("0.29", 100, 29),  # and 0.29 * 100 is 28.999999999999996
        ("0.57", 100, 57),
        ("0.3333333333333333333333333", 3, 0),
        ("1e-2", 250, 2),
    ],
)
def test_the_limit_is_taken_by_its_decimal_text(limit, records, allowed):
    assert problem(records, limit).maximum_suppressed == allowed


def test_without_a_limit_nothing_may_be_suppressed():
    asked = problem(4, "1")
    free = Problem(asked.encoded, asked.lattice, asked.privacy, asked.quality)
    assert (free.suppression_limit, free.maximum_suppressed) == (Decimal(0), 0)


def test_a_candidate_suppresses_the_classes_that_break_a_promise():
    asked = problem(3, "0.5")  # x, y, x: one y
    bottom, top = asked.candidate((0,)), asked.candidate((1,))
    assert bottom.suppressed.tolist() == [False, True]
    assert (bottom.suppressed_records, asked.accepts(bottom)) == (1, True)
    assert (top.suppressed_records, asked.accepts(top)) == (0, True)


def test_a_candidate_is_accepted_up_to_the_limit_and_not_beyond():
    assert problem(3, "0.34").accepts(problem(3, "0.34").candidate((0,)))
    assert not problem(3, "0.33").accepts(problem(3, "0.33").candidate((0,)))
