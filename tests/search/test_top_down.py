"""Top-down search: by lower bound, and complete where it may end."""

from unittest.mock import patch

import pytest

from bridge import answer_of, problem_of
from golden.tables import column
from reference import Question
from shoal.progress import ignore_progress
from shoal.search.top_down import TopDown
from wide import generated

TOY = (column("toy", "age"), column("toy", "sex"))


@pytest.mark.parametrize(("limit", "levels"), [("0", (2, 0)), ("0.2", (1, 0)), ("1", (1, 0))])
def test_the_toy_table_has_its_optimum(limit, levels):
    outcome = answer_of(problem_of(Question(TOY, 2, limit)), "top-down")
    assert (outcome.levels, outcome.optimal) == (levels, True)


def test_it_ends_with_a_proof_without_seeing_everything():
    problem = generated(6)
    outcome = TopDown(seconds=None).run(problem, ignore_progress)
    assert outcome.optimal
    assert outcome.loss == pytest.approx(answer_of(problem, "optimal").loss, rel=1e-12)
    assert outcome.candidates_checked < problem.lattice.size / 2


def test_what_was_forgotten_is_not_proven():
    problem = generated(8)
    with patch("shoal.search.top_down.MOST", 4):
        outcome = TopDown(seconds=None).run(problem, ignore_progress)
    assert outcome.loss >= answer_of(problem, "optimal").loss
    assert not outcome.optimal
