"""What is certain below a candidate, and what is not where people are counted."""

from decimal import Decimal

import polars as pl

from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy.average_risk import AverageRisk
from shoal.privacy.delta_presence import DeltaPresence
from shoal.privacy.k_anonymity import KAnonymity
from shoal.privacy.t_closeness import TCloseness
from shoal.quality import quality_models
from shoal.search import Problem
from shoal.search.problem.unavoidable import is_enough, unavoidable_below

LETTERS = Hierarchy.of([list("abcd"), ["x", "x", "y", "y"], ["*"] * 4], "letter")
RECORDS = pl.Series(list("aabbbcd"))
PEOPLE = pl.Series(list("ppppqrs"))
ILL = pl.Series(["flu", "flu", "hiv", "hiv", "flu", "hiv", "hiv"])


def problem(*promises, limit="0.2", **more):
    encoded = encode({"letter": RECORDS}, {"letter": LETTERS}, sensitive={"ill": ILL}, **more)
    loss = quality_models.build({"model": "loss"})
    return Problem(encoded, Lattice((0,), (2,)), promises, loss, Decimal(limit))


def test_what_suppression_breaks_is_enough_only_without_it():
    share = AverageRisk(0.5, highest=0.5, share_at_risk=0.1)
    for promise in (share, DeltaPresence(0.0, 0.5), TCloseness("ill", 0.2)):
        assert not is_enough(problem(promise), promise)
        assert is_enough(problem(promise, limit="0"), promise)
    assert is_enough(problem(KAnonymity(2)), KAnonymity(2))


def test_where_people_are_counted_only_single_classes_are_certain():
    with_people = problem(KAnonymity(2), limit="0", person=PEOPLE)
    assert is_enough(with_people, KAnonymity(2))
    for promise in (AverageRisk(0.5), DeltaPresence(0.0, 0.5), TCloseness("ill", 0.2)):
        assert not is_enough(with_people, promise)


def test_promises_add_up_what_is_lost():
    found = problem(KAnonymity(3), AverageRisk(0.2))
    # At level 0: c and d are too small for k, and a; b is kept: 4 of 7 records.
    assert unavoidable_below(found, found.candidate((0,))) >= 3.99


def test_convexity_is_not_used_where_people_are_counted():
    promise = TCloseness("ill", 0.05)
    records, people = problem(promise), problem(promise, person=PEOPLE)
    assert unavoidable_below(records, records.candidate((0,))) > 0
    assert unavoidable_below(people, people.candidate((0,))) == 0
