"""The general exact search: promises that are not monotonic, and what they suppress below."""

from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy.k_anonymity import KAnonymity
from shoal.privacy.model import Monotonic
from shoal.progress import ignore_progress
from shoal.quality.loss import Loss
from shoal.search.exhaustive import Exhaustive
from shoal.search.general import best_of
from shoal.search.optimal import Optimal
from shoal.search.problem import Problem
from shoal.search.problem.unavoidable import unavoidable_below


@dataclass(frozen=True)
class Close:
    """t-closeness with equal distances, in its simplest form: not monotonic with suppression."""

    t: float
    monotonic: ClassVar = Monotonic.WITHOUT_SUPPRESSION

    def distance(self, classes):
        counts = classes.histogram("illness")
        in_table = counts.sum(axis=0) / counts.sum()
        return np.abs(counts / classes.records[:, None] - in_table).sum(axis=1) / 2

    def violations(self, classes):
        return self.distance(classes) > self.t + 1e-12

    def unavoidable(self, classes):
        share = (self.distance(classes) - self.t) / (1 - self.t)
        return np.where(self.violations(classes), classes.records * share, 0)


class Exaggerating(Close):
    """A lie: the whole violating class is said to be lost in every specialization."""

    def unavoidable(self, classes):
        return np.where(self.violations(classes), classes.records, 0).astype(float)


AGES = [str(age) for age in range(8)]
AGE = Hierarchy.of(
    [AGES, [str(int(age) // 2) for age in AGES], [str(int(age) // 4) for age in AGES], ["*"] * 8],
    "age",
)
WARD = Hierarchy.of([["a", "b", "c", "d"], ["ab", "ab", "cd", "cd"], ["*"] * 4], "ward")

tables = st.lists(
    st.tuples(st.sampled_from(AGES), st.sampled_from("abcd"), st.sampled_from("xyz")),
    min_size=4,
    max_size=40,
)
limits = st.sampled_from(["0", "0.2", "0.5", "1"])


def problem_of(records, promises, limit):
    ages, wards, illness = (
        pl.Series(column, dtype=pl.String) for column in zip(*records, strict=True)
    )
    encoded = encode(
        {"age": ages, "ward": wards}, {"age": AGE, "ward": WARD}, sensitive={"illness": illness}
    )
    return Problem(encoded, Lattice((0, 0), (3, 2)), promises, Loss(), Decimal(limit))


def pruned_parts(problem):
    """Every pair of candidates, one below the other, where the upper one would end the lower."""
    for levels in problem.lattice:
        candidate = problem.candidate(levels)
        if unavoidable_below(problem, candidate) > problem.maximum_suppressed:
            for below in problem.lattice:
                if all(low <= high for low, high in zip(below, levels, strict=True)):
                    yield problem.candidate(below)


@given(tables, st.sampled_from([0.2, 0.4]), limits)
def test_what_the_relaxation_ends_is_never_acceptable(records, t, limit):
    problem = problem_of(records, (Close(t),), limit)
    assert not any(map(problem.accepts, pruned_parts(problem)))


def test_an_exaggerated_relaxation_is_caught():
    # At age level 1 the class of ages 0 and 1 is too far from the table; at level 0 age 0 is not.
    ages, illness = "001144", "xyxxyy"
    records = [(age, "a", ill) for age, ill in zip(ages, illness, strict=True)]
    problem = problem_of(records, (Exaggerating(0.1),), "0.7")
    assert any(map(problem.accepts, pruned_parts(problem)))


@given(tables, st.sampled_from([0.2, 0.4]), limits, st.booleans())
def test_the_general_search_equals_exhaustive_search(records, t, limit, with_k):
    promises = (Close(t), KAnonymity(k=2)) if with_k else (Close(t),)
    problem = problem_of(records, promises, limit)
    best, _, _ = best_of(problem, ignore_progress)
    if best is None:
        with pytest.raises(Exception, match="candidates keeps every promise"):
            Exhaustive().run(problem, ignore_progress)
    else:
        assert best.levels == Exhaustive().run(problem, ignore_progress).levels


def test_a_promise_about_values_takes_the_general_road_and_finds_the_optimum():
    records = [(age, ward, illness) for age in "0145" for ward in "ab" for illness in "xy"]
    problem = problem_of(records, (Close(0.0), KAnonymity(k=2)), "0")
    assert Optimal().run(problem, ignore_progress).levels == (0, 0)
