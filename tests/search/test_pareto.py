"""Pareto-optimal points: complete, undominated, and enough to answer every question."""

import math

import pytest
from hypothesis import given, settings

from bridge import problem_of
from golden.tables import column
from laws.questions import questions
from reference import Question
from shoal.search.frontier.answers import frontier_of
from shoal.search.frontier.pareto import least_losses, pareto

TOY = (column("toy", "age"), column("toy", "sex"))


def figures(points):
    return [(point.smallest, point.suppressed, point.loss) for point in points]


def dominates(one, other):
    """As good everywhere and better somewhere; losses that differ by rounding are equal."""
    nearly = one[2] <= other[2] * (1 + 1e-9) + 1e-15
    strictly = one[2] < other[2] * (1 - 1e-9)
    return (
        one[0] >= other[0]
        and one[1] <= other[1]
        and nearly
        and (one[0] > other[0] or one[1] < other[1] or strictly)
    )


def every_point(problem):
    """All candidates at all k, by brute force."""
    found = set()
    for levels in problem.lattice:
        for k in range(2, problem.encoded.records + 2):
            asked = frontier_of(problem, threads=1).problem_of(k)
            candidate = asked.candidate(levels)
            kept = candidate.grouping.sizes[~candidate.suppressed]
            if kept.size:
                score = asked.quality.loss(candidate)
                found.add((int(kept.min()), candidate.suppressed_records, score.loss))
    return found


def check_front(points, everything):
    """Nothing shown is dominated, and everything is dominated or equaled by something shown."""
    assert not any(dominates(one, other) for one in everything for other in points)
    for one in everything:
        assert any(
            dominates(other, one) or (other[:2] == one[:2] and math.isclose(other[2], one[2]))
            for other in points
        )


def test_the_front_of_the_toy_table_is_what_brute_force_finds():
    problem = problem_of(Question(TOY, 2))
    check_front(figures(pareto(frontier_of(problem))), every_point(problem))


@pytest.mark.parametrize("lie", [lambda front: front[1:], lambda front: [*front, (1, 6, 0.9)]])
def test_the_check_catches_a_missing_and_a_dominated_point(lie):
    problem = problem_of(Question(TOY, 2))
    front = figures(pareto(frontier_of(problem)))
    with pytest.raises(AssertionError):
        check_front(lie(front), every_point(problem))


@given(questions())
@settings(max_examples=12)
def test_the_points_answer_every_k_and_limit(question):
    if question.aggregate == "rank":  # ranks are compared as vectors, not by one number
        question = Question(question.columns, 2)
    frontier = frontier_of(problem_of(question), threads=1)
    points = pareto(frontier)
    ks, limits = (2, 3, 5, 9), ("0", "0.2", "1")
    allowed = [frontier.problem_of(2, limit).maximum_suppressed for limit in limits]
    least = least_losses(points, ks, allowed)
    for row, k in enumerate(ks):
        for at, limit in enumerate(limits):
            answer = frontier.answer(k, limit)
            if answer is None or answer.smallest is None:
                continue
            assert least[row, at] <= answer.loss_normalized * (1 + 1e-9) + 1e-15


def test_no_two_points_are_equal_and_the_tie_rule_decides():
    coins = tuple(column("mirror", name) for name in "xy")
    points = pareto(frontier_of(problem_of(Question(coins, 2))))
    assert len(set(figures(points))) == len(points)
    assert (0, 1) in {point.levels for point in points}
    assert (1, 0) not in {point.levels for point in points}


def test_points_come_by_risk_and_say_how_far_they_are():
    signs = []
    points = pareto(frontier_of(problem_of(Question(TOY, 2)), maximum_k=5), signs.append)
    assert figures(points) == sorted(figures(points), key=lambda point: (-point[0], point[1]))
    assert len(signs) == 5
