"""What could be promised instead, where a study promises more than any release keeps."""

from decimal import Decimal

import polars as pl
import pytest

from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy import privacy_models
from shoal.quality import quality_models
from shoal.search import Problem
from shoal.search.failure.explain import explain
from shoal.search.failure.relaxation import Kind
from shoal.search.failure.weaker import milder_promises

# Two wards that nothing can merge: flu is 3/4 of one and 1/4 of the other, 1/2 of the table.
WARDS = pl.Series("ward", list("aaaabbbb"))
ILL = pl.Series("ill", ["flu", "flu", "flu", "hiv", "flu", "hiv", "hiv", "hiv"])


def problem_of(*promises, limit="0"):
    apart = Hierarchy.of([["a", "b"]], "ward")
    return Problem(
        encode({"ward": WARDS}, {"ward": apart}, sensitive={"ill": ILL}),
        Lattice((0,), (0,)),
        tuple(privacy_models.build({"column": "ill", **promise}) for promise in promises),
        quality_models.build({"model": "loss"}),
        Decimal(limit),
    )


@pytest.mark.parametrize(
    ("promise", "advice"),
    [
        ({"model": "t-closeness", "t": 0.1}, "t = 0.251 instead of 0.1"),
        ({"model": "entropy-l-diversity", "l": 2}, "l = 1.754 instead of 2"),
        ({"model": "recursive-l-diversity", "c": 2, "l": 2}, "c = 3.001 instead of 2"),
        ({"model": "delta-disclosure", "delta": 0.5}, "delta = 1.001 instead of 0.5"),
        ({"model": "basic-beta-likeness", "beta": 0.2}, "beta = 0.501 instead of 0.2"),
    ],
    ids=lambda given: given["model"] if isinstance(given, dict) else "",
)
def test_what_the_highest_levels_keep_is_proposed_and_succeeds(promise, advice):
    explanation = explain(problem_of(promise))
    [found] = [one for one in explanation.relaxations if one.kind is Kind.PROMISE]
    assert found.advice == f"Promise less: {advice}."
    assert found.problem.accepts(found.problem.candidate((0,)))
    assert found.change["privacy"][0]["model"] == promise["model"]


def test_other_promises_stay_as_they_are():
    diverse = {"model": "entropy-l-diversity", "l": 1.5}
    [(_, milder)] = milder_promises(problem_of(diverse, {"model": "t-closeness", "t": 0.1}))
    assert milder.privacy[0].l == 1.5
    assert milder.privacy[1].t == 0.251


def test_nothing_is_proposed_where_no_number_is_large_enough():
    strict = {"model": "delta-disclosure", "delta": 1, "absent": "violate"}
    alone = problem_of(strict)
    assert len(list(milder_promises(alone))) == 1
    one_illness = encode(
        {"ward": pl.Series("ward", list("aabb"))},
        {"ward": Hierarchy.of([["a", "b"]], "ward")},
        sensitive={"ill": pl.Series("ill", ["flu", "flu", "hiv", "hiv"])},
    )
    apart = Problem(one_illness, alone.lattice, alone.privacy, alone.quality)
    assert list(milder_promises(apart)) == []


def test_whole_numbers_are_left_to_those_who_count_them():
    assert list(milder_promises(problem_of({"model": "distinct-l-diversity", "l": 3}))) == []
