"""Losses compared by rank: rounding must not decide which of two equal losses comes first."""

from fractions import Fraction
from unittest.mock import patch

import numpy as np
import pytest

from bridge import answer_of, problem_of
from reference import Column, Question, optimum
from shoal.search.exact.ladder import ladder_of, snap_ties

# Two fifths of a weight of one half, and one fifth of a weight of one, are both 0.2, but in
# floating point one of them is 0.19999999999999998.
PAIRS = {size: tuple((f"v{at}", f"p{at // 2}", "*") for at in range(size)) for size in (4, 8, 10)}
NOISY = Question(
    (
        Column("a", tuple("v7" if at in (0, 2, 3, 6) else "v3" for at in range(9)), PAIRS[8],
               Fraction(1, 2)),
        Column("b", tuple("v6" if at in (1, 2, 5, 8) else "v9" for at in range(9)), PAIRS[10],
               Fraction(1, 10)),
        Column("c", ("v1",) * 9, PAIRS[4], Fraction(3, 10)),
    ),
    3, "0.2", "rank", "0.1",
)  # fmt: skip


def test_losses_closer_than_a_tie_become_one():
    losses = np.array([[0.2, 0.19999999999999998], [0.3, 0.0]])
    assert snap_ties(losses).tolist() == [[0.19999999999999998] * 2, [0.3, 0.0]]


def test_different_losses_stay_different():
    losses = np.array([0.2, 0.2 * (1 + 1e-11), 0.0, 1e-300, 1.0])
    assert snap_ties(losses).tolist() == losses.tolist()


def test_candidates_stand_on_rungs_from_the_best_to_the_worst():
    parts = [np.array([0.0, 0.2, 1.0]), np.array([0.0, 0.19999999999999998])]
    levels = np.array([(a, b) for a in range(3) for b in range(2)], np.int16)
    rungs, places = ladder_of(parts, levels)
    assert places.tolist() == [0, 1, 1, 2, 3, 4]
    assert rungs.round(9).tolist() == [[0, 0], [0.2, 0], [0.2, 0.2], [1, 0], [1, 0.2]]


@pytest.mark.parametrize("compiled", [True, False])
def test_rounding_does_not_decide_between_ranks(compiled):
    problem = problem_of(NOISY)
    wanted = optimum(NOISY).levels
    if compiled:
        assert answer_of(problem, "optimal").levels == wanted
    else:
        with patch("shoal.search.optimal.compiled_form", lambda problem: None):
            assert answer_of(problem, "optimal").levels == wanted
    assert answer_of(problem, "exhaustive").levels == wanted


def test_more_columns_than_fit_into_a_word_are_ranked_too():
    parts = [np.array([0.0, 0.1 * (at + 1), 0.1 * (at + 1) + 0.05]) for at in range(20)]
    levels = np.zeros((3, 20), np.int16)
    levels[1, 3], levels[2, 19] = 1, 2
    _, places = ladder_of(parts, levels)
    assert places.tolist() == [0, 1, 2]
