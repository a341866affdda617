"""Precision on the toy table: the numbers of docs/theory/losses.md."""

import pytest

from golden.tables import column
from quality.toy import SUPPRESSED, losses, problem_of, score
from reference import Column
from shoal.errors import StudyError
from shoal.quality import quality_models


def test_the_six_candidates():
    found = losses("precision")
    assert found == pytest.approx([1, 0.357143, 0.571429, 0.5, 0.75, 1], abs=5e-7)


def test_the_six_candidates_if_suppression_is_ignored():
    found = losses("precision", monotonic=True)
    assert found == pytest.approx([0, 0.25, 0.5, 0.5, 0.75, 1])


def test_a_column_pays_its_level_for_kept_and_its_height_for_suppressed_records():
    found = score((1, 0), "precision").by_column
    assert found == pytest.approx({"age": (6 * 0.5 + 1) / 7, "sex": 1 / 7})


@pytest.mark.parametrize(("factor", "loss"), [(0.25, 0.285714), (0.5, 0.357143), (0.75, 0.25)])
def test_the_factor_moves_the_cost_between_generalization_and_suppression(factor, loss):
    assert score((1, 0), "precision", gs_factor=factor).loss == pytest.approx(loss, abs=5e-7)


@pytest.mark.parametrize(
    ("aggregate", "loss"),
    [("sum", 5 / 7), ("maximum", 4 / 7), ("arithmetic-mean", 5 / 14), ("rank", None)],
)
def test_columns_are_aggregated(aggregate, loss):
    found = score((1, 0), "precision", aggregate=aggregate)
    assert loss is None or found.loss == pytest.approx(loss)
    assert found.rank == (pytest.approx((4 / 7, 1 / 7)) if aggregate == "rank" else ())


def test_weights_count():
    ages, sexes = column("toy", "age"), column("toy", "sex", weight="0.5")
    found = score((1, 0), "precision", columns=(ages, sexes))
    assert found.loss == pytest.approx((4 / 7 + 0.5 / 7) / 2)


def test_a_column_that_cannot_be_generalized_loses_nothing():
    only = Column("x", ("a", "a", "b"), (("a",), ("b",)))
    problem = problem_of("precision", columns=(only,), predict={})
    candidate = problem.candidate((0,))
    assert candidate.suppressed_records == 1
    assert problem.quality.loss(candidate).loss == 0
    assert problem.quality.range(problem.encoded) == (0, 0)


@pytest.mark.parametrize("settings", [{}, {"gs_factor": 0.75}, {"gs_factor": 0, "monotonic": True}])
def test_the_compiled_form_is_the_same_loss(settings):
    problem = problem_of("precision", aggregate="sum", **settings)
    form = problem.quality.separable(problem.encoded)
    for levels, suppressed in zip([(0, 0), (1, 0), (2, 1)], (7, 1, 0), strict=True):
        units = [7.0 * level for level in levels]
        lost = [suppressed * level for level in levels]
        found = form.column_losses(units, lost, suppressed).sum()
        loss = problem.quality.loss(problem.candidate(levels)).loss
        assert found == pytest.approx(loss, rel=1e-15)


@pytest.mark.parametrize("factor", [0, 0.25, 0.49])
def test_there_is_none_where_suppressing_may_cost_less_than_generalizing(factor):
    assert quality_models.build({"model": "precision", "gs_factor": factor}).separable is None


def test_the_least_loss_knows_that_cheap_suppression_may_undercut_generalization():
    problem = problem_of("precision", gs_factor=0.25)
    half = [part.tolist() for part in problem.quality.least(problem.encoded, 7)]
    assert half == [[0, 0.5, 0.5], [0, 0.5]]
    none = [part.tolist() for part in problem.quality.least(problem.encoded, 0)]
    assert none == [[0, 0.5, 1], [0, 1]]


def test_wrong_parameters_are_refused():
    with pytest.raises(StudyError, match="gs_factor"):
        quality_models.build({"model": "precision", "gs_factor": 2})


def test_the_toy_table_suppresses_what_the_table_says():
    problem = problem_of("precision")
    found = [problem.candidate(levels).suppressed_records for levels in problem.lattice]
    assert sorted(found) == sorted(SUPPRESSED)
