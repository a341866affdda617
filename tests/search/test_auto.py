"""The automatic choice: exact where possible, anytime where not."""

from unittest.mock import patch

import pytest
from hypothesis import given, settings

from bridge import answer_of, problem_of
from laws.questions import questions
from shoal.errors import Canceled, NoReleaseError
from shoal.progress import Progress, ignore_progress
from shoal.search import best_first
from shoal.search.anytime.trail import Limits, Trail
from shoal.search.auto import Auto, is_small
from wide import generated


@settings(max_examples=30)
@given(questions())
def test_small_problems_are_solved_exactly(question):
    problem = problem_of(question)
    try:
        wanted = answer_of(problem, "optimal")
    except NoReleaseError:
        with pytest.raises(NoReleaseError):
            Auto().run(problem, ignore_progress)
        return
    found = Auto().run(problem, ignore_progress)
    assert found.levels == wanted.levels
    assert (found.loss, found.optimal, found.gap) == (wanted.loss, True, 0.0)


def test_large_problems_are_searched_within_the_limit():
    outcome = Auto(seconds=0.3).run(generated(20), ignore_progress)
    assert not outcome.optimal
    assert 0 < outcome.gap < outcome.loss


def test_an_exact_search_that_takes_too_long_is_given_up():
    class Endless:
        def run(self, problem, watch):
            while True:
                watch(Progress("search", 0, 1))

    problem = generated(6)
    with patch("shoal.search.auto.Optimal", Endless):
        outcome = Auto(seconds=0.3).run(problem, ignore_progress)
    assert problem.accepts(problem.candidate(outcome.levels))


def test_a_limit_of_candidates_is_kept_by_the_exact_search_too():
    outcome = Auto(seconds=None, candidates=30).run(generated(8), ignore_progress)
    assert outcome.candidates_checked <= 30


class Clock:
    """A clock that moves by a step whenever somebody looks at it."""

    def __init__(self, step):
        self.now, self.step = 0.0, step

    def __call__(self):
        self.now += self.step
        return self.now


def test_a_lattice_that_is_too_large_is_not_asked_for_its_compiled_form():
    """To find out takes an array as large as the lattice."""
    problem = generated(15)
    with patch("shoal.search.auto.is_compiled", side_effect=AssertionError("asked")):
        outcome = Auto(seconds=None, candidates=30).run(problem, ignore_progress)
        assert outcome.candidates_checked == 30
        assert not is_small(Trail(problem, ignore_progress, Limits(seconds=5.0)))


def told_by(best):
    """An exact search that tells its best levels, and never comes to an end."""

    class Endless:
        def run(self, problem, watch):
            while True:
                watch(Progress("search", 1, 10, best))

    return patch("shoal.search.auto.Optimal", Endless)


def test_what_an_unfinished_exact_search_found_is_not_lost():
    problem = generated(6)
    best = answer_of(problem, "optimal")
    with (
        told_by(best.levels),
        patch("shoal.search.anytime.trail.monotonic", Clock(0.1)),
    ):
        outcome = Auto(seconds=1.0).run(problem, ignore_progress)
    assert outcome.levels == best.levels
    assert not outcome.optimal


def test_whoever_cancels_gets_what_the_exact_search_found():
    problem = generated(6)
    best = answer_of(problem, "optimal")
    left = iter(range(3))

    def watch(_):
        if next(left, None) is None:
            raise Canceled("Enough.")

    with told_by(best.levels):
        outcome = Auto(seconds=None).run(problem, watch)
    assert outcome.canceled
    assert outcome.levels == best.levels


def turns_taken(seconds, step):
    """Whose turn it was, in order, by a clock that moves whenever it is looked at."""
    turns = []
    explore = best_first.explore

    def told(*given):
        turns.append("best-first")
        explore(*given)

    class Slow:
        def run(self, problem, watch):
            while True:
                turns.append("exact")
                watch(Progress("search", 0, 10))

    with (
        patch("shoal.search.auto.Optimal", Slow),
        patch("shoal.search.auto.best_first.explore", told),
        patch("shoal.search.anytime.trail.monotonic", Clock(step)),
    ):
        Auto(seconds=seconds).run(generated(8), ignore_progress)
    return turns


def test_best_first_has_one_turn_and_then_the_exact_search_goes_on():
    turns = turns_taken(seconds=100.0, step=0.02)
    assert turns[0] == "exact"
    assert turns.count("best-first") == 1
    assert turns[-1] == "exact"


def test_with_little_time_best_first_keeps_its_turn():
    assert turns_taken(seconds=1.0, step=0.01)[-1] == "best-first"
