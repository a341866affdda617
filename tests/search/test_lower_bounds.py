"""Lower bounds are below every loss they speak of."""

from math import inf
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge import problem_of
from laws.lies import is_caught
from laws.questions import questions
from shoal.engine.lattice import Lattice
from shoal.search.anytime.column_groups import partition, project
from shoal.search.anytime.evaluator import evaluator_of
from shoal.search.anytime.lower_bounds import lower_bounds
from wide import generated


def losses_of(problem):
    """Every acceptable candidate with its loss."""
    for levels in problem.lattice:
        candidate = problem.candidate(levels)
        if problem.accepts(candidate):
            yield levels, problem.quality.loss(candidate).loss


def never_above(question, cells):
    problem = problem_of(question)
    evaluator = evaluator_of(problem)
    bounds = lower_bounds(problem, evaluator, cells, lambda: None)
    looks = {levels: evaluator.look(levels) for levels in problem.lattice}
    for levels, loss in losses_of(problem):
        assert bounds.whole <= loss
        for low in problem.lattice:
            if all(below <= level for below, level in zip(low, levels, strict=True)):
                assert bounds.at(low) <= loss
                assert not looks[levels].hopeless
        for above, look in looks.items():
            if all(level <= high for level, high in zip(levels, above, strict=True)):
                assert bounds.between(levels, look) <= loss
        for column, level in enumerate(levels):
            higher = (*levels[:column], level + 1, *levels[column + 1 :])
            if higher in looks:
                assert bounds.one_down(higher, looks[higher])[column] <= loss


small = questions().filter(lambda question: problem_of(question).lattice.size <= 64)


@given(small, st.sampled_from([0, 8, 16, 1000]))
def test_bounds_are_never_above_a_loss(question, cells):
    never_above(question, cells)


@pytest.mark.parametrize("lie", ["SLACK", "record", "impossible"])
def test_a_bound_that_is_too_high_is_caught(lie):
    lies = {
        "SLACK": patch("shoal.search.anytime.lower_bounds.SLACK", -0.01),
        "record": patch(
            "shoal.search.anytime.lower_bounds._part", lambda prices, columns, sums: 1 + sums
        ),
        "impossible": patch(
            "shoal.search.anytime.lower_bounds._Table.ahead", lambda table, levels: inf
        ),
    }

    def law(question):
        with lies[lie]:
            never_above(question, 16)

    assert is_caught(law, small)


def test_more_columns_together_bound_no_less():
    problem = generated(12)
    evaluator = evaluator_of(problem)
    bounds = [lower_bounds(problem, evaluator, cells, lambda: None) for cells in (0, 100, 4000)]
    losses = [bound.whole for bound in bounds]
    assert losses == sorted(losses)
    assert losses[0] < losses[2]


def test_groups_share_no_column_and_are_as_few_as_allowed():
    lattice = Lattice((0,) * 6, (3,) * 6)
    groups = partition(lattice, [8, 7, 6, 5, 4, 3], cells=130)
    assert sorted(column for group in groups for column in group) == list(range(6))
    assert [len(group) for group in groups] == [3, 3]  # 64 + 64
    assert len(partition(lattice, [8] * 6, cells=127)) == 3
    assert len(partition(lattice, [8] * 6, cells=10**6)) == 2  # never the whole lattice
    assert len(partition(lattice, [8] * 6, cells=0)) == 6


def test_a_table_without_its_other_columns_has_the_same_tuples():
    encoded = generated(15).encoded
    part = project(encoded, [3, 1])
    assert [column.name for column in part.columns] == ["c3", "c1"]
    assert part.counts.sum() == encoded.records
    for at, column in enumerate([3, 1]):
        codes = part.codes(at)[part.tuple_of_record]
        assert (codes == encoded.codes(column)).all()
