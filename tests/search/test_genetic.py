"""Genetic search: two populations that really exchange their best."""

import numpy as np
import pytest

from bridge import answer_of, problem_of
from golden.tables import column
from reference import Question
from shoal.progress import ignore_progress
from shoal.search.anytime.trail import Limits, Trail
from shoal.search.genetic import EXCHANGED, Evolution, Genetic
from wide import generated

TOY = (column("toy", "age"), column("toy", "sex"))


@pytest.fixture
def evolution():
    trail = Trail(generated(15), ignore_progress, Limits())
    return Evolution(trail, seed=1)


@pytest.mark.parametrize(("limit", "levels"), [("0", (2, 0)), ("0.2", (1, 0)), ("1", (1, 0))])
def test_the_toy_table_has_its_optimum(limit, levels):
    assert answer_of(problem_of(Question(TOY, 2, limit)), "genetic").levels == levels


def test_the_first_population_begins_with_the_triangle(evolution):
    first, second = evolution.populations((1,) * 15)
    assert first[0] == (1,) * 15
    assert first[1:4] == [(0,) * 15, (3,) + (0,) * 14, (3, 3) + (0,) * 13]
    assert len(first) == len(second) == 115


def test_the_best_of_each_population_move_to_the_other(evolution):
    first, second = map(evolution.rank, evolution.populations((3,) * 15))
    moving = int(np.ceil(EXCHANGED * len(first)))
    assert moving > 0
    ours, theirs = evolution.exchange(first, second)
    assert set(first[:moving]) <= set(theirs)
    assert set(second[:moving]) <= set(ours)
    assert len(ours) == len(first)


def test_the_elite_survives_and_the_size_stays(evolution):
    population = evolution.rank(evolution.populations((3,) * 15)[0])
    following = evolution.next(population)
    assert following[:23] == population[:23]  # a fifth of 115
    assert len(following) == 115


def test_children_have_each_level_from_one_parent(evolution):
    parents = [(0,) * 15, (3,) * 15]
    for _ in range(10):
        child = evolution._child(parents, np.array([0.5, 0.5]))
        assert set(child) <= {0, 3}


def test_it_improves_on_where_it_began():
    outcome = Genetic(seconds=None, candidates=3000).run(generated(20), ignore_progress)
    assert outcome.history[-1][1] > 115
