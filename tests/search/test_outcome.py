from math import inf

import pytest

from bridge import answer_of, problem_of
from golden.tables import column
from quality.toy import problem_of as toy_of
from reference import Question
from shoal.quality.model import Score
from shoal.search.problem.outcome import is_better, is_beyond, outcome_of

TOY = (column("toy", "age"), column("toy", "sex"))


def test_the_lower_loss_wins_whatever_the_levels():
    assert is_better(Score(0.1), (9, 9), Score(0.2), (0, 0))
    assert not is_better(Score(0.2), (0, 0), Score(0.1), (9, 9))


@pytest.mark.parametrize("loss", [0.3, 0.3 * (1 + 1e-13), 0.3 * (1 - 1e-13)])
def test_between_ties_the_smaller_level_sum_wins_then_the_smaller_levels(loss):
    assert is_better(Score(loss), (0, 1), Score(0.3), (1, 1))
    assert is_better(Score(loss), (0, 2), Score(0.3), (1, 1))
    assert not is_better(Score(loss), (2, 0), Score(0.3), (1, 1))
    assert not is_better(Score(loss), (1, 1), Score(0.3), (1, 1))
    assert not is_beyond(Score(loss), Score(0.3))


def test_more_than_a_tie_is_a_difference():
    assert not is_better(Score(0.3 * (1 + 1e-11)), (0, 0), Score(0.3), (5, 5))
    assert is_beyond(Score(0.3 * (1 + 1e-11)), Score(0.3))
    assert is_beyond(Score(1e-300), Score(0.0))


def test_an_infinite_loss_is_beyond_every_other_and_a_tie_with_itself():
    assert is_better(Score(7.0), (9, 9), Score(inf), (0, 0))
    assert is_beyond(Score(inf), Score(1e300))
    assert not is_beyond(Score(inf), Score(inf))
    assert is_better(Score(inf), (0, 0), Score(inf), (0, 1))


def test_ranks_are_compared_from_the_largest_loss_down():
    low, high = Score(0.9, rank=(0.5, 0.1)), Score(0.1, rank=(0.5, 0.2))
    assert is_better(low, (5, 5), high, (0, 0))
    assert is_beyond(high, low)
    noisy = Score(0.9, rank=(0.5 * (1 + 1e-14), 0.1))
    assert is_better(noisy, (5, 5), high, (0, 0))


def test_an_outcome_says_what_the_candidate_costs():
    problem = problem_of(Question(TOY, 2, "0.2", "sum"))
    outcome = outcome_of(problem, problem.candidate((1, 0)), checked=3, optimal=False, bound=0.5)
    assert outcome.loss == pytest.approx(4 / 7)
    assert outcome.loss_normalized == pytest.approx(2 / 7)
    assert outcome.loss_by_column == pytest.approx({"age": 3 / 7, "sex": 1 / 7})
    assert outcome.suppressed.tolist() == [False] * 3 + [True] + [False] * 3
    assert sorted(outcome.class_sizes.tolist()) == [2, 2, 2]
    assert outcome.gap == pytest.approx(4 / 7 - 0.5)
    assert outcome.candidates_checked == 3


def test_an_infinite_loss_is_a_complete_one():
    problem = toy_of("average-class-size", gs_factor=0)
    outcome = outcome_of(problem, problem.candidate((2, 1)), checked=1, optimal=True, bound=0)
    assert (outcome.loss, outcome.loss_normalized, outcome.gap) == (inf, 1, 0)


def test_exhaustive_looks_at_everything():
    assert answer_of(problem_of(Question(TOY, 2)), "exhaustive").candidates_checked == 6
