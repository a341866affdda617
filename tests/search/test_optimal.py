"""The exact search where its arrays could be too small, shared, or of the wrong kind."""

from concurrent.futures import ThreadPoolExecutor

import polars as pl
import pytest

from bridge import answer_of, problem_of
from golden.tables import column
from reference import Column, Question
from shoal.errors import Canceled, NoReleaseError, StudyError
from shoal.progress import ignore_progress
from shoal.search import strategies
from shoal.search.optimal import compiled_form

TOY = (column("toy", "age"), column("toy", "sex"))


@pytest.mark.parametrize(
    ("limit", "levels", "loss", "suppressed"),
    [("0", (2, 0), 0.414214, 0), ("0.2", (1, 0), 0.277753, 1), ("1", (1, 0), 0.277753, 1)],
)
def test_the_toy_table_has_its_optimum(limit, levels, loss, suppressed):
    outcome = answer_of(problem_of(Question(TOY, 2, limit)), "optimal")
    assert outcome.levels == levels
    assert outcome.loss == pytest.approx(loss, abs=5e-7)
    assert outcome.suppressed.sum() == suppressed
    assert (outcome.optimal, outcome.gap) == (True, 0.0)


@pytest.mark.parametrize("height", [100, 127, 128, 129, 200, 300])
def test_hierarchies_may_be_high(height):
    # The labels become one halfway up: masking a long text looks like this.
    half = height // 2
    rows = tuple(
        (f"v{at}", *(f"v{at}" if level < half else "*" for level in range(1, height + 1)))
        for at in range(3)
    )
    question = Question((Column("a", ("v0", "v1", "v2", "v0"), rows),), 2, "0")
    assert answer_of(problem_of(question), "optimal").levels == (half,)


@pytest.mark.parametrize("columns", [31, 32, 33, 40, 63])
def test_columns_without_a_choice_take_no_room(columns):
    free, fixed = (("x", "*"), ("y", "*")), (("x",), ("y",))
    values = ("x", "y", "x", "x")
    question = Question(
        tuple(Column(f"c{at}", values, free if at < 3 else fixed) for at in range(columns)),
        2,
        "0.5",
    )
    problem = problem_of(question)
    assert compiled_form(problem) is not None
    assert answer_of(problem, "optimal").levels == answer_of(problem, "exhaustive").levels


def test_searches_in_threads_do_not_disturb_each_other():
    names = ("age", "zip", "length_of_stay", "race", "sex")
    columns = tuple(column("discharge", name) for name in names)
    problems = [problem_of(Question(columns, k, limit)) for k in (3, 20) for limit in ("0.02", "1")]
    alone = [answer_of(problem, "optimal").levels for problem in problems]
    with ThreadPoolExecutor(4) as threads:
        together = threads.map(lambda problem: answer_of(problem, "optimal").levels, problems * 4)
        assert list(together) == alone * 4


def test_a_search_after_a_canceled_one_is_right():
    columns = tuple(column("discharge", name) for name in ("age", "zip", "length_of_stay", "race"))
    problem = problem_of(Question(columns, 5, "1"))
    wanted = answer_of(problem, "exhaustive").levels

    def stop(_):
        raise Canceled("enough")

    for watch in (stop, ignore_progress, stop, ignore_progress):
        try:
            outcome = strategies.build({"strategy": "optimal"}).run(problem, watch)
        except Canceled:
            continue
        assert outcome.levels == wanted


def test_people_and_wide_keys_are_searched_one_candidate_at_a_time():
    assert compiled_form(problem_of(Question(TOY, 2))) is not None
    person = pl.Series(["p", "q", "p", "r", "q", "p", "q"])
    assert compiled_form(problem_of(Question(TOY, 2), person=person)) is None
    wide = tuple(Column(f"c{at}", ("x", "y"), (("x", "*"), ("y", "*"))) for at in range(65))
    assert compiled_form(problem_of(Question(wide, 2))) is None


def test_people_are_counted_not_records():
    # At (1, 0) records 1 and 7 are the class (<50, m); one person owns both, so it has one member.
    person = pl.Series(["p", "q", "s", "r", "t", "u", "p"])
    problem = problem_of(Question(TOY, 2, "0.5"), person=person)
    flags = problem.candidate((1, 0)).suppressed_tuples[problem.encoded.tuple_of_record]
    assert flags.tolist() == [True, False, False, True, False, False, True]
    outcome = answer_of(problem, "optimal")
    assert outcome.levels == answer_of(problem, "exhaustive").levels
    assert outcome.loss > answer_of(problem_of(Question(TOY, 2, "0.5")), "optimal").loss


def test_a_lattice_too_large_for_memory_is_refused_with_advice():
    rows = tuple((f"v{at}", f"p{at // 2}", f"q{at // 4}", "*") for at in range(8))
    columns = tuple(Column(f"c{at}", ("v0", "v5"), rows) for at in range(12))
    with pytest.raises(StudyError, match=r"16,777,216 candidates.*strategy: auto"):
        answer_of(problem_of(Question(columns, 2)), "optimal")


@pytest.mark.parametrize("strategy", ["optimal", "exhaustive"])
def test_the_impossible_is_said_with_numbers(strategy):
    bounded = (column("toy", "age", highest=1), column("toy", "sex", highest=0))
    with pytest.raises(NoReleaseError, match="at most 0 of 7 records"):
        answer_of(problem_of(Question(bounded, 2, "0")), strategy)
    with pytest.raises(NoReleaseError):
        answer_of(problem_of(Question(TOY, 8, "0.9")), strategy)
