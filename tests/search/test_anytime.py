"""Searches with a limit: what they answer is valid, what they prove is true."""

from contextlib import suppress
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge import answer_of, problem_of
from laws.lies import is_caught
from laws.questions import questions
from shoal.errors import Canceled, NoReleaseError
from shoal.progress import ignore_progress
from shoal.search import strategies
from wide import generated

ANYTIME = ("auto", "best-first", "genetic", "top-down")
COMPLETE = ("auto", "best-first", "top-down")  # these end with a proof if they are let
every_strategy = pytest.mark.parametrize("name", ANYTIME)


def run(problem, name, watch=ignore_progress, **parameters):
    return strategies.build({"strategy": name, **parameters}).run(problem, watch)


def keeps_its_word(question, name, **parameters):
    """Valid, not better than the optimum, and the optimum is inside the gap."""
    problem = problem_of(question)
    try:
        best = answer_of(problem, "exhaustive")
    except NoReleaseError:
        with pytest.raises(NoReleaseError):
            run(problem, name, **parameters)
        return
    found = run(problem, name, **parameters)
    is_valid(problem, found)
    if question.aggregate != "rank":  # there the number is not what is compared
        slack = 1e-12 * best.loss
        assert found.loss >= best.loss - slack
        assert found.loss - found.gap <= best.loss + slack
    if found.optimal:
        assert found.loss == pytest.approx(best.loss, rel=1e-11)


def is_valid(problem, outcome):
    candidate = problem.candidate(outcome.levels)
    assert outcome.levels in problem.lattice
    assert problem.accepts(candidate)
    assert outcome.loss == problem.quality.loss(candidate).loss
    assert outcome.suppressed.sum() == candidate.suppressed_records


@every_strategy
@settings(max_examples=12)
@given(question=questions(), candidates=st.integers(1, 40))
def test_an_answer_is_valid_and_the_optimum_is_inside_its_gap(name, question, candidates):
    keeps_its_word(question, name, candidates=candidates)


@every_strategy
@settings(max_examples=15)
@given(question=questions(), candidates=st.integers(1, 40))
def test_so_it_is_where_candidates_are_seen_one_by_one(name, question, candidates):
    with patch("shoal.search.anytime.evaluator.form_of", lambda problem: None):
        keeps_its_word(question, name, candidates=candidates)


@pytest.mark.parametrize("name", COMPLETE)
@settings(max_examples=12)
@given(question=questions())
def test_without_a_limit_the_optimum_is_found_and_proven(name, question):
    problem = problem_of(question)
    try:
        best = answer_of(problem, "exhaustive")
    except NoReleaseError:
        return
    found = run(problem, name, seconds=None)
    assert (found.optimal, found.gap) == (True, 0.0)
    assert found.loss == pytest.approx(best.loss, rel=1e-11)


@pytest.mark.parametrize("name", ["best-first", "genetic", "top-down"])
def test_a_bound_that_is_too_high_is_caught(name):
    def law(question):
        with patch("shoal.search.anytime.lower_bounds.SLACK", -0.3):
            keeps_its_word(question, name, candidates=12)

    assert is_caught(law, questions())


def test_a_proof_that_forgets_a_part_of_the_lattice_is_caught():
    def law(question):
        with patch("shoal.search.anytime.branching.Branching._split", lambda *parts: None):
            keeps_its_word(question, "best-first", candidates=12)

    assert is_caught(law, questions())


def test_an_answer_that_suppresses_too_much_is_caught():
    def law(question):
        problem = problem_of(question)
        object.__setattr__(problem, "maximum_suppressed", problem.maximum_suppressed + 1)
        with suppress(NoReleaseError):
            is_valid(problem_of(question), run(problem, "best-first", candidates=12))

    assert is_caught(law, questions())


@every_strategy
def test_nothing_acceptable_is_said_at_once(name):
    problem = generated(columns=15, records=40, k=41, limit="0.5")
    with pytest.raises(NoReleaseError, match="would suppress 40"):
        run(problem, name)


@every_strategy
@pytest.mark.parametrize(("columns", "size"), [(15, 10**8), (20, 10**11), (25, 10**14)])
def test_huge_lattices_have_an_answer_within_the_limit(name, columns, size):
    problem = generated(columns, records=500)
    assert problem.lattice.size > size
    found = run(problem, name, seconds=0.4)
    is_valid(problem, found)
    losses = [loss for _, _, loss in found.history]
    assert losses == sorted(losses, reverse=True)
    assert found.history[-1][0] <= 0.6
    assert 0 <= found.gap <= found.loss < losses[0]


@every_strategy
def test_the_first_candidate_is_seen_however_short_the_time(name):
    problem = generated(15)
    found = run(problem, name, seconds=1e-9)
    assert found.levels == problem.lattice.maximum
    assert found.candidates_checked == 1


@every_strategy
def test_no_more_candidates_are_seen_than_allowed(name):
    assert run(generated(15), name, candidates=70, seconds=None).candidates_checked == 70


@every_strategy
@pytest.mark.parametrize("limit", ["0", "0.05", "1"])
def test_limited_by_candidates_the_answer_is_always_the_same(name, limit):
    first, second = (
        run(generated(15, limit=limit), name, candidates=300, seconds=None) for _ in range(2)
    )
    assert first.levels == second.levels
    assert first.gap == second.gap
    assert [step[1:] for step in first.history] == [step[1:] for step in second.history]


@pytest.mark.parametrize("name", ["best-first", "genetic", "auto"])
def test_the_seed_changes_the_way(name):
    ways = {
        tuple(run(generated(15), name, candidates=900, seed=seed).history[-1][1:])
        for seed in range(4)
    }
    assert len(ways) > 1


class Impatient:
    """Cancels at the n-th sign of life."""

    def __init__(self, patience):
        self.patience = patience

    def __call__(self, progress):
        self.patience -= 1
        if self.patience <= 0:
            raise Canceled("Enough.")


@every_strategy
def test_a_cancel_keeps_the_best_so_far(name):
    problem = generated(15)
    found = run(problem, name, Impatient(10), seconds=None)
    is_valid(problem, found)
    assert (found.canceled, found.optimal) == (True, False)
    assert found.loss < problem.quality.loss(problem.candidate(problem.lattice.maximum)).loss


@every_strategy
def test_a_cancel_before_anything_was_seen_is_a_cancel(name):
    with pytest.raises(Canceled):
        run(generated(15), name, Impatient(1))


@every_strategy
def test_more_time_never_makes_the_answer_worse(name):
    losses = [
        run(generated(15), name, candidates=candidates, seconds=None).loss
        for candidates in (1, 10, 50, 250)
    ]
    assert losses == sorted(losses, reverse=True)
