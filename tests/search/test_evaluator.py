"""What an evaluator sees is what the plain way sees, in whatever order candidates come."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import problem_of
from laws.lies import is_caught
from laws.questions import questions
from shoal.search.anytime.evaluator import Compiled, Plain, evaluator_of
from wide import generated


@st.composite
def orders(draw):
    """A question, and its candidates in some order, some of them twice."""
    question = draw(questions().filter(lambda question: question.aggregate != "rank"))
    lattice = problem_of(question).lattice
    places = st.integers(0, lattice.size - 1)
    return question, [lattice.at(at) for at in draw(st.lists(places, min_size=1, max_size=30))]


def sees_the_same(order):
    question, candidates = order
    problem = problem_of(question)
    compiled, plain = evaluator_of(problem), Plain(problem)
    assert isinstance(compiled, Compiled)
    for levels in candidates:
        seen, true = compiled.look(levels), plain.look(levels)
        assert seen.suppressed == true.suppressed
        assert seen.accepted == true.accepted
        assert seen.hopeless == (not true.accepted)
        if true.accepted:
            assert seen.score.loss == pytest.approx(true.score.loss, rel=1e-12, abs=1e-15)


@given(orders())
def test_compiled_and_plain_see_the_same(order):
    sees_the_same(order)


@given(orders())
def test_so_they_do_with_a_shelf_of_two(order):
    with patch("shoal.search.anytime.evaluator.SHELF", 2):
        sees_the_same(order)


def test_a_shelf_that_gives_classes_of_the_wrong_candidate_is_caught():
    def law(order):
        with patch(
            "shoal.search.anytime.evaluator.smallest_below",
            lambda levels, sizes, target: int(sizes.argmin()),
        ):
            sees_the_same(order)

    assert is_caught(law, orders())


def test_keys_of_several_words_are_seen_right():
    problem = generated(25)
    assert problem.encoded.layout.words > 1
    compiled, plain = evaluator_of(problem), Plain(problem)
    chance = np.random.default_rng(1)
    for _ in range(30):
        levels = tuple(chance.integers(0, 4, 25).tolist())
        seen, true = compiled.look(levels), plain.look(levels)
        assert seen.suppressed == true.suppressed
        if true.accepted:
            assert seen.score.loss == pytest.approx(true.score.loss, rel=1e-12)


def test_promises_about_more_than_sizes_are_seen_the_plain_way():
    problem = generated(15)
    with patch("shoal.search.anytime.evaluator.is_decided_by_size", lambda promise: False):
        assert isinstance(evaluator_of(problem), Plain)
