"""The engine's answers equal the slow reference's, without any data beside the checkout."""

import math
from functools import cache

import pytest

from bridge import answer_of, encoded_of, problem_of
from golden.problems import as_answer, digest, golden_problems, question_of
from reference import optimum
from shoal.errors import NoReleaseError

PROBLEMS = golden_problems()
SMALL = 400  # candidates that are looked at one by one, too


def name(problem):
    columns = " ".join("/".join(map(str, column.values())) for column in problem["columns"])
    asked = [problem[key] for key in ("k", "limit", "aggregate", "gs_factor")]
    return f"{problem['table']}: {columns}: {asked}"


@cache
def encoded(columns):
    """Problems on the same columns share their encoded table."""
    return encoded_of(columns)


def asked(problem):
    question = question_of(problem)
    return problem_of(question, table=encoded(question.columns))


def check(problem, strategy):
    question = asked(problem)
    wanted = problem["answer"]
    if wanted is None:
        with pytest.raises(NoReleaseError):
            answer_of(question, strategy)
        return
    outcome = answer_of(question, strategy)
    assert list(outcome.levels) == wanted["levels"]
    assert math.isclose(outcome.loss, wanted["loss"], rel_tol=1e-12, abs_tol=1e-15)
    assert list(outcome.loss_by_column.values()) == pytest.approx(wanted["losses"], rel=1e-10)
    assert outcome.suppressed.sum() == wanted["suppressed_records"]
    assert digest(outcome.suppressed) == wanted["suppressed"]


def test_there_are_enough_problems_of_every_kind():
    assert len(PROBLEMS) >= 60
    assert len({name(problem) for problem in PROBLEMS}) == len(PROBLEMS)
    sizes = [asked(problem).lattice.size for problem in PROBLEMS]
    assert max(sizes) == 36_864
    assert {problem["aggregate"] for problem in PROBLEMS} == {
        "sum",
        "maximum",
        "arithmetic-mean",
        "geometric-mean",
        "rank",
    }
    assert {problem["answer"] is None for problem in PROBLEMS} == {True, False}


@pytest.mark.parametrize("problem", PROBLEMS, ids=name)
def test_the_exact_search_finds_the_optimum(problem):
    check(problem, "optimal")


@pytest.mark.parametrize(
    "problem", [problem for problem in PROBLEMS if asked(problem).lattice.size <= SMALL], ids=name
)
def test_looking_at_everything_finds_the_optimum(problem):
    check(problem, "exhaustive")


@pytest.mark.parametrize(
    "problem", [problem for problem in PROBLEMS if problem["table"] != "discharge"], ids=name
)
def test_the_file_says_what_the_reference_says(problem):
    question = question_of(problem)
    assert as_answer(question, optimum(question)) == problem["answer"]


def test_a_golden_answer_that_is_wrong_is_noticed():
    problem = next(problem for problem in PROBLEMS if problem["table"] == "toy")
    lie = {**problem, "answer": {**problem["answer"], "levels": [0, 1]}}
    with pytest.raises(AssertionError):
        check(lie, "optimal")
