"""Explanations against brute force: every vector of levels, every k, every set of columns."""

from dataclasses import replace
from decimal import Decimal
from itertools import combinations, product
from typing import ClassVar

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.errors import NoReleaseError
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.plugin import plugin
from shoal.privacy import Monotonic, privacy_models
from shoal.progress import ignore_progress
from shoal.quality import quality_models
from shoal.search import Problem, strategies
from shoal.search.failure import feasible
from shoal.search.failure.explain import explain
from shoal.search.failure.loosened import drop_columns
from shoal.search.failure.relaxation import Kind
from shoal.search.failure.relaxing import smallest_share

LEAVES = [str(value) for value in range(8)]
PAIRS = [str(value // 2) for value in range(8)]
HALVES = [str(value // 4) for value in range(8)]
ROOTED = Hierarchy.of([LEAVES, PAIRS, HALVES, ["*"] * 8], "rooted")
ROOTLESS = Hierarchy.of([LEAVES, PAIRS, HALVES], "rootless")
FLAT = Hierarchy.of([LEAVES], "flat")
EXHAUSTIVE = strategies.build({"strategy": "exhaustive"})


def problem_of(records, hierarchies, maximum, k, limit="0", **loss):
    texts = {
        f"c{at}": pl.Series(map(str, column))
        for at, column in enumerate(zip(*records, strict=True))
    }
    encoded = encode(texts, dict(zip(texts, hierarchies, strict=True)))
    return Problem(
        encoded,
        Lattice((0,) * len(maximum), tuple(maximum)),
        (privacy_models.build({"model": "k-anonymity", "k": k}),),
        quality_models.build({"model": "loss", **loss}),
        Decimal(limit),
    )


def succeeds(problem):
    """Whether the reference search, which looks at every candidate, finds a release."""
    try:
        EXHAUSTIVE.run(problem, ignore_progress)
    except NoReleaseError:
        return False
    return True


def check_explanation(problem):
    """Each relaxation has the loss of the best release, and no smaller one succeeds."""
    explanation = explain(problem)
    assert (explanation is None) == succeeds(problem)
    for relaxation in explanation.relaxations if explanation else ():
        best = EXHAUSTIVE.run(relaxation.problem, ignore_progress)
        assert best.loss_normalized == pytest.approx(relaxation.loss, abs=1e-12)
        assert not any(map(succeeds, smaller(problem, relaxation))), relaxation.describe()
    return explanation


def smaller(problem, relaxation):
    """Every question that is changed in the same way, but one step less."""
    steps, relaxed = relaxation.steps - 1, relaxation.problem
    columns = relaxed.encoded.columns
    if relaxation.kind is Kind.SUPPRESSION:
        allowed = problem.maximum_suppressed + steps
        share = smallest_share(allowed, problem.encoded.records)
        yield replace(problem, suppression_limit=share)
    elif relaxation.kind is Kind.PROMISE:
        (promise,) = relaxed.privacy
        yield replace(problem, privacy=(replace(promise, k=promise.k + 1),))
    elif relaxation.kind is Kind.COLUMNS:
        for dropped in combinations(range(len(problem.lattice.maximum)), steps):
            yield drop_columns(problem, set(dropped))
    else:
        low, pure = problem.lattice.maximum, only_roots(problem, relaxation)
        for top in product(*(range(at, c.height + 1) for at, c in zip(low, columns, strict=True))):
            if sum(top) == sum(low) + steps and not (pure and raises_levels(problem, top)):
                yield replace(relaxed, lattice=Lattice(problem.lattice.minimum, top))


def only_roots(problem, relaxation):
    """Whether a relaxation adds roots and leaves the levels below them as they were."""
    top = relaxation.problem.lattice.maximum
    return relaxation.kind is Kind.ROOTS and not raises_levels(problem, top)


def raises_levels(problem, top):
    """Whether a column is allowed more, but not a root that its hierarchy does not have."""
    now = zip(problem.encoded.columns, problem.lattice.maximum, top, strict=True)
    return any(low < high and not low == column.height == high - 1 for column, low, high in now)


@st.composite
def problems(draw):
    columns = draw(st.integers(1, 3))
    record = st.tuples(*[st.integers(0, 7)] * columns)
    records = draw(st.lists(record, min_size=1, max_size=12))
    hierarchies = draw(st.tuples(*[st.sampled_from([ROOTED, ROOTLESS, FLAT])] * columns))
    maximum = [draw(st.integers(0, hierarchy.height)) for hierarchy in hierarchies]
    limit = draw(st.sampled_from(["0", "0.1", "0.34", "0.5"]))
    return problem_of(records, hierarchies, maximum, draw(st.integers(2, 8)), limit)


@settings(max_examples=60, deadline=None)
@given(problems())
def test_every_relaxation_is_the_smallest_of_its_kind(problem):
    check_explanation(problem)


RECORDS = [(0, 0), (1, 1), (2, 5), (3, 4), (6, 2), (7, 3), (0, 7)]
NARROW = problem_of(RECORDS, [ROOTED, ROOTED], [0, 0], 3)


def test_the_law_catches_a_relaxation_with_a_step_too_many(monkeypatch):
    monkeypatch.setattr(
        "shoal.search.failure.relaxing.fewest_steps", lambda wide, *_: wide.lattice.maximum
    )
    with pytest.raises(AssertionError):
        check_explanation(NARROW)


def test_a_satisfiable_problem_needs_no_explanation():
    assert explain(problem_of(RECORDS, [ROOTED, ROOTED], [3, 3], 3)) is None


def test_what_blocks_is_named_with_what_its_absence_would_change():
    records = [(0, 0), (0, 0), (0, 1), (0, 1), (0, 2)]
    explanation = explain(problem_of(records, [FLAT, FLAT], [0, 0], 2))
    assert [(blocking.name, blocking.without) for blocking in explanation.columns] == [("c1", 0)]
    assert [blocking.name for blocking in explanation.promises] == ["k-anonymity (k = 2)"]
    assert (explanation.fewest, explanation.allowed, explanation.closest) == (1, 0, (0, 0))


def test_weaker_promises_come_after_everything_that_keeps_them():
    explanation = check_explanation(problem_of([(0,), (0,), (1,), (1,), (1,)], [ROOTED], [0], 3))
    assert explanation.relaxations[-1].kind is Kind.PROMISE
    losses = [relaxation.loss for relaxation in explanation.relaxations[:-1]]
    assert losses == sorted(losses)


def test_levels_and_roots_are_proposed_together_where_neither_is_enough():
    records = [(at % 8, at // 8) for at in range(16)]
    explanation = check_explanation(problem_of(records, [ROOTED, FLAT], [0, 0], 16))
    both = next(each for each in explanation.relaxations if each.kind is Kind.ROOTS)
    assert both.steps == 4
    assert both.change == {
        "columns": {
            "c0": {"max_level": 3},
            "c1": {"max_level": None, "hierarchy": {"builder": "suppression"}},
        }
    }


def test_a_lattice_too_large_to_search_gets_levels_of_which_none_can_be_lower(monkeypatch):
    monkeypatch.setattr(feasible, "QUICK", 1)
    explanation = explain(NARROW)
    found = next(each for each in explanation.relaxations if each.kind is Kind.LEVELS)
    top = found.problem.lattice.maximum
    assert succeeds(found.problem)
    assert found.outcome.optimal is False
    assert "at most" in found.describe()
    for at in np.flatnonzero(top):
        lower = tuple(level - (at == place) for place, level in enumerate(top))
        assert not succeeds(replace(found.problem, lattice=Lattice((0, 0), lower)))


@plugin()
class NeverThree:
    """A promise that is not monotonic: classes of exactly three records break it."""

    monotonic: ClassVar[Monotonic] = Monotonic.NEVER

    def violations(self, classes):
        return classes.sizes == 3


def test_promises_that_are_not_monotonic_are_searched_candidate_by_candidate():
    problem = replace(problem_of([(0,), (1,), (2,)], [ROOTED], [3], 2), privacy=(NeverThree(),))
    assert explain(problem) is None  # the highest level fails, but lower ones do not
    blocked = replace(problem, lattice=Lattice((3,), (3,)))
    assert explain(blocked).fewest == 3


@given(st.integers(1, 10_000_000), st.data())
def test_the_share_allows_so_many_records_and_not_one_more(records, data):
    suppressed = data.draw(st.integers(1, records))
    share = smallest_share(suppressed, records)
    assert int(share * records) == suppressed
    assert Decimal(repr(float(share))) == share
