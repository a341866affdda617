"""Laws of every registered loss: nothing costs less than its bound, or falls out of its range."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import problem_of
from laws.groups import QUALITY
from laws.lies import is_caught
from laws.questions import questions, tables
from shoal.quality import Score, quality_models
from shoal.search.exact.costs import bounded, costs_of
from shoal.search.exact.tables import tables_of
from shoal.search.problem import Problem


@st.composite
def problems(draw, name):
    """A problem with any settings of a quality model."""
    asked = problem_of(draw(questions(tables(most_columns=3))))
    quality = quality_models.build({"model": name, **draw(QUALITY[name])})
    limit = asked.suppression_limit
    return Problem(asked.encoded, asked.lattice, asked.privacy, quality, limit)


def stays_in_range(problem):
    low, high = problem.quality.range(problem.encoded)
    for levels in problem.lattice:
        candidate = problem.candidate(levels)
        score = problem.quality.loss(candidate)
        assert low - 1e-12 <= score.loss <= high * (1 + 1e-12) + 1e-12
        if not any(levels) and not candidate.suppressed_records:
            assert score.loss == pytest.approx(low, abs=1e-12)


@pytest.mark.parametrize("name", list(quality_models))
def test_losses_are_in_their_range_and_an_untouched_table_loses_nothing(name):
    @given(problems(name))
    def law(problem):
        stays_in_range(problem)

    law()


def with_losses(problem, change):
    """The same problem with a loss that lies."""
    honest = problem.quality
    lie = SimpleNamespace(
        range=honest.range,
        loss=lambda candidate: Score(change(honest.loss(candidate).loss, candidate)),
    )
    return Problem(
        problem.encoded, problem.lattice, problem.privacy, lie, problem.suppression_limit
    )


def test_a_loss_beyond_its_range_is_caught():
    def law(problem):
        stays_in_range(with_losses(problem, lambda loss, candidate: loss + sum(candidate.levels)))

    assert is_caught(law, problems("loss"))


def is_bounded(problem, shift=0.0):
    form = problem.quality.separable(problem.encoded)
    arrays = tables_of(problem.encoded, problem.lattice)
    _, bounds = bounded(costs_of(form, arrays, problem.lattice), arrays)
    for bound, levels in zip(bounds + shift, problem.lattice, strict=True):
        candidate = problem.candidate(levels)
        loss = problem.quality.loss(candidate).loss
        assert bound <= loss * (1 + 1e-12) + 1e-15
        if not candidate.suppressed_records:
            assert bound == pytest.approx(loss, rel=1e-12, abs=1e-15)


def with_one_number(name):
    """Problems whose losses are compared as numbers, not as ranks."""
    return problems(name).filter(lambda problem: problem.quality.aggregate != "rank")


@pytest.mark.parametrize(
    "name", [name for name in quality_models if hasattr(quality_models.named(name), "separable")]
)
def test_no_candidate_costs_less_than_its_bound_and_without_suppression_none_more(name):
    @given(with_one_number(name))
    def law(problem):
        is_bounded(problem)

    law()


def test_a_bound_that_is_too_high_is_caught():
    assert is_caught(lambda problem: is_bounded(problem, 1e-6), with_one_number("loss"))


def grows_upward(problem):
    """Without suppression, generalizing more never costs less."""
    form = problem.quality.separable(problem.encoded)
    arrays = tables_of(problem.encoded, problem.lattice)
    _, bounds = bounded(costs_of(form, arrays, problem.lattice), arrays)
    place = dict(zip(problem.lattice, bounds, strict=True))
    for levels, bound in place.items():
        for above in problem.lattice.successors(levels):
            assert bound <= place[above] * (1 + 1e-12) + 1e-15


@given(problems("loss"))
def test_bounds_never_fall_along_the_lattice(problem):
    grows_upward(problem)
