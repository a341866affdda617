"""A frontier answers every k and limit as a fresh search would."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asking import check_answers, fresh, loss, random_questions, told
from bridge import encoded_of, problem_of
from golden.tables import column
from laws.questions import LIMITS, questions
from reference import Column, Question
from shoal.errors import NotYetAvailable, StudyError
from shoal.quality.loss import Loss
from shoal.search.frontier.answers import frontier_of

TOY = (column("toy", "age"), column("toy", "sex"))
NAMES = ("age", "zip", "race", "length_of_stay", "sex")


@pytest.fixture(scope="module")
def discharge():
    """Every eighth record of the built-in example, five columns."""
    columns = [column("discharge", name) for name in NAMES]
    thinned = tuple(replace(one, values=one.values[::8]) for one in columns)
    return frontier_of(problem_of(Question(thinned, 5, "0.05")), threads=2)


def test_the_toy_table_has_its_optima():
    frontier = frontier_of(problem_of(Question(TOY, 2)))
    assert told(frontier.answer(2, "0"))[0] == (2, 0)
    assert told(frontier.answer(2, "0.2")) == fresh(problem_of(Question(TOY, 2, "0.2")))
    assert frontier.answer(8, 0) is None  # seven records


def test_two_hundred_questions_are_answered_as_by_fresh_searches(discharge):
    check_answers(discharge, random_questions(200, seed=1))


@given(questions(), st.integers(2, 9), st.sampled_from(LIMITS))
@settings(max_examples=30)
def test_answers_equal_looking_at_every_candidate(question, k, limit):
    frontier = frontier_of(problem_of(question), maximum_k=8, threads=1)
    assert told(frontier.answer(k, limit)) == fresh(frontier.problem_of(k, limit), "exhaustive")


def test_the_check_catches_a_wrong_record_count(discharge):
    wrong = discharge.swept.sums.copy()
    wrong[:, discharge.sums.word[-1]] += np.uint64(1 << int(discharge.sums.shift[-1]))
    liar = replace(discharge, swept=replace(discharge.swept, sums=wrong))
    with pytest.raises(AssertionError):
        check_answers(liar, random_questions(20, seed=1))


def test_the_check_catches_ties_that_are_not_broken_by_levels():
    coins = tuple(column("three mirrors", name) for name in "xyz")
    frontier = frontier_of(problem_of(Question(coins, 2)))
    free = loss(factor="1")  # generalization costs nothing: every candidate ties
    asked = [(k, limit, free) for k in (2, 3, 4) for limit in LIMITS]
    check_answers(frontier, asked)
    vars(frontier)["level_sums"] = -frontier.level_sums
    with pytest.raises(AssertionError):
        check_answers(frontier, asked)


def test_other_weights_are_answered_without_sweeping_again(discharge):
    for weights in ({"age": 0.0}, {"zip": 5.0, "sex": 0.2}):
        check_answers(discharge, [(5, "0.05", loss(), weights), (30, "1", loss("sum"), weights)])


def test_above_the_largest_k_it_searches(discharge):
    small = frontier_of(discharge.problem, maximum_k=3)
    check_answers(small, [(3, "0.05"), (4, "0.05"), (300, "1")])


def test_the_limit_is_its_decimal_text():
    # 0.29 as a machine number is a little less: 100 records, 29 may go.
    values = tuple(["x"] * 71 + ["y"] * 29)
    frontier = frontier_of(problem_of(Question((Column("c", values, (("x",), ("y",))),), 2)))
    for limit in ("0.29", 0.29, Decimal("0.29")):
        assert frontier.answer(30, limit).suppressed == 29
    assert frontier.answer(30, "0.2899") is None


def test_everything_may_be_suppressed():
    frontier = frontier_of(problem_of(Question(TOY, 2)))
    assert told(frontier.answer(8, 1))[3:] == (7, None)


def test_levels_below_the_lowest_allowed_are_no_candidates():
    bounded = (replace(TOY[0], lowest=1, highest=1), TOY[1])
    frontier = frontier_of(problem_of(Question(bounded, 2)))
    check_answers(frontier, [(k, limit) for k in (2, 3, 4) for limit in LIMITS])


class OtherPromise:
    """A promise about more than sizes."""


def test_what_is_not_available_is_said():
    problem = problem_of(Question(TOY, 2))
    with pytest.raises(NotYetAvailable, match="other than k-anonymity"):
        frontier_of(replace(problem, privacy=(OtherPromise(),)))
    with pytest.raises(NotYetAvailable, match="quality model"):
        frontier_of(replace(problem, quality=object()))
    with pytest.raises(StudyError, match="between 2 and 65,536"):
        frontier_of(problem, maximum_k=1)


def test_keys_wider_than_a_word_are_refused_with_a_reason():
    values = tuple(map(str, range(2048)))
    rows = tuple((value, "*") for value in values)
    wide = tuple(Column(f"c{at}", values[:4], rows) for at in range(6))
    with pytest.raises(NotYetAvailable, match="64 bits"):
        frontier_of(problem_of(Question(wide, 2)))


def test_lattices_too_large_to_sweep_are_refused_with_a_reason():
    coin = (("x", "*"), ("y", "*"))
    many = tuple(Column(f"c{at}", ("x", "y"), coin) for at in range(21))
    with pytest.raises(StudyError, match="2,097,152 candidates"):
        frontier_of(problem_of(Question(many, 2)))


def test_a_loss_that_counts_other_units_needs_its_own_sweep(discharge):
    class Doubled(Loss):
        def separable(self, encoded):
            form = super().separable(encoded)
            covers = tuple(tuple(2 * level for level in levels) for levels in form.covers)
            return replace(form, covers=covers)

    with pytest.raises(ValueError, match="other units"):
        discharge.answer(5, "0", Doubled())


def test_people_are_not_counted_yet():
    table = encoded_of(TOY, person=pl.Series(list("aabbccd")))
    with pytest.raises(NotYetAvailable, match="person: false"):
        frontier_of(problem_of(Question(TOY, 2), table))
