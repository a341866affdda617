"""Best-first search: quick to a good answer, and it proves small ones."""

import pytest

from bridge import answer_of, problem_of
from golden.tables import column
from reference import Question
from shoal.errors import StudyError
from shoal.progress import ignore_progress
from shoal.search import strategies
from shoal.search.anytime.neighbors import Neighbors
from shoal.search.anytime.trail import Limits, Trail
from shoal.search.anytime.within_limits import quick_bounds
from shoal.search.best_first import BestFirst, Bursts
from wide import generated

TOY = (column("toy", "age"), column("toy", "sex"))


@pytest.mark.parametrize(
    ("limit", "levels", "loss"),
    [("0", (2, 0), 0.414214), ("0.2", (1, 0), 0.277753), ("1", (1, 0), 0.277753)],
)
def test_the_toy_table_has_its_optimum(limit, levels, loss):
    outcome = answer_of(problem_of(Question(TOY, 2, limit)), "best-first")
    assert outcome.levels == levels
    assert outcome.loss == pytest.approx(loss, abs=5e-7)
    assert (outcome.optimal, outcome.gap) == (True, 0.0)


@pytest.mark.slow
def test_a_lattice_of_four_million_is_proven_with_a_small_part_of_it():
    problem = generated(11, records=60)
    outcome = BestFirst(seconds=None).run(problem, ignore_progress)
    exact = answer_of(problem, "optimal")
    assert outcome.optimal
    assert outcome.loss == pytest.approx(exact.loss, rel=1e-12)
    assert outcome.candidates_checked < problem.lattice.size / 100


def test_bursts_stay_inside_the_lattice():
    problem = generated(15)
    trail = Trail(problem, ignore_progress, Limits())
    trail.look(problem.lattice.maximum)
    bounds = quick_bounds(trail)
    bursts = Bursts(trail, bounds, Neighbors(trail, bounds), seed=3)
    for _ in range(20):
        bursts.step()
    assert all(levels in problem.lattice for levels in trail.seen)


@pytest.mark.parametrize("wrong", [{"seconds": 0}, {"candidates": 0}, {"seed": -1}, {"steps": 5}])
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises(StudyError, match=next(iter(wrong))):
        strategies.build({"strategy": "best-first", **wrong})
