"""The independent check of changed values: honest releases pass, every planted lie is caught."""

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.verify import verify, verify_frames
from shoal.verify.methods import microaggregation
from shoal.verify.methods.microaggregation import least_loss
from shoal.verify.methods.noise import is_likely

RNG = np.random.default_rng(5)
MANY = 400
AGE = RNG.integers(20, 90, MANY)
PEOPLE = pl.DataFrame(
    {
        "age": AGE,
        "pay": np.round(50 * AGE + RNG.normal(0, 300, MANY), 1),
        "ward": RNG.choice(["a", "b", "c"], MANY, p=[0.6, 0.35, 0.05]),
        "town": RNG.choice(["x", "y"], MANY),
        "illness": RNG.choice(["flu", "gout", "burn"], MANY),
    }
).with_columns(age=pl.when(pl.int_range(MANY) % 40 > 2).then("age"))
QUASI = {"role": "quasi-identifier"}
COLUMNS = {
    "age": QUASI | {"type": "integer"},
    "pay": QUASI | {"type": "decimal"},
    "ward": QUASI | {"hierarchy": {"builder": "suppression"}},
    "town": QUASI | {"hierarchy": {"builder": "suppression"}},
    "illness": {"role": "sensitive"},
}
NUMBERS = ["age", "pay"]
METHODS = {
    "noise": {"name": "noise", "amount": 0.3, "columns": NUMBERS},
    "correlated": {"name": "noise", "amount": 0.3, "kind": "correlated", "columns": NUMBERS},
    "keeping": {"name": "noise", "amount": 0.3, "kind": "keeping-variance", "columns": NUMBERS},
    "range": {"name": "noise", "amount": 0.3, "columns": NUMBERS, "lowest": 25, "highest": 4000},
    "pram": {"name": "pram", "least": 0.6, "columns": ["ward"]},
    "rank": {"name": "rank-swapping", "share": 0.1, "columns": NUMBERS},
    "means": {"name": "univariate-microaggregation", "k": 5, "columns": NUMBERS},
}


@pytest.fixture(scope="module")
def releases():
    """An honest release of each method, in the order of the input."""
    return {
        name: shoal.anonymize(PEOPLE, {"columns": COLUMNS, "method": method}).table
        for name, method in METHODS.items()
    }


def study(name):
    return {"data": "people.parquet", "columns": COLUMNS, "method": METHODS[name]}


def shuffled(folder, name, release):
    PEOPLE.write_parquet(folder / "people.parquet")
    release.sample(fraction=1, shuffle=True, seed=1).write_csv(folder / "draft.csv")
    return verify(study(name), folder, folder / "draft.csv")


def in_order(folder, name, release):
    nobody = pl.Series([False] * PEOPLE.height)
    return verify_frames(study(name), folder, PEOPLE, release, nobody)


def holds(verdict):
    return {finding.check: finding.holds for finding in verdict.findings}


@pytest.mark.parametrize("check", [shuffled, in_order])
@pytest.mark.parametrize("name", METHODS)
def test_an_honest_release_passes(tmp_path, releases, check, name):
    verdict = check(tmp_path, name, releases[name])
    assert verdict.holds, verdict.failures
    found = holds(verdict)
    assert found["cells"] is found["records"] is True
    if name == "means":
        assert found["privacy"] is True
        assert "chance" not in found
    else:
        assert found["randomness"] == "not_checked"
        assert found["chance"] == ("not_checked" if name == "range" else True)
        assert "privacy" not in found


def change(column, value):
    """The release with another value of a column, given as an expression."""
    return lambda release: release.with_columns(value.alias(column))


def first(column, value):
    """The release with another value in the first cell of a column."""
    return change(column, pl.when(pl.int_range(MANY) == 5).then(value).otherwise(column))


AGES, PAYS, WARDS = pl.col("age"), pl.col("pay"), pl.col("ward")
EVERYWHERE = [
    ("illness", change("illness", pl.col("illness").reverse()), "records"),
    ("town", first("town", pl.lit("z")), "records"),
    ("left out", lambda release: release[:-1], "missing"),
]
LIES = [
    *((name, *lie[1:]) for name in METHODS for lie in EVERYWHERE),
    # one number is far away
    ("noise", first("age", pl.lit(100_000)), "records"),
    ("correlated", first("pay", pl.lit(-90_000.0)), "records"),
    ("keeping", first("pay", pl.lit(90_000.0)), "records"),
    ("rank", first("pay", pl.lit(90_000.0)), "cells"),
    ("means", first("pay", pl.lit(90_000.0)), "cells"),
    # a number has digits that could hold a name
    ("noise", first("pay", PAYS + 0.0123), "cells"),
    ("rank", first("pay", PAYS + 0.0123), "cells"),
    ("means", first("pay", PAYS + 0.0123), "cells"),
    # a missing value is filled, or a number gets lost
    ("noise", change("age", AGES.fill_null(50)), "records"),
    ("rank", first("age", None), "cells"),
    ("means", first("age", None), "records"),
    ("pram", first("ward", None), "cells"),
    # everything moved
    ("noise", change("age", AGES + 15), "chance"),
    ("keeping", change("pay", (PAYS * 1.2).round(1)), "chance"),
    ("correlated", change("pay", PAYS.shuffle(seed=1)), "chance"),
    ("range", first("age", pl.lit(24)), "cells"),
    # numbers are swapped too far, or are not those of the column
    ("rank", change("age", AGES.reverse()), "records"),
    ("rank", change("age", AGES.fill_null(0).sort().reverse()), "cells"),
    # values that do not exist, too many changes, other shares
    ("pram", first("ward", pl.lit("d")), "cells"),
    ("pram", change("ward", pl.lit("a")), "chance"),
    ("pram", change("ward", WARDS.replace({"a": "b", "b": "a"})), "chance"),
    # means of other groups, and too small ones
    ("means", change("pay", PAYS.mean().round(1)), "cells"),
    ("means", lambda _: PEOPLE, "privacy"),
]


@pytest.mark.parametrize("check", [shuffled, in_order])
@pytest.mark.parametrize("at", range(len(LIES)))
def test_every_lie_is_caught(tmp_path, releases, check, at):
    name, lie, caught = LIES[at]
    verdict = check(tmp_path, name, lie(releases[name]))
    assert not verdict.holds
    found = [finding.check for finding in verdict.failures]
    assert caught in found or (caught == "missing" and {"counts", "suppression"} & {*found})


def test_noise_that_was_never_added_is_noticed_where_records_can_be_told_apart(tmp_path):
    assert in_order(tmp_path, "noise", PEOPLE).failures[0].check == "chance"
    unseen = shuffled(tmp_path, "noise", PEOPLE)
    assert unseen.holds  # towns and illnesses are too few: the docs say so


def test_where_nothing_may_change_a_single_change_is_noticed(tmp_path):
    asked = study("pram")
    asked["method"] = {"name": "pram", "strength": 0, "columns": ["ward"]}
    nobody = pl.Series([False] * MANY)
    assert verify_frames(asked, tmp_path, PEOPLE, PEOPLE, nobody).holds
    lie = first("ward", pl.lit("c"))(PEOPLE)
    assert PEOPLE["ward"][5] != "c"
    assert [one.check for one in verify_frames(asked, tmp_path, PEOPLE, lie, nobody).failures] == [
        "chance"
    ]


def test_numbers_that_went_to_another_town_are_noticed(tmp_path, releases):
    """Each column has its numbers, but the towns have each other's."""
    release = releases["means"].sort("town")
    kept = PEOPLE.sort("town")
    other = release.with_columns(kept["town"].reverse(), kept["illness"], kept["ward"])
    assert shuffled(tmp_path, "means", other).failures[0].check == "records"


def test_an_order_that_was_kept_is_noticed(tmp_path, releases):
    PEOPLE.write_parquet(tmp_path / "people.parquet")
    for name, release in releases.items():
        release.write_csv(tmp_path / "draft.csv")
        verdict = verify(study(name), tmp_path, tmp_path / "draft.csv")
        assert [finding.check for finding in verdict.failures] == ["order"], name


def test_groups_that_are_not_the_best_are_noticed(tmp_path):
    table = pl.DataFrame({"pay": [1, 2, 9, 10, 11, 20]})
    keys = {
        "columns": {"pay": COLUMNS["age"]},
        "method": {"name": "univariate-microaggregation", "k": 3},
    }
    nobody = pl.Series([False] * 6)
    other = pl.DataFrame({"pay": [4, 4, 4, 14, 14, 14]})
    assert verify_frames(keys, tmp_path, table, other, nobody).holds
    keys["method"]["k"] = 2
    (failure,) = verify_frames(keys, tmp_path, table, other, nobody).failures
    assert "lose less" in failure.reason


def test_too_much_work_is_not_called_right(tmp_path, releases, monkeypatch):
    monkeypatch.setattr(microaggregation, "EFFORT", 3)
    assert holds(in_order(tmp_path, "means", releases["means"]))["chance"] == "not_checked"


def test_the_least_loss_of_few_numbers():
    assert least_loss(np.array([1.0, 2.0, 9.0, 11.0]), 2) == 2.5
    assert least_loss(np.zeros(0), 2) == 0
    assert least_loss(np.array([1.0]), 2) == np.inf


def test_bounds_of_chance_let_honest_noise_pass_and_nothing_much_stronger_or_weaker():
    signal = RNG.normal(0, 10, 5000)
    shown = signal + RNG.normal(0, 5, 5000)
    assert is_likely(shown, signal, 5, 0.5, 25)
    assert not is_likely(shown, signal, 10, 0.5, 25)
    assert not is_likely(shown, signal, 1, 0.5, 25)
