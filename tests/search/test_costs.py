"""The bounds of the toy table: docs/theory/losses.md gives (1/3, 0) for the candidate (1, 0)."""

import pytest

from bridge import problem_of
from golden.tables import column
from reference import Question
from shoal.search.exact.costs import bound_losses, costs_of
from shoal.search.exact.tables import tables_of


def bounds(aggregate, columns=("age", "sex"), **settings):
    table = tuple(column("toy", name, **settings.get(name, {})) for name in columns)
    problem = problem_of(Question(table, 2, "1", aggregate))
    arrays = tables_of(problem.encoded, problem.lattice)
    form = problem.quality.separable(problem.encoded)
    return bound_losses(costs_of(form, arrays, problem.lattice), arrays)[1].tolist()


# Without suppression: age loses 0, 1/3, 1 at its three levels, sex 0, 1 at its two.
@pytest.mark.parametrize(
    ("aggregate", "wanted"),
    [
        ("sum", [0, 1, 1 / 3, 4 / 3, 1, 2]),
        ("arithmetic-mean", [0, 1 / 2, 1 / 6, 2 / 3, 1 / 2, 1]),
        ("maximum", [0, 1, 1 / 3, 1, 1, 1]),
        ("geometric-mean", [0, 2**0.5 - 1, (4 / 3) ** 0.5 - 1, (8 / 3) ** 0.5 - 1, 2**0.5 - 1, 1]),
    ],
)
def test_bounds_are_losses_as_if_nothing_were_suppressed(aggregate, wanted):
    assert bounds(aggregate) == pytest.approx(wanted)


def test_ranks_become_places_on_a_ladder():
    # (0,0) < (1/3,0) < (1,0) twice < (1,1/3) < (1,1)
    assert bounds("rank") == [0, 2, 1, 3, 2, 4]


def test_weights_and_level_bounds_count():
    found = bounds("sum", age={"lowest": 1}, sex={"weight": "0.5"})
    assert found == pytest.approx([1 / 3, 5 / 6, 1, 1.5])
