"""One thousand random questions about real tables, answered as fresh searches answer them."""

from functools import cache

import polars as pl
import pytest

from asking import check_answers, random_questions
from bridge import problem_of
from reference import Column, Question
from shoal.search.frontier.answers import frontier_of

ADULT = (
    *("sex", "age", "race", "marital-status", "education"),
    *("native-country", "workclass", "salary-class", "occupation"),
)
FARS = (
    *("iage", "irace", "ideathmon", "ideathday"),
    *("isex", "ihispanic", "istatenum", "iinjury"),
)


def column(folder, frame, dataset, name):
    path = folder / dataset / "hierarchies" / f"{dataset}_hierarchy_{name}.csv"
    rows = pl.read_csv(path, separator=";", has_header=False, infer_schema=False)
    return Column(name, tuple(frame[name]), tuple(rows.rows()))


@cache
def real(folder, dataset, file, names):
    frame = pl.read_csv(folder / dataset / file, infer_schema=False)
    columns = tuple(column(folder, frame, dataset, name) for name in names)
    return frontier_of(problem_of(Question(columns, 5, "0.05")), threads=2)


@pytest.mark.oracle
@pytest.mark.slow
def test_a_thousand_questions_about_adult_equal_fresh_searches(shared_data):
    frontier = real(shared_data, "adult", "adult_arx.csv", ADULT)
    assert frontier.problem.lattice.size == 12_960
    check_answers(frontier, random_questions(1000, seed=9))


@pytest.mark.oracle
@pytest.mark.slow
def test_a_hundred_questions_about_fars_equal_fresh_searches(shared_data):
    frontier = real(shared_data, "fars", "fars.csv.gz", FARS)
    assert frontier.problem.lattice.size == 20_736
    check_answers(frontier, random_questions(100, seed=9))
