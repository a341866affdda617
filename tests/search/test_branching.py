"""Boxes: together with what is closed they always cover the lattice."""

from itertools import product
from unittest.mock import patch

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge import problem_of
from laws.questions import questions
from shoal.progress import ignore_progress
from shoal.quality.model import Score
from shoal.search.anytime.branching import Branching, Hopeless, climb
from shoal.search.anytime.evaluator import Look
from shoal.search.anytime.trail import Limits, Trail
from shoal.search.anytime.within_limits import quick_bounds
from wide import generated


def boxes(branching):
    """The candidates of each open box."""
    for _, _, low, high in branching._open:
        ranges = (range(first, last + 1) for first, last in zip(low, high, strict=True))
        yield from product(*ranges)


@settings(max_examples=30)
@given(questions(), st.integers(1, 12))
def test_what_is_not_in_an_open_box_is_no_better_and_no_candidate_is_in_two(question, steps):
    problem = problem_of(question)
    trail = Trail(problem, ignore_progress, Limits())
    trail.look(problem.lattice.maximum)
    branching = Branching(trail, quick_bounds(trail))
    for _ in range(steps):
        if not branching.is_done:
            branching.step()
    covered = list(boxes(branching))
    assert len(covered) == len(set(covered))
    for levels in set(problem.lattice) - set(covered):
        candidate = problem.candidate(levels)
        if problem.accepts(candidate) and question.aggregate != "rank":
            assert problem.quality.loss(candidate).loss >= trail.score.loss * (1 - 1e-11)


def test_the_proven_bound_never_falls_as_boxes_close():
    problem = generated(15)
    trail = Trail(problem, ignore_progress, Limits())
    trail.look(problem.lattice.maximum)
    branching = Branching(trail, quick_bounds(trail))
    proven = []
    for _ in range(50):
        branching.step()
        proven.append(trail.proven)
    assert proven == sorted(proven)
    assert proven[-1] > proven[0]


def test_a_path_takes_the_cheapest_step_and_ends_before_the_best():
    parts = np.array([[0.0, 0.1, 0.9], [0.0, 0.2, 0.3]])
    path = climb(parts, np.array([0, 0]), np.array([2, 2]), 0.5)
    assert path.tolist() == [[0, 0], [1, 0], [1, 1], [1, 2]]
    assert climb(parts, np.array([0, 0]), np.array([0, 1]), 9.0).tolist() == [[0, 0], [0, 1]]


def test_hopeless_candidates_above_are_found_highest_first():
    hopeless, look = Hopeless(generated(3).lattice), Look(Score(1.0), 0, False, True)
    for levels in [(1, 1, 0), (2, 2, 0), (0, 3, 3), (1, 2, 0)]:
        hopeless.add(levels, look)
    assert hopeless.above((1, 1, 0)) == [((2, 2, 0), look), ((1, 2, 0), look), ((1, 1, 0), look)]
    assert hopeless.above((3, 0, 0)) == []


def test_the_oldest_hopeless_candidates_are_forgotten():
    with patch("shoal.search.anytime.branching.KNOWN", 2):
        hopeless, look = Hopeless(generated(1).lattice), Look(Score(1.0), 0, False, True)
        for level in (3, 1, 2):
            hopeless.add((level,), look)
        assert [levels for levels, _ in hopeless.above((0,))] == [(2,), (1,)]
