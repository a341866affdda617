import numpy as np

from bridge import problem_of
from golden.tables import column
from reference import Question
from shoal.search.exact.tables import marginals, spread, tables_of


def tables(**age):
    problem = problem_of(Question((column("toy", "age", **age), column("toy", "sex")), 2))
    return tables_of(problem.encoded, problem.lattice)


def test_candidates_come_in_lexicographic_order_with_their_strides():
    found = tables()
    assert found.levels.tolist() == [[0, 0], [0, 1], [1, 0], [1, 1], [2, 0], [2, 1]]
    assert found.stride.tolist() == [2, 1]
    assert found.codes.tolist() == [[4, 2, 1], [2, 1, 1]]


def test_level_bounds_raise_the_tuples_first():
    found = tables(lowest=1)
    assert found.shape.tolist() == [2, 2]
    assert sorted(found.loads.tolist()) == [1, 2, 2, 2]
    assert marginals(found, 0).tolist() == [4, 3]  # <50, >=50
    assert marginals(found, 1).tolist() == [4, 3]  # m, f


def test_steps_lead_from_every_level_to_every_higher_one():
    found = tables()
    start = found.offset[0, 0, 1]
    assert found.steps[start : start + 4].tolist() == [0, 0, 1, 1]
    start = found.offset[0, 1, 2]
    assert found.steps[start : start + 2].tolist() == [0, 0]


def test_numbers_per_column_and_level_are_spread_over_all_candidates():
    parts = [np.array([0.0, 10.0, 20.0]), np.array([1.0, 2.0])]
    assert spread(parts, np.add).tolist() == [1, 2, 11, 12, 21, 22]
    assert spread(parts, np.maximum).tolist() == [1, 2, 10, 10, 20, 20]
