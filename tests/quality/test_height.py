"""Height and static losses on the toy table (docs/theory/losses.md)."""

import pytest

from golden.tables import column
from quality.toy import losses, problem_of, score
from shoal.errors import StudyError
from shoal.quality import quality_models

TABLE = {"age": [0, 0.25, 1], "sex": [0.5, 2]}


def test_height_is_the_sum_of_the_levels():
    assert losses("height") == [0, 1, 1, 2, 2, 3]
    assert score((2, 1), "height").by_column == {"age": 2, "sex": 1}


@pytest.mark.parametrize(
    ("aggregate", "loss"), [("sum", 3), ("maximum", 2), ("arithmetic-mean", 1.5)]
)
def test_levels_are_aggregated(aggregate, loss):
    assert score((2, 1), "height", aggregate=aggregate).loss == loss
    problem = problem_of("height", aggregate=aggregate)
    assert problem.quality.range(problem.encoded) == (0, loss)


def test_levels_are_weighted():
    columns = column("toy", "age", weight="0.5"), column("toy", "sex")
    assert score((2, 1), "height", columns=columns).loss == 0.5 * 2 + 1


def test_the_compiled_form_is_the_level_exactly():
    problem = problem_of("height")
    form = problem.quality.separable(problem.encoded)
    assert form.column_losses([7.0 * 2, 7.0 * 1], [7 * 2, 7 * 1], 7).tolist() == [2, 1]


def test_static_losses_are_looked_up():
    assert losses("static", table=TABLE) == [0.5, 0.75, 2, 1.5, 2.25, 3]
    problem = problem_of("static", table=TABLE)
    assert problem.quality.range(problem.encoded) == (0.5, 3)
    assert [part.tolist() for part in problem.quality.least(problem.encoded, 0)] == [
        *TABLE.values()
    ]


def test_static_losses_must_not_fall():
    with pytest.raises(StudyError, match="'sex' fall"):
        quality_models.build({"model": "static", "table": {**TABLE, "sex": [1, 0]}})
    with pytest.raises(StudyError, match=r"table\.sex"):
        quality_models.build({"model": "static", "table": {**TABLE, "sex": [-1, 0]}})


@pytest.mark.parametrize(("table", "found"), [({"age": [0, 1, 2]}, 0), ({**TABLE, "sex": [1]}, 1)])
def test_static_losses_must_be_complete(table, found):
    problem = problem_of("static", table=table)
    [complaint] = problem.quality.problems(problem.encoded)
    assert f"'sex' has 2 levels, its list of losses has {found} entries" in complaint


def test_nothing_is_wrong_with_complete_losses():
    problem = problem_of("static", table=TABLE)
    assert list(problem.quality.problems(problem.encoded)) == []
