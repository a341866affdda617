"""The compiled search for statistics of classes: its losses, its bounds, its answers."""

from dataclasses import replace
from unittest.mock import patch

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge import answer_of, problem_of
from laws.examples import few_or_many
from laws.groups import QUALITY, TARGET
from laws.lies import is_caught
from laws.questions import questions
from shoal.engine.kernel import kernel
from shoal.errors import NoReleaseError
from shoal.quality import quality_models
from shoal.search.by_class.bounds import (
    dependence,
    least_above,
    least_below,
    least_by_itself,
    least_loss,
    loss_of,
)
from shoal.search.by_class.form import DIVERGENCE
from shoal.search.by_class.forms import form_of
from shoal.search.by_class.measure import measure_classes
from shoal.search.by_class.solve import search_of
from shoal.search.by_class.sweep import scores
from shoal.search.by_class.walk import begin
from shoal.search.exact.classes import group
from shoal.search.exact.memory import levels_of

pytestmark = pytest.mark.slow

LOSSES = (
    *("discernibility", "average-class-size", "kl-divergence"),
    *("classification", "ambiguity", "entropy-based-loss"),
)
every_loss = pytest.mark.parametrize("loss", LOSSES)
SECOND = "other goal"


@st.composite
def problems(draw, loss):
    """A question under k-anonymity and a loss that is a statistic of classes."""
    question = draw(questions())
    values = st.sampled_from(["flu", "hiv", "ok", None])
    goals = {
        name: draw(st.lists(values, min_size=question.records, max_size=question.records))
        for name in (TARGET, SECOND)
    }
    parameters = draw(QUALITY[loss])
    if loss == "classification":
        parameters["targets"] = draw(st.sampled_from([[TARGET], [SECOND, TARGET]]))
    targets = {name: pl.Series(goal, dtype=pl.String) for name, goal in goals.items()}
    asked = problem_of(question, targets=targets)
    return replace(asked, quality=quality_models.build({"model": loss, **parameters}))


def has_the_plain_losses(problem, factor=1.0):
    losses, suppressed = scores(problem)
    for at, levels in enumerate(problem.lattice):
        candidate = problem.candidate(levels)
        wanted = problem.quality.loss(candidate).loss
        assert suppressed[at] == candidate.suppressed_records
        assert losses[at] * factor == pytest.approx(wanted, rel=1e-12, abs=1e-12)


@few_or_many(12, 100)
@every_loss
def test_the_compiled_loss_is_the_plain_loss_of_every_candidate(loss, examples):
    @settings(max_examples=examples)
    @given(problems(loss))
    def law(problem):
        has_the_plain_losses(problem)

    law()


@every_loss
def test_a_compiled_loss_that_is_a_little_off_is_caught(loss):
    assert is_caught(lambda problem: has_the_plain_losses(problem, 1 + 1e-9), problems(loss))


@kernel
def bounds_of(tables, memory, form, limit):
    """Losses of all candidates, and what every candidate says about every other."""
    size = memory.order.size
    levels = np.empty(tables.shape.size, np.int64)
    figures, suppressed = np.zeros((size, 4)), np.zeros(size, np.int64)
    losses, singly = np.zeros(size), np.zeros((size, 3))
    for at in range(size):
        levels_of(tables.levels, at, levels)
        classes, _, _ = group(tables, memory, levels, None)
        suppressed[at] = measure_classes(
            tables, form, memory.now_keys, memory.now_loads, levels, classes, figures[at]
        )
        base, spread, told = form.base[at], form.spread[at], suppressed[at]
        losses[at] = loss_of(form.terms, base, told, figures[at])
        singly[at, 0] = least_by_itself(form.terms, base, spread, told, limit)
        singly[at, 1] = least_loss(form.terms, told, limit)
        singly[at, 2] = least_below(form.terms, told, figures[at], limit)
        if form.terms.kind == DIVERGENCE:
            figures[at, 3] = dependence(form.terms, spread, figures[at])
    upward = np.zeros((size, size))
    for at in range(size):
        row = figures[at]
        for other in range(size):
            upward[at, other] = least_above(
                form.terms,
                form.base[other],
                form.spread[other],
                suppressed[other],
                (row[0], row[1], row[2], row[3]),
                suppressed[at],
            )
    return losses, suppressed, singly, upward


def keeps_its_bounds(problem, factor=1.0):
    """No bound is above the truth, with all that may be known of suppression.

    A bound that is told the real number of suppressed records is the highest it can ever be.
    """
    tables, memory, clues, form = search_of(problem, *form_of(problem))
    begin(tables, memory, clues)
    limit = problem.maximum_suppressed
    losses, suppressed, singly, upward = bounds_of(tables, memory, form, limit)
    highest = losses * (1 + 1e-12) + 1e-12
    lower = (tables.levels[:, None] <= tables.levels[None]).all(axis=2)  # first below second
    allowed = suppressed <= limit
    assert (clues.bounds * factor <= highest)[allowed].all()
    assert (singly[:, :2] * factor <= highest[:, None])[allowed].all()
    assert (upward * factor <= highest)[lower & allowed].all()
    assert (singly[None, :, 2] * factor <= highest[:, None])[lower & allowed[:, None]].all()


@few_or_many(12, 100)
@every_loss
def test_no_bound_is_above_the_truth(loss, examples):
    @settings(max_examples=examples)
    @given(problems(loss))
    def law(problem):
        keeps_its_bounds(problem)

    law()


@every_loss
def test_bounds_that_are_too_high_are_caught(loss):
    assert is_caught(lambda problem: keeps_its_bounds(problem, 1.01), problems(loss))


def answer(problem, strategy):
    try:
        return answer_of(problem, strategy)
    except NoReleaseError:
        return None


def is_what_exhaustive_finds(problem):
    assert form_of(problem) is not None
    wanted, found = answer(problem, "exhaustive"), answer(problem, "optimal")
    assert (wanted is None) == (found is None)
    if wanted and found:
        assert (found.levels, found.loss) == (wanted.levels, wanted.loss)
        assert (found.suppressed == wanted.suppressed).all()
        assert found.candidates_checked <= problem.lattice.size


@few_or_many(12, 100)
@every_loss
def test_the_search_finds_what_looking_at_everything_finds(loss, examples):
    @settings(max_examples=examples)
    @given(problems(loss))
    def law(problem):
        is_what_exhaustive_finds(problem)

    law()


@every_loss
def test_a_search_with_bounds_that_are_too_high_is_caught(loss):
    def lying(tables, memory, clues):
        begin(tables, memory, clues)
        clues.bounds[:-1] = 1.5 * clues.bounds[:-1] + 0.5

    def law(problem):
        with patch("shoal.search.by_class.solve.begin", lying):
            is_what_exhaustive_finds(problem)

    assert is_caught(law, problems(loss))


def test_a_search_that_expects_too_much_suppression_is_caught():
    def lying(tables, size):
        return np.full(len(tables.levels), 1)

    def law(problem):
        with patch("shoal.search.by_class.solve.suppression_bounds", lying):
            is_what_exhaustive_finds(problem)

    assert is_caught(law, problems("discernibility"))
