"""The exact search finds what looking at everything finds, and what the reference finds."""

import math
from itertools import product
from unittest.mock import patch

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge import answer_of, problem_of
from laws.climbs import TREE, about, persons_of
from laws.examples import few_or_many
from laws.groups import BESIDE, PRIVACY, SENSITIVE, TARGET, quality_settings
from laws.lies import is_caught
from laws.questions import questions, symmetric_tables
from reference import optimum, suppressed_mask
from shoal.errors import NoReleaseError
from shoal.privacy import privacy_models
from shoal.progress import ignore_progress
from shoal.quality import quality_models
from shoal.search import Problem
from shoal.search.exact.pairs import suppression_bounds
from shoal.search.exact.tables import tables_of
from shoal.search.general import best_of

pytestmark = pytest.mark.slow


def answer(problem, strategy):
    try:
        return answer_of(problem, strategy)
    except NoReleaseError:
        return None


def is_the_reference(question, strategy="optimal"):
    wanted, found = optimum(question), answer(problem_of(question), strategy)
    assert (wanted is None) == (found is None)
    if wanted and found:
        assert found.levels == wanted.levels
        assert math.isclose(found.loss, wanted.loss, rel_tol=1e-12, abs_tol=1e-15)
        losses = list(found.loss_by_column.values())
        assert losses == pytest.approx(list(map(float, wanted.losses)), rel=1e-10, abs=1e-15)
        assert found.suppressed.tolist() == suppressed_mask(question, wanted)


@settings(max_examples=100)
@given(questions())
def test_the_exact_search_answers_as_the_reference(question):
    is_the_reference(question)


@given(questions())
def test_looking_at_everything_answers_as_the_reference(question):
    is_the_reference(question, "exhaustive")


@settings(max_examples=80)
@given(questions(symmetric_tables()))
def test_ties_go_to_the_smaller_level_sum_then_the_smaller_levels(question):
    is_the_reference(question)


def test_a_wrong_tie_rule_is_caught():
    def larger_levels_win(score, levels, than, than_levels):
        if not math.isclose(score.loss, than.loss, rel_tol=1e-12) or score.rank:
            return (score.rank or (score.loss,)) < (than.rank or (than.loss,))
        return levels > than_levels

    def law(question):
        with patch("shoal.search.exhaustive.is_better", larger_levels_win):
            is_the_reference(question, "exhaustive")

    assert is_caught(law, questions(symmetric_tables()))


def test_a_search_that_allows_one_record_too_many_is_caught():
    def law(question):
        problem = problem_of(question)
        object.__setattr__(problem, "maximum_suppressed", problem.maximum_suppressed + 1)
        wanted, found = optimum(question), answer(problem, "optimal")
        assert (wanted and wanted.levels) == (found and found.levels)

    assert is_caught(law, questions())


@st.composite
def problems(draw, privacy, quality):
    """Any question under one promise and one loss, with any of their settings."""
    question = draw(questions())
    values = st.sampled_from(["flu", "hiv", "none", None])
    ill = draw(st.lists(values, min_size=question.records, max_size=question.records))
    more = about(question.columns, pl.Series(ill, dtype=pl.String))
    more["trees"] = {SENSITIVE: TREE.with_missing()}
    if draw(st.integers(0, 3)) == 0:  # a person may have several records
        who = st.lists(st.sampled_from("pqrst"), min_size=len(ill), max_size=len(ill))
        more |= persons_of(question.columns, draw(who))
    if not getattr(privacy_models.class_of(privacy), "needs_population", False):
        more = {key: more[key] for key in more if not key.startswith("population")}
    goal = draw(st.lists(values, min_size=question.records, max_size=question.records))
    more["targets"] = {TARGET: pl.Series(goal, dtype=pl.String)}
    ward = draw(st.lists(values, min_size=question.records, max_size=question.records))
    more["joint"] = {**more["targets"], BESIDE: pl.Series(ward, dtype=pl.String)}
    asked = problem_of(question, **more)
    return Problem(
        asked.encoded,
        asked.lattice,
        (privacy_models.build({"model": privacy, **draw(PRIVACY[privacy])}),),
        quality_models.build(
            {"model": quality, **draw(quality_settings(quality, question.columns))}
        ),
        asked.suppression_limit,
    )


def is_what_exhaustive_finds(problem):
    wanted, found = answer(problem, "exhaustive"), answer(problem, "optimal")
    assert (wanted is None) == (found is None)
    if wanted and found:
        assert found.levels == wanted.levels
        assert found.loss == wanted.loss
        assert (found.suppressed == wanted.suppressed).all()
        assert found.candidates_checked <= problem.lattice.size + sum(problem.lattice.shape)


@few_or_many(2, 8)
@pytest.mark.parametrize(("privacy", "quality"), list(product(privacy_models, quality_models)))
def test_optimal_is_exhaustive_for_every_pair_of_models(privacy, quality, examples):
    # Every promise with the usual loss and every loss with the usual promise, the others quickly.
    usual = quality == "loss" or privacy == "k-anonymity"

    @settings(max_examples=6 * examples if usual else examples)
    @given(problems(privacy, quality))
    def law(problem):
        is_what_exhaustive_finds(problem)

    law()


@pytest.mark.parametrize("quality", list(quality_models))
def test_the_search_one_candidate_at_a_time_is_exhaustive_too(quality):
    @settings(max_examples=12)
    @given(problems("k-anonymity", quality))
    def law(problem):
        is_found_one_at_a_time(problem)

    law()


def is_found_one_at_a_time(problem):
    wanted = answer(problem, "exhaustive")
    found, checked, _ = best_of(problem, ignore_progress)
    assert (found and found.levels) == (wanted and wanted.levels)
    assert checked <= problem.lattice.size


def test_a_bound_that_is_too_high_misleads_the_search_and_is_caught():
    honest = quality_models.class_of("discernibility")

    def law(problem):
        with patch.object(honest, "bound_above", lambda *_: float(problem.encoded.records**2)):
            is_found_one_at_a_time(problem)

    assert is_caught(law, problems("k-anonymity", "discernibility"))


def test_a_promise_that_lies_about_size_misleads_the_search_and_is_caught():
    honest = privacy_models.class_of("k-anonymity")

    def law(problem):
        with patch.object(honest, "minimum_size", 2):
            is_what_exhaustive_finds(problem)

    assert is_caught(law, problems("k-anonymity", "loss"))


def suppresses_at_least(question, cells=1 << 15, extra=0):
    problem = problem_of(question)
    arrays = tables_of(problem.encoded, problem.lattice)
    with patch("shoal.search.exact.pairs.CELLS", cells):
        bounds = suppression_bounds(arrays, question.k)
    for bound, levels in zip(bounds.tolist(), problem.lattice, strict=True):
        real = problem.candidate(levels).suppressed_records
        assert bound + extra <= real
        if len(levels) == 2 and cells > 1000:
            assert bound == real


@given(questions())
def test_two_columns_never_suppress_more_than_all(question):
    suppresses_at_least(question)


@given(questions(), st.integers(1, 30))
def test_nor_when_their_table_is_too_large_to_start_at_the_bottom(question, cells):
    suppresses_at_least(question, cells)


def test_a_suppression_bound_that_is_too_high_is_caught():
    assert is_caught(lambda question: suppresses_at_least(question, extra=1), questions())
