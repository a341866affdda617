"""Local recoding: every class keeps the promises, every cell is an ancestor, and little is lost."""

from collections import Counter
from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge import answer_of, problem_of
from golden.tables import column
from laws.lies import is_caught
from laws.questions import questions, tables
from reference import Question
from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.engine.transform import transform
from shoal.errors import Canceled, NoReleaseError
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy import privacy_models
from shoal.progress import ignore_progress
from shoal.quality import quality_models
from shoal.search import Problem, strategies
from shoal.search.local import refining
from shoal.search.local.charges import charges_of
from shoal.search.local.side import Side
from shoal.search.local_recoding import Local

TOY = (column("toy", "age"), column("toy", "sex"))
MIXED = (
    replace(TOY[0], values=("34", "34", "66", "70", "45", "45", "66", "70")),
    replace(TOY[1], values=tuple("mmmmffff")),
)
OPTIMAL = strategies.build({"strategy": "optimal"})
DIGITS = [f"{number:02}" for number in range(40)]
TENS = Hierarchy.of([DIGITS, [f"{text[0]}*" for text in DIGITS], ["**"] * 40], "tens")


def recoded(problem, watch=ignore_progress, **parameters):
    return Local(**{"effort": 0.02, **parameters}).run(problem, OPTIMAL, watch)


def cells(problem, outcome):
    texts = transform(problem.encoded, outcome.levels, outcome.suppressed)
    return list(zip(*(column.to_list() for column in texts.values()), strict=True))


def drawn(*privacy, records=300, columns=3, seed=3, quality=None):
    """A table of random numbers, small ones more often, and a sensitive column."""
    dice = np.random.default_rng(seed)
    names = [f"c{at}" for at in range(columns)]
    texts = {
        name: pl.Series([DIGITS[at] for at in (dice.random(records) ** 3 * 40).astype(int)])
        for name in names
    }
    ills = pl.Series([f"ill {at}" for at in (dice.random(records) ** 2 * 6).astype(int)])
    encoded = encode(texts, dict.fromkeys(names, TENS), sensitive={"ill": ills})
    lattice = Lattice((0,) * columns, (2,) * columns)
    promises = tuple(map(privacy_models.build, privacy))
    return Problem(encoded, lattice, promises, quality_models.build(quality or {"model": "loss"}))


K = {"model": "k-anonymity", "k": 5}
PROMISES = {
    "size": [K],
    "distinct": [K, {"model": "distinct-l-diversity", "column": "ill", "l": 3}],
    "entropy": [{"model": "entropy-l-diversity", "column": "ill", "l": 2}],
    "recursive": [{"model": "recursive-l-diversity", "column": "ill", "l": 2, "c": 2}],
    "grassberger": [
        {"model": "entropy-l-diversity", "column": "ill", "l": 2, "estimator": "grassberger"}
    ],
    "spread": [K, {"model": "t-closeness", "column": "ill", "t": 0.3}],
    "ordered": [K, {"model": "t-closeness", "column": "ill", "t": 0.2, "distance": "ordered"}],
    "beta": [{"model": "enhanced-beta-likeness", "column": "ill", "beta": 2}],
    "delta": [{"model": "delta-disclosure", "column": "ill", "delta": 1}],
}


def test_classes_get_levels_of_their_own():
    found = cells(*recoded(problem_of(Question(MIXED, 2))))
    assert (
        found == [("34", "m")] * 2 + [(">=50", "m")] * 2 + [("45", "f")] * 2 + [(">=50", "f")] * 2
    )


def test_the_loss_is_that_of_the_cells_shown():
    problem, outcome = recoded(problem_of(Question(MIXED, 2)))
    share = {"34": 1, "45": 1, ">=50": 2}
    age = sum(share[label] for label, _ in cells(problem, outcome)) / 4
    assert outcome.loss_by_column == pytest.approx({"age": (age - 2) / (8 - 2), "sex": 0})


def test_precision_counts_the_levels_of_each_record():
    problem = replace(
        problem_of(Question(MIXED, 2)), quality=quality_models.build({"model": "precision"})
    )
    found, outcome = recoded(problem)
    raised = sum(label == ">=50" for label, _ in cells(found, outcome))
    height = problem.encoded.columns[0].height
    assert outcome.loss_by_column["age"] >= raised / height / 8
    assert outcome.loss_by_column["sex"] == 0


def keeps_what_it_promises(question, change=lambda found: found):
    """Every class is large enough, every cell an ancestor, suppression within its limit."""
    try:
        problem, outcome = recoded(problem_of(question))
    except NoReleaseError:
        with pytest.raises(NoReleaseError):
            answer_of(problem_of(question), "optimal")
        return
    shown = change(cells(problem, outcome))
    kept = [found for found, gone in zip(shown, outcome.suppressed, strict=True) if not gone]
    assert all(size >= question.k for size in Counter(kept).values())
    assert int(outcome.suppressed.sum()) <= question.allowed
    assert sum(outcome.class_sizes.tolist()) == len(kept)
    assert outcome.gap is not None
    for record, labels in enumerate(shown):
        if not outcome.suppressed[record]:
            for column_, label in zip(question.columns, labels, strict=True):
                allowed = column_.labels[column_.values[record]]
                assert label in allowed[column_.levels.start : column_.levels.stop]


@given(questions(tables(most_columns=3)))
@settings(max_examples=12)
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


def broken(found, outcome):
    """Whether a class breaks a promise as it is seen, or a record is suppressed."""
    seen = found.judge((1,) * len(found.encoded.columns))[0]
    return bool(seen.suppressed.any()) or bool(outcome.suppressed.any())


@pytest.mark.parametrize("name", PROMISES)
def test_every_class_keeps_every_promise(name):
    problem = drawn(*PROMISES[name])
    found, outcome = recoded(problem)
    assert not broken(found, outcome)
    assert 0 <= outcome.gap <= outcome.loss
    assert outcome.loss < 1


def test_a_promise_that_is_not_kept_is_seen():
    problem = drawn(K)
    found, outcome = recoded(problem)
    stricter = (privacy_models.build({"model": "k-anonymity", "k": 50}),)
    assert broken(replace(found, privacy=stricter), outcome)


def test_records_are_selected_by_value_only_if_that_is_allowed():
    problem = drawn(*PROMISES["spread"], records=600)
    _, trimmed = recoded(problem)
    _, whole = recoded(problem, trim=False)
    assert trimmed.loss <= whole.loss
    assert not whole.notes
    assert not trimmed.notes or "minimality" in trimmed.notes[0]


def test_more_effort_never_loses_more():
    problem = drawn(K, records=800)
    losses = [recoded(problem, effort=effort)[1].loss for effort in (0, 0.05, 0.2)]
    assert losses == sorted(losses, reverse=True)


def test_the_same_question_has_the_same_answer():
    first, again = (recoded(drawn(K))[1] for _ in range(2))
    assert first.loss == again.loss
    assert first.class_sizes.tolist() == again.class_sizes.tolist()


def canceled_after(steps):
    """A watch that stops the search after some signs of life."""
    left = iter(range(steps))

    def watch(_):
        if next(left, None) is None:
            raise Canceled("stopped")

    return watch


@pytest.mark.parametrize("steps", [0, 1, 3, 30])
@pytest.mark.parametrize("name", ["size", "distinct", "spread"])
def test_whoever_cancels_has_a_valid_answer(steps, name):
    problem = drawn(*PROMISES[name])
    found, outcome = recoded(problem, canceled_after(steps), effort=1)
    assert outcome.canceled
    assert not broken(found, outcome)


def test_seconds_end_the_search():
    _, outcome = recoded(drawn(K), effort=1000, seconds=0.01)
    assert not outcome.canceled


def refines(problem, change=lambda parting: parting):
    """Refining changes no promise and never raises the loss."""
    charges = charges_of(problem)
    side = Side(problem, charges, problem.encoded)
    start = side.finisher.finish(side.make_parting(np.zeros(len(side.cells.counts), np.int64)))
    start = refining.lower_levels(side.cells, start)
    found = change(refining.refine(side.cells, side.judge, start))
    assert found.total(side.cells) <= start.total(side.cells) + 1e-9
    assert side.judge.keeps_promises(found.place, found.levels)[np.unique(found.place)].all()


@given(st.integers(0, 10**6))
@settings(max_examples=10)
def test_refining_never_raises_the_loss(seed):
    refines(drawn(K, records=100, seed=seed))


def test_a_refinement_that_raises_the_loss_is_noticed():
    def dearer(parting):
        return replace(parting, costs=parting.costs + 1)

    with pytest.raises(AssertionError):
        refines(drawn(K, records=100), dearer)


@pytest.mark.slow
def test_large_lattices_are_sampled():
    problem = drawn(K, records=400, columns=11)
    assert problem.lattice.size > 100_000
    found, outcome = recoded(problem, effort=0)
    assert not broken(found, outcome)
    assert outcome.gap < outcome.loss < 1


def test_without_an_answer_there_is_none():
    columns = (replace(TOY[1], highest=0),)
    with pytest.raises(NoReleaseError):
        recoded(problem_of(Question(columns, 4)))


def test_suppression_that_costs_nothing_takes_the_dearest_classes():
    question = Question(MIXED, 2, "0.5", gs_factor="0")
    _, outcome = recoded(problem_of(question))
    assert outcome.loss == pytest.approx(0)
    assert outcome.suppressed.tolist() == [False, False, True, True] * 2
