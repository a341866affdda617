"""The compiled search for promises about values finds what looking at everything finds."""

from itertools import product
from unittest.mock import patch

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge import problem_of
from burdens import burdens_of
from laws.climbs import OR_MISSING, TREE
from laws.examples import few_or_many
from laws.groups import PRIVACY, SENSITIVE, quality_settings
from laws.lies import is_caught
from laws.questions import questions
from laws.test_search import answer, is_what_exhaustive_finds
from shoal.engine.classes import classes_of
from shoal.engine.grouping import group
from shoal.privacy import privacy_models
from shoal.quality import quality_models
from shoal.search import Problem
from shoal.search.exact import sensitive
from shoal.search.exact.sensitive import check_of, is_known
from shoal.search.optimal import compiled_form

pytestmark = pytest.mark.slow

OTHER = "job"
ABOUT_VALUES = [
    name for name in privacy_models if "column" in privacy_models.schema(name)["properties"]
]
LOSSES = ("loss", "precision", "height", "non-uniform-entropy", "normalized-non-uniform-entropy")


@st.composite
def problems(draw, names=ABOUT_VALUES, losses=LOSSES):
    """One to three promises about one or two sensitive columns, perhaps with k-anonymity."""
    question = draw(questions())
    records = question.records
    values = {SENSITIVE: OR_MISSING, OTHER: ["clerk", "cook", "nurse", None]}
    columns = {
        name: pl.Series(
            name,
            draw(st.lists(st.sampled_from(found), min_size=records, max_size=records)),
            dtype=pl.String,
        )
        for name, found in values.items()
    }
    asked = problem_of(question, sensitive=columns, trees={SENSITIVE: TREE})
    promises = [draw(st.sampled_from(names)) for _ in range(draw(st.integers(1, 3)))]
    quality = draw(st.sampled_from(losses))
    return Problem(
        asked.encoded,
        asked.lattice,
        (
            *(draw(_settings(name)) for name in promises),
            *(asked.privacy if draw(st.booleans()) else ()),
        ),
        quality_models.build(
            {"model": quality, **draw(quality_settings(quality, question.columns))}
        ),
        asked.suppression_limit,
    )


@st.composite
def _settings(draw, name):
    chosen = draw(PRIVACY[name])
    if chosen.get("distance") != "hierarchical" and draw(st.booleans()):
        chosen = {**chosen, "column": OTHER}
    return privacy_models.build({"model": name, **chosen})


@pytest.mark.parametrize("name", ABOUT_VALUES)
def test_every_promise_about_values_is_compiled(name):
    @settings(max_examples=5)
    @given(_settings(name))
    def law(promise):
        assert is_known(promise)

    law()


def test_what_is_derived_from_a_promise_is_not_taken_for_it():
    known = privacy_models.class_of("distinct-l-diversity")

    class Stricter(known):
        pass

    assert is_known(known(SENSITIVE, 2))
    assert not is_known(Stricter(SENSITIVE, 2))
    assert not is_known(privacy_models.build({"model": "k-anonymity", "k": 2}))


@settings(max_examples=120)
@given(problems())
def test_optimal_is_exhaustive_for_several_promises_about_several_columns(problem):
    if getattr(problem.quality, "separable", True):  # suppression costs at least as much
        assert compiled_form(problem) is not None
    is_what_exhaustive_finds(problem)


@few_or_many(6, 40)
@pytest.mark.parametrize(("name", "loss"), list(product(ABOUT_VALUES, LOSSES)))
def test_optimal_is_exhaustive_for_every_promise_and_loss(name, loss, examples):
    @settings(max_examples=examples)
    @given(problems([name], [loss]))
    def law(problem):
        is_what_exhaustive_finds(problem)

    law()


@settings(max_examples=25)
@given(problems())
def test_the_same_question_has_the_same_answer_after_as_many_looks(problem):
    first, second = answer(problem, "optimal"), answer(problem, "optimal")
    assert (first and first.levels) == (second and second.levels)
    assert (first and first.candidates_checked) == (second and second.candidates_checked)


def is_a_lower_bound(case, lie=0.0):
    """Burdens decide as the promise does, and no specialization suppresses fewer records."""
    problem, low, high = case
    encoded, promise = problem.encoded, problem.privacy[0]
    above, below = group(encoded, high), group(encoded, low)
    burden = burdens_of(encoded, above, promise)
    broken = promise.violations(classes_of(encoded, above))
    assert (broken == (burden >= 0)).all()
    lost = promise.violations(classes_of(encoded, below))[below.class_of_tuple]
    suppressed = np.bincount(
        above.class_of_tuple, np.where(lost, encoded.counts, 0), len(above.sizes)
    )
    assert (np.maximum(burden, 0) + lie * (burden > 0) <= suppressed + 1e-9).all()


@st.composite
def descents(draw, names=ABOUT_VALUES):
    """A problem and two of its candidates, the first below the second."""
    problem = draw(problems(names))
    pairs = [
        sorted(draw(st.tuples(*[st.integers(low, high)] * 2)))
        for low, high in zip(problem.lattice.minimum, problem.lattice.maximum, strict=True)
    ]
    low, high = zip(*pairs, strict=True)
    return problem, low, high


@few_or_many(15, 150)
@pytest.mark.parametrize("name", ABOUT_VALUES)
def test_a_burden_is_what_every_specialization_suppresses_at_least(name, examples):
    @settings(max_examples=examples)
    @given(descents([name]))
    def law(case):
        is_a_lower_bound(case)

    law()


@pytest.mark.parametrize("name", ABOUT_VALUES)
def test_a_burden_that_is_too_high_is_caught(name):
    assert is_caught(lambda case: is_a_lower_bound(case, lie=1.0), descents([name]))


@settings(max_examples=60)
@given(problems())
def test_no_class_below_the_size_of_a_check_keeps_the_promise(problem):
    no_small_class_is_kept(problem)


def no_small_class_is_kept(problem, lie=0):
    for levels in (problem.lattice.minimum, problem.lattice.maximum):
        grouping = group(problem.encoded, levels)
        classes = classes_of(problem.encoded, grouping)
        for promise in problem.privacy:
            check = check_of(promise, problem.encoded)
            if check is not None:
                small = grouping.sizes < check.size + lie
                assert promise.violations(classes)[small].all()


def test_a_size_that_is_too_large_is_caught():
    assert is_caught(lambda problem: no_small_class_is_kept(problem, lie=1), problems())


@pytest.mark.parametrize("size", ["_nearest_mixture", "_smallest"])
def test_a_search_misled_about_sizes_is_caught(size):
    lies = {"_nearest_mixture": lambda shares, records: 1.0, "_smallest": lambda possible: 9}

    def law(problem):
        with patch.object(sensitive, size, lies[size]):
            is_what_exhaustive_finds(problem)

    assert is_caught(law, problems(["t-closeness"], ["loss"]))
