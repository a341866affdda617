"""Descents and neighborhoods."""

from bridge import problem_of
from golden.tables import column
from reference import Question
from shoal.progress import ignore_progress
from shoal.search.anytime.neighbors import Neighbors, descend, move
from shoal.search.anytime.trail import Limits, Trail
from shoal.search.anytime.within_limits import quick_bounds

TOY = Question((column("toy", "age"), column("toy", "sex")), 2, "0")


def trail_of(question):
    trail = Trail(problem_of(question), ignore_progress, Limits())
    trail.look(trail.problem.lattice.maximum)
    return trail


def test_one_column_moves():
    assert move((1, 2, 3), 1, -1) == (1, 1, 3)
    assert move((1, 2, 3), 2, 1) == (1, 2, 4)


def test_a_descent_ends_where_no_step_down_helps():
    trail = trail_of(TOY)
    lattice = trail.problem.lattice
    end = descend(trail, quick_bounds(trail), lattice.maximum)
    here = trail.look(end)
    assert here.accepted
    for at, low in enumerate(lattice.minimum):
        if end[at] > low:
            assert trail.look(move(end, at, -1)).order >= here.order


def test_neighborhoods_reach_the_optimum_of_a_small_table():
    trail = trail_of(TOY)
    neighbors = Neighbors(trail, quick_bounds(trail))
    neighbors.add(trail.problem.lattice.maximum)
    while not neighbors.is_empty:
        neighbors.step()
    assert trail.best == (2, 0)
