"""Laws of every registered loss: what it is, its range, its bounds, what makes no difference."""

from dataclasses import replace
from itertools import product
from math import isfinite
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge import problem_of
from laws.groups import BESIDE, TARGET, quality_settings
from laws.lies import is_caught
from laws.questions import questions, tables
from shoal.quality import Score, quality_models
from shoal.quality.model import (
    Bounded,
    BoundedAbove,
    BoundedByColumn,
    generalization_and_suppression,
)
from shoal.search.exact.costs import bound_losses, costs_of
from shoal.search.exact.tables import tables_of
from slow_quality import Seen, slow_loss

pytestmark = pytest.mark.slow

quickly = settings(max_examples=12)  # of each loss and law
every_model = pytest.mark.parametrize("name", list(quality_models))


@st.composite
def cases(draw, name):
    """A problem with any settings of a loss, and what it was made of."""
    question = draw(questions(tables(most_columns=3, most_records=16)))
    values = st.lists(
        st.sampled_from(["flu", "hiv", "ok", None]),
        min_size=question.records,
        max_size=question.records,
    )
    others = {TARGET: draw(values), BESIDE: draw(values)}
    given_settings = draw(quality_settings(name, question.columns))
    asked = problem_of(question, **outside_the_key(others))
    quality = quality_models.build({"model": name, **given_settings})
    return SimpleNamespace(
        name=name,
        question=question,
        others=others,
        settings=given_settings,
        problem=replace(asked, quality=quality),
    )


def outside_the_key(others):
    """Columns to predict, and to predict from, as the engine takes them."""
    joint = {name: pl.Series(values, dtype=pl.String) for name, values in others.items()}
    return {"targets": {TARGET: joint[TARGET]}, "joint": joint}


def problems(name):
    """Only the problem."""
    return cases(name).map(lambda case: case.problem)


def with_losses(problem, change):
    """The same problem with a loss that lies."""
    honest = problem.quality

    def loss(candidate):
        score = honest.loss(candidate)
        return Score(change(score.loss, candidate), score.by_column)

    parts = {name: getattr(honest, name, None) for name in ("bounds", "bound_above", "least")}
    lie = SimpleNamespace(range=honest.range, loss=loss, honest=honest, **parts)
    return replace(problem, quality=lie)


# A loss is what a slow, independent computation says


def is_what_it_says(case, shift=0.0):
    for levels in case.problem.lattice:
        seen = Seen(case.question.columns, case.others, case.question.k, levels)
        found = case.problem.quality.loss(case.problem.candidate(levels)).loss
        wanted = slow_loss(case.name, case.settings, seen) + shift
        assert found == pytest.approx(wanted, rel=1e-11, abs=1e-11)


@every_model
def test_a_loss_is_what_a_slow_computation_says(name):
    @quickly
    @given(cases(name))
    def law(case):
        is_what_it_says(case)

    law()


def test_a_loss_that_is_a_little_off_is_caught():
    assert is_caught(lambda case: is_what_it_says(case, 1e-9), cases("loss"))


# Range


def starts_at_its_minimum(quality):
    """Whether a table that is released as it is has the least loss a model declares."""
    honest = getattr(quality, "honest", quality)
    name = quality_models.name_of(honest)
    if name == "average-class-size":  # a suppressed class may count more than a kept one
        generalization, suppression = generalization_and_suppression(honest.gs_factor)
        return suppression >= generalization
    # Targets may not be predictable at all, and records as they are may be attacked.
    return name not in {"classification", "publisher-payout"}


def stays_in_range(problem):
    low, high = problem.quality.range(problem.encoded)
    assert isfinite(low)
    assert isfinite(high)
    for levels in problem.lattice:
        candidate = problem.candidate(levels)
        loss = problem.quality.loss(candidate).loss
        assert low * (1 - 1e-12) - 1e-12 <= loss
        assert loss <= high * (1 + 1e-12) + 1e-12 or not isfinite(loss)
        untouched = not any(levels) and not candidate.suppressed_records
        if untouched and starts_at_its_minimum(problem.quality):
            assert loss == pytest.approx(low, rel=1e-12, abs=1e-12)


@every_model
def test_losses_are_in_their_range_and_a_table_as_it_is_has_the_least(name):
    @quickly
    @given(problems(name))
    def law(problem):
        stays_in_range(problem)

    law()


@every_model
def test_a_loss_beyond_its_range_is_caught(name):
    def law(problem):
        high = problem.quality.range(problem.encoded)[1]
        stays_in_range(with_losses(problem, lambda loss, _: loss + 0.01 * high + 0.01))

    assert is_caught(law, problems(name))


def test_a_least_loss_that_is_not_reached_is_caught():
    def law(problem):
        stays_in_range(with_losses(problem, lambda loss, _: max(loss, 1e-9)))

    assert is_caught(law, problems("loss"))


# Bounds


def acceptable(problem):
    """Candidates that may be an answer, by levels."""
    found = {levels: problem.candidate(levels) for levels in problem.lattice}
    return {levels: one for levels, one in found.items() if problem.accepts(one)}


def at_most(bound, loss):
    return bound <= loss * (1 + 1e-12) + 1e-15 or bound == loss


def is_bounded(problem):
    """Nothing at or above a candidate costs less than what is said there."""
    quality, most = problem.quality, problem.maximum_suppressed
    answers = acceptable(problem)
    losses = {levels: quality.loss(one) for levels, one in answers.items()}
    said = bounds_of(problem, quality, most)
    for (levels, bound), (other, score) in product(said.items(), losses.items()):
        if all(low <= high for low, high in zip(levels, other, strict=True)):
            assert at_most(bound, score.loss)


def bounds_of(problem, quality, most):
    """The largest bound that a loss gives for each candidate, whichever way."""
    levels = np.array(list(problem.lattice))
    bounds = np.full(len(levels), -np.inf)
    if isinstance(quality, Bounded) and quality.bounds:
        np.maximum(bounds, quality.bounds(problem.encoded, levels, most), out=bounds)
    if isinstance(quality, BoundedAbove) and quality.bound_above:
        above = [quality.bound_above(problem.candidate(one), most) for one in problem.lattice]
        np.maximum(bounds, above, out=bounds)
    return dict(zip(problem.lattice, bounds.tolist(), strict=True))


def is_bounded_by_column(problem):
    """No column costs less than what its level does, and no level less than a lower one."""
    quality = problem.quality
    least = quality.least(problem.encoded, problem.maximum_suppressed)
    assert all((np.diff(part) >= -1e-12 * part[1:]).all() for part in least)
    for levels, candidate in acceptable(problem).items():
        losses = quality.loss(candidate).by_column.values()
        for part, level, loss in zip(least, levels, losses, strict=True):
            assert at_most(part[level], loss)
            if not candidate.suppressed_records and not problem.maximum_suppressed:
                assert part[level] == pytest.approx(loss, rel=1e-12, abs=1e-15)


@every_model
def test_nothing_above_costs_less_than_a_bound(name):
    cls = quality_models.class_of(name)
    assert hasattr(cls, "least") or hasattr(cls, "bounds") or hasattr(cls, "bound_above")

    @quickly
    @given(problems(name))
    def law(problem):
        is_bounded(problem)
        if isinstance(problem.quality, BoundedByColumn):
            is_bounded_by_column(problem)

    law()


@every_model
def test_a_loss_below_its_bound_is_caught(name):
    def law(problem):
        lie = with_losses(problem, lambda loss, _: loss * 0.999 - 1e-9)
        is_bounded(lie)
        if isinstance(problem.quality, BoundedByColumn):
            parts = tuple(part * 1.001 + 1e-9 for part in problem.quality.least(problem.encoded, 0))
            lie.quality.least = lambda encoded, most: parts
            is_bounded_by_column(lie)

    assert is_caught(law, problems(name))


# What makes no difference


@st.composite
def shuffled(draw, name):
    """A case, and the same with records, labels and values of hierarchies in another order."""
    case = draw(cases(name))
    order = draw(st.permutations(range(case.question.records)))
    columns = []
    for column in case.question.columns:
        rows = draw(st.permutations(column.rows))
        renamed = {row[0]: f"x{at}" for at, row in enumerate(rows)}
        columns.append(
            replace(
                column,
                values=tuple(renamed.get(column.values[at]) for at in order),
                rows=tuple((renamed[row[0]], *row[1:]) for row in rows),
            )
        )
    others = {name: [values[at] for at in order] for name, values in case.others.items()}
    question = replace(case.question, columns=tuple(columns))
    twin = problem_of(question, **outside_the_key(others))
    return case.problem, replace(twin, quality=case.problem.quality)


def is_the_same(pair):
    one, other = pair
    assert one.quality.range(one.encoded) == other.quality.range(other.encoded)
    for levels in one.lattice:
        score = one.quality.loss(one.candidate(levels))
        assert score == other.quality.loss(other.candidate(levels))


@every_model
def test_neither_the_order_of_records_nor_names_make_a_difference(name):
    @quickly
    @given(shuffled(name))
    def law(pair):
        is_the_same(pair)

    law()


@every_model
def test_a_loss_that_depends_on_the_order_of_records_is_caught(name):
    def law(pair):
        def change(loss, candidate):
            return loss + float(candidate.encoded.tuple_of_record[-1])

        is_the_same(tuple(with_losses(problem, change) for problem in pair))

    assert is_caught(law, shuffled(name))


# The compiled form of separable losses


def is_bounded_when_compiled(problem, shift=0.0):
    form = problem.quality.separable(problem.encoded)
    arrays = tables_of(problem.encoded, problem.lattice)
    _, bounds = bound_losses(costs_of(form, arrays, problem.lattice), arrays)
    for bound, levels in zip(bounds + shift, problem.lattice, strict=True):
        candidate = problem.candidate(levels)
        loss = problem.quality.loss(candidate).loss
        assert bound <= loss * (1 + 1e-12) + 1e-15
        if not candidate.suppressed_records:
            assert bound == pytest.approx(loss, rel=1e-12, abs=1e-15)


def separable(name):
    """Problems whose losses are separable and compared as numbers, not as ranks."""
    return problems(name).filter(
        lambda problem: problem.quality.aggregate != "rank" and problem.quality.separable
    )


SEPARABLE = [name for name in quality_models if hasattr(quality_models.class_of(name), "separable")]


@pytest.mark.parametrize("name", SEPARABLE)
def test_no_candidate_costs_less_than_its_bound_and_without_suppression_none_more(name):
    @quickly
    @given(separable(name))
    def law(problem):
        is_bounded_when_compiled(problem)

    law()


def test_a_bound_that_is_too_high_is_caught():
    assert is_caught(lambda problem: is_bounded_when_compiled(problem, 1e-6), separable("loss"))


def grows_upward(problem):
    """Without suppression, generalizing more never costs less."""
    form = problem.quality.separable(problem.encoded)
    arrays = tables_of(problem.encoded, problem.lattice)
    _, bounds = bound_losses(costs_of(form, arrays, problem.lattice), arrays)
    place = dict(zip(problem.lattice, bounds, strict=True))
    for levels, bound in place.items():
        for above in problem.lattice.successors(levels):
            assert bound <= place[above] * (1 + 1e-12) + 1e-15


@pytest.mark.parametrize("name", SEPARABLE)
def test_bounds_never_fall_along_the_lattice(name):
    @quickly
    @given(separable(name))
    def law(problem):
        grows_upward(problem)

    law()
