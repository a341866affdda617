"""Telling from a model who was learned from."""

import numpy as np
import polars as pl
import pytest

from shoal.data.table import Table
from shoal.learning.membership import Attack, halves, judge_attack, summary
from shoal.pipeline.learning.learned import score_models
from shoal.pipeline.learning.strict_sides import sides_for_study
from shoal.pipeline.spine import anonymize
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.choice import read_of
from shoal.study.study import Study


def dice():
    return np.random.default_rng(0)


def test_a_model_that_is_sure_of_its_members_gives_them_away():
    members = np.arange(200) < 100
    found = judge_attack(np.where(members, 0.9, 0.1), members, dice())
    assert (found.advantage, found.variance, found.auc) == (1, 0, 1)


def test_a_model_that_is_equally_sure_of_all_gives_nobody_away():
    members = np.arange(200) < 100
    found = judge_attack(np.full(200, 0.7), members, dice())
    assert (found.advantage, found.auc) == (0, 0.5)


def test_the_threshold_is_not_chosen_on_the_records_that_it_is_judged_on():
    """Chance finds a threshold that fits; on other records its advantage is gone, on average."""
    rng, members = np.random.default_rng(1), np.arange(60) < 30
    found = [judge_attack(rng.random(60), members, rng).advantage for _ in range(400)]
    assert abs(np.mean(found)) < 0.03


def test_the_interval_holds_the_truth_about_as_often_as_it_says():
    rng, members, held = np.random.default_rng(2), np.arange(400) < 200, 0
    for _ in range(300):  # members are sure with a chance of 0.7, others of 0.4
        sure = (rng.random(400) < np.where(members, 0.7, 0.4)).astype(float)
        low, high = summary([judge_attack(sure, members, rng)])["interval"]
        held += low <= 0.3 <= high
    assert 0.91 < held / 300 < 0.99


def test_repetitions_do_not_make_the_interval_smaller():
    one = Attack(0.2, 0.01, 0.6)
    assert summary([one])["interval"] == summary([one] * 9)["interval"]
    assert summary([one])["interval"] == pytest.approx([0.2 - 0.196, 0.2 + 0.196], abs=1e-3)
    assert summary([one])["accuracy"] == 0.6


def test_halves_are_random_repeatable_and_within_the_limit():
    [(members, taking)] = halves(11, 1, seed=3)
    assert (members.sum(), taking.sum()) == (5, 11)
    assert not (members & ~taking).any()
    [(few, some)] = halves(100, 1, seed=3, most=10)
    assert (few.sum(), some.sum()) == (5, 10)
    first, second = halves(100, 2, seed=3)
    assert not np.array_equal(first[0], second[0])
    assert np.array_equal(first[0], next(iter(halves(100, 1, seed=3)))[0])


COLUMNS = {
    "age": {
        "role": "quasi-identifier",
        "type": "integer",
        "hierarchy": {"builder": "intervals", "width": 20, "levels": 2},
    },
    "zip": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
    "ill": {"role": "insensitive", "target": True},
}
GREEDY = {"model": "decision-tree", "leaf": 1, "pruning": 0}


def evaluated(records=400, **asked):
    """Illness is chance: whatever a model is sure about, it has learned by heart."""
    rng = np.random.default_rng(4)
    table = pl.DataFrame(
        {
            "age": rng.integers(20, 90, records).astype(str),
            "zip": [f"{digit:03}" for digit in rng.integers(0, 1000, records)],
            "ill": rng.choice(["flu", "heart"], records),
        }
    )
    keys = {
        "columns": COLUMNS,
        "privacy": [{"model": "k-anonymity", "k": 10}],
        "suppression_limit": 0.1,
        "evaluate": {"models": [GREEDY, "zero-r"], "folds": 2, "membership_attacks": 3, **asked},
    }
    study = Study.of(keys)
    return score_models(
        study,
        sides_for_study(
            anonymize(read_of(study, Table.of(table)), Stopwatch()),
            lambda read: anonymize(read, Stopwatch()),
        ),
    )


def test_a_greedy_model_gives_away_its_members_and_one_of_a_release_hardly():
    found = evaluated()
    [greedy, zero] = (model["membership"] for model in found["targets"][0]["models"])
    assert greedy["attacks"] == 3
    assert greedy["original"]["interval"][0] > 0.3
    assert greedy["released"]["advantage"] < greedy["original"]["advantage"] / 2
    assert abs(zero["original"]["advantage"]) < 0.15
    low, high = zero["released"]["interval"]
    assert low <= 0 <= high


def test_attacks_are_repeatable_and_only_there_where_they_are_asked_for():
    assert evaluated(200)["targets"] == evaluated(200)["targets"]
    [model, _] = evaluated(200, membership_attacks=0)["targets"][0]["models"]
    assert "membership" not in model


def test_a_limit_of_records_limits_attacks_too():
    [model, _] = evaluated(400, max_records=100)["targets"][0]["models"]
    wide = np.subtract(*model["membership"]["original"]["interval"][::-1])
    assert wide > 0.2
