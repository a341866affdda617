"""Non-uniform entropy on the toy table: the numbers of docs/theory/losses.md."""

import gc
import weakref
from math import log2

import pytest

from quality.toy import NODES, losses, problem_of, score
from reference import Column
from shoal.quality.entropy import per_table

AGE, SEX = 13.651484, 6.896597  # all the bits in the columns of the toy table


def test_the_six_candidates():
    wanted = [20.548081, 6.754888, 6.896597, 13.651484, 13.651484, 20.548081]
    assert losses("non-uniform-entropy") == pytest.approx(wanted, abs=5e-7)


def test_the_six_candidates_as_a_share_of_what_can_be_lost():
    wanted = [2, 0.494810, 1, 1, 1.494810, 2]
    assert losses("normalized-non-uniform-entropy") == pytest.approx(wanted, abs=5e-7)


def test_the_six_candidates_if_suppression_is_ignored():
    wanted = [0, 6.754888, 6.896597, 13.651484, 13.651484, 20.548081]
    assert losses("non-uniform-entropy", monotonic=True) == pytest.approx(wanted, abs=5e-7)


def test_the_worked_parts_of_generalization():
    # Four below 50, two of each age; three from 50 on, one of them alone.
    found = score((1, 0), "non-uniform-entropy").by_column
    assert found["age"] == pytest.approx(4 + log2(3) + 2 * log2(3 / 2))
    assert found["sex"] == 0  # one suppressed record costs nothing


def test_all_suppressed_is_as_much_as_all_generalized():
    found = score((0, 0), "non-uniform-entropy").by_column
    assert found == pytest.approx({"age": AGE, "sex": SEX}, abs=5e-7)
    top = score((2, 1), "non-uniform-entropy").by_column
    assert found == pytest.approx(top)


@pytest.mark.parametrize(
    ("factor", "g", "s"), [(0, 1, 0), (0.25, 1, 0.5), (0.75, 0.5, 1), (1, 0, 1)]
)
def test_the_factor_moves_the_cost_between_generalization_and_suppression(factor, g, s):
    found = losses("non-uniform-entropy", gs_factor=factor)
    assert found[0] == pytest.approx(s * (AGE + SEX), abs=1e-6)
    assert found[5] == pytest.approx(g * (AGE + SEX), abs=1e-6)


@pytest.mark.parametrize("model", ["non-uniform-entropy", "normalized-non-uniform-entropy"])
def test_the_range_ends_where_everything_is_lost(model):
    problem = problem_of(model)
    assert problem.quality.range(problem.encoded) == (0, pytest.approx(max(losses(model))))


@pytest.mark.parametrize("model", ["non-uniform-entropy", "normalized-non-uniform-entropy"])
def test_generalization_alone_is_the_least_that_a_level_costs(model):
    problem = problem_of(model)
    age, sex = problem.quality.least(problem.encoded, 7)
    for levels, loss in zip(NODES, losses(model), strict=True):
        assert age[levels[0]] + sex[levels[1]] <= loss + 1e-12
    assert (age[2] + sex[1]) == pytest.approx(losses(model)[5])


def test_a_column_with_one_value_loses_nothing():
    only = Column("x", ("a", "a"), (("a", "*"), ("b", "*")))
    for model in ("non-uniform-entropy", "normalized-non-uniform-entropy"):
        problem = problem_of(model, columns=(only,), predict={})
        assert problem.quality.loss(problem.candidate((1,))).loss == 0
        assert problem.quality.range(problem.encoded) == (0, 0)


def test_a_result_is_computed_once_per_table():
    seen = []

    @per_table
    def records(encoded):
        seen.append(encoded.records)
        return encoded.records

    one, other = problem_of("loss").encoded, problem_of("loss").encoded
    assert [records(one), records(one), records(other)] == [7, 7, 7]
    assert len(seen) == 2
    assert records.__name__ == "records"


def test_a_table_that_is_not_used_any_more_is_given_back():
    @per_table
    def counts(encoded):
        return encoded.counts

    encoded = problem_of("loss").encoded
    counts(encoded)
    place = weakref.ref(encoded)
    del encoded
    gc.collect()
    assert place() is None
