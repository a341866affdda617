"""The automatic choice: exact where possible, anytime where not."""

from unittest.mock import patch

import pytest
from hypothesis import given, settings

from bridge import answer_of, problem_of
from laws.questions import questions
from shoal.errors import NoReleaseError
from shoal.progress import Progress, ignore_progress
from shoal.search.auto import Auto
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
