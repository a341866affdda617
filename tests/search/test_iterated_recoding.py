"""Local recoding: each class has levels of its own, keeps the promise, and costs what it shows."""

from collections import Counter
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import answer_of, problem_of
from golden.tables import column
from laws.lies import is_caught
from laws.questions import questions, tables
from reference import Question
from shoal.engine.transform import transform
from shoal.errors import NoReleaseError, NotYetAvailable
from shoal.progress import ignore_progress
from shoal.quality import quality_models
from shoal.search import strategies
from shoal.search.iterated_recoding import Iterated

TOY = (column("toy", "age"), column("toy", "sex"))
MIXED = (
    replace(TOY[0], values=("34", "34", "66", "70", "45", "45", "66", "70")),
    replace(TOY[1], values=tuple("mmmmffff")),
)
OPTIMAL = strategies.build({"strategy": "optimal"})


def recoded(problem, **settings):
    return Iterated(**settings).run(problem, OPTIMAL, ignore_progress)


def cells(problem, outcome):
    texts = transform(problem.encoded, outcome.levels, outcome.suppressed)
    return list(zip(*(column.to_list() for column in texts.values()), strict=True))


def test_classes_get_levels_of_their_own():
    found = cells(*recoded(problem_of(Question(MIXED, 2))))
    assert (
        found == [("34", "m")] * 2 + [(">=50", "m")] * 2 + [("45", "f")] * 2 + [(">=50", "f")] * 2
    )


def test_local_recoding_loses_less_than_the_best_global_one():
    question = Question(MIXED, 2)
    _, ours = recoded(problem_of(question))
    assert ours.loss < answer_of(problem_of(question), "optimal").loss
    assert ours.optimal is None
    assert ours.gap is None


def test_cells_are_suppressed_where_hierarchies_have_two_levels():
    columns = tuple(
        replace(column_, rows=tuple((row[0], "*") for row in column_.rows)) for column_ in MIXED
    )
    found = cells(*recoded(problem_of(Question(columns, 2))))
    assert found == [("34", "m"), ("34", "m"), ("66", "*"), ("70", "*"),
                     ("45", "f"), ("45", "f"), ("66", "*"), ("70", "*")]  # fmt: skip


def test_the_loss_is_that_of_the_cells_shown():
    problem, outcome = recoded(problem_of(Question(MIXED, 2)))
    share = {"34": 1, "45": 1, ">=50": 2}
    age = sum(share[label] for label, _ in cells(problem, outcome)) / 4
    assert outcome.loss_by_column == pytest.approx({"age": (age - 2) / (8 - 2), "sex": 0})


def keeps_what_it_promises(question, change=lambda found: found):
    """Every class is large enough, every cell an ancestor, suppression within its limit."""
    try:
        problem, outcome = recoded(problem_of(question), fraction=0.1)
    except NoReleaseError:
        with pytest.raises(NoReleaseError):
            answer_of(problem_of(question), "optimal")
        return
    shown = change(cells(problem, outcome))
    kept = [found for found, gone in zip(shown, outcome.suppressed, strict=True) if not gone]
    assert all(size >= question.k for size in Counter(kept).values())
    assert int(outcome.suppressed.sum()) <= question.allowed
    assert sum(outcome.class_sizes.tolist()) == len(kept)
    for record, labels in enumerate(shown):
        if not outcome.suppressed[record]:
            for column_, label in zip(question.columns, labels, strict=True):
                allowed = column_.labels[column_.values[record]]
                assert label in allowed[column_.levels.start : column_.levels.stop]


@given(questions(tables(most_columns=3)))
def test_every_class_keeps_the_promise_and_every_cell_is_an_ancestor(question):
    keeps_what_it_promises(question)


def test_the_law_catches_a_cell_that_is_no_ancestor():
    def law(question):
        keeps_what_it_promises(question, lambda found: [("lie", *row[1:]) for row in found])

    assert is_caught(law, questions(tables(most_columns=3)))


def test_the_law_catches_a_class_that_is_too_small():
    def own(found):
        return [(f"{row[0]}{at}", *row[1:]) for at, row in enumerate(found)]

    assert is_caught(
        lambda question: keeps_what_it_promises(question, own), questions(tables(most_columns=3))
    )


@given(questions(tables(most_columns=3)), st.sampled_from([0.0, 0.3, 1.0]))
def test_one_pass_that_must_place_everything_is_the_global_search(question, factor):
    problem = problem_of(replace(question, limit="0", gs_factor="0.5"))
    try:
        expected = answer_of(problem, "optimal")
    except NoReleaseError:
        return
    _, found = recoded(problem, fraction=1, passes=1, gs_factor=0.5)
    assert found.loss == pytest.approx(expected.loss, rel=1e-12, abs=1e-15)


def test_records_that_may_be_suppressed_need_not_be_placed():
    _, outcome = recoded(problem_of(Question(MIXED, 2, "0.5")), passes=1)
    assert outcome.suppressed.tolist() == [False, False, True, True] * 2


def test_late_passes_are_undone_where_the_rest_could_not_be_placed():
    # Placing all four m at level 0 would leave three f of different ages; k = 4 needs a class.
    columns = (replace(TOY[1], values=("m", "m", "m", "m", "f", "f", "f")),)
    problem, outcome = recoded(problem_of(Question(columns, 4)))
    assert cells(problem, outcome) == [("*",)] * 7
    assert not outcome.suppressed.any()


def test_without_an_answer_there_is_none():
    columns = (replace(TOY[1], highest=0),)
    with pytest.raises(NoReleaseError):
        recoded(problem_of(Question(columns, 4)))


def test_a_loss_without_parts_is_not_yet_available():
    problem = problem_of(Question(TOY, 2))
    other = replace(problem, quality=quality_models.build({"model": "discernibility"}))
    with pytest.raises(NotYetAvailable, match="loss"):
        recoded(other)


def test_adaption_goes_on_where_free_suppression_places_nothing():
    question = Question(TOY, 2, "1")
    _, stopped = recoded(problem_of(question), fraction=0)
    _, adapted = recoded(problem_of(question), fraction=0, adaption=0.05)
    assert adapted.suppressed.sum() < stopped.suppressed.sum() == 7


def test_limits_are_exact_whatever_the_number_of_records():
    problem = replace(problem_of(Question(TOY, 2)), suppression_limit=Decimal("0.142857143"))
    assert problem.maximum_suppressed == 1
    _, outcome = recoded(problem)
    assert np.count_nonzero(outcome.suppressed) <= 1
