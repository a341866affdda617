"""The climbing search sees counts only, and sees the same as anybody."""

from decimal import Decimal

import numpy as np
import polars as pl
import pytest

from shoal.engine.encode import encode
from shoal.engine.lattice import Lattice
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy.average_risk import AverageRisk
from shoal.privacy.delta_presence import DeltaPresence
from shoal.privacy.k_anonymity import KAnonymity
from shoal.privacy.k_map import KMap
from shoal.privacy.l_diversity import DistinctLDiversity
from shoal.progress import ignore_progress
from shoal.quality import quality_models
from shoal.search import Problem
from shoal.search.anytime.evaluator import Plain
from shoal.search.climbing import best_by_climbing, is_for_climbing
from shoal.search.climbing.counted import Counted, form_by_counts

DIGITS = Hierarchy.of(
    [
        [str(digit) for digit in range(10)],
        ["low"] * 5 + ["high"] * 5,
        ["*"] * 10,
    ],
    "digit",
)
NAMES = ("a", "b", "c")


def problem(*promises, limit="0.1", wide=True, quality=None):
    chance = np.random.default_rng(5)
    everybody = {name: pl.Series(chance.integers(0, 10, 300).astype(str)) for name in NAMES}
    inside = {name: column[::4] for name, column in everybody.items()}
    encoded = encode(inside, dict.fromkeys(NAMES, DIGITS), population=everybody if wide else None)
    lattice = Lattice((0, 0, 0), (2, 2, 2))
    loss = quality_models.build(quality or {"model": "loss", "gs_factor": 0.4})
    return Problem(encoded, lattice, promises, loss, Decimal(limit))


PROBLEMS = [
    problem(KMap(7)),
    problem(KMap(4), limit="0"),
    problem(KMap(20), KAnonymity(3), limit="1"),
    problem(DeltaPresence(0.1, 0.6), limit="0.3"),
    problem(AverageRisk(0.2), limit="0.5", wide=False),
    problem(AverageRisk(0.3, highest=0.3, share_at_risk=0.1), KMap(6), limit="0.4"),
]


@pytest.mark.parametrize("asked", PROBLEMS)
def test_counts_tell_what_tuples_tell(asked):
    counted, plain = Counted(asked, form_by_counts(asked)), Plain(asked)
    for levels in asked.lattice:
        ours, theirs = counted.look(levels), plain.look(levels)
        assert ours[1:4] == theirs[1:4]
        if theirs.accepted:
            assert ours.score.loss == pytest.approx(theirs.score.loss, rel=1e-13)


@pytest.mark.parametrize("asked", PROBLEMS)
def test_few_candidates_are_looked_at(asked):
    candidate, checked, _ = best_by_climbing(asked, ignore_progress)
    assert candidate is not None
    assert checked < asked.lattice.size


def test_other_promises_and_losses_are_seen_tuple_by_tuple():
    assert form_by_counts(problem(KMap(3), DistinctLDiversity("ill", 2))) is None
    assert form_by_counts(problem(KMap(3), quality={"model": "discernibility"})) is None
    assert form_by_counts(problem(KMap(3), quality={"model": "loss", "aggregate": "rank"})) is None


def test_it_is_for_populations_and_whole_tables():
    assert is_for_climbing(problem(KMap(3)))
    assert is_for_climbing(problem(AverageRisk(0.1), wide=False))
    assert not is_for_climbing(problem(KAnonymity(3), wide=False))


def test_the_fewest_suppressed_records_are_known_where_nothing_will_do():
    candidate, _, fewest = best_by_climbing(problem(KMap(400), limit="0"), ignore_progress)
    assert candidate is None
    assert fewest == 75
