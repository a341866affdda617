"""The profile of a table; rare values are never shown."""

import json

import numpy as np
import polars as pl

from shoal.data.profile import FREQUENT, profile, profile_column
from shoal.data.table import Table

RARE_NAME = "Rumpelstiltskin"


def column(values, name="x"):
    return profile_column(name, pl.Series(name, values, dtype=pl.String))


def test_a_column_is_counted():
    seen = column(["a", "a", None, "b", None, "?"])
    assert (seen.known, seen.missing, seen.distinct) == (3, 3, 2)
    assert seen.match.missing == ("?",)


def test_only_values_of_many_records_are_shown():
    seen = column(["often"] * FREQUENT + ["rare"] * (FREQUENT - 1))
    assert seen.frequent == (("often", FREQUENT),)


def test_values_of_identifiers_are_never_shown():
    assert column([RARE_NAME] * 50, name="last_name").frequent == ()


def test_no_rare_value_is_anywhere_in_a_profile():
    random = np.random.default_rng(0)
    rare = [f"{RARE_NAME}{number}" for number in range(200)]
    table = pl.DataFrame(
        {
            "age": random.integers(0, 99, 200).astype(str),
            "hobby": rare,
            "name": rare,
            "mixed": [*rare[:9], *["x"] * 191],
        }
    )
    assert RARE_NAME not in json.dumps(profile(Table.of(table)).plain())


def test_the_law_about_rare_values_catches_a_profile_that_shows_them(monkeypatch):
    monkeypatch.setattr("shoal.data.profile.FREQUENT", 1)
    table = pl.DataFrame({"hobby": [RARE_NAME] * 3 + ["chess"] * 47})
    assert RARE_NAME in json.dumps(profile(Table.of(table)).plain())


def test_a_profile_is_plain_values():
    plain = profile(
        Table.of(pl.DataFrame({"age": ["1", "2", None], "n": [1.5, None, 2.0]}))
    ).plain()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["columns"][0]["missing_share"] == 1 / 3
    assert [entry["type"] for entry in plain["columns"]] == ["integer", "decimal"]


def test_an_empty_column_can_be_profiled():
    seen = column([None, None])
    assert (seen.distinct, seen.missing) == (0, 2)
    assert seen.suggested.role == "undecided"


def test_counted_up_numbers_are_numbers_of_records():
    assert column([str(number) for number in range(1, 101)]).suggested.role == "identifier"
    measured = [str(number * number * 7) for number in range(1, 101)]
    assert column(measured).suggested.role == "quasi-identifier"
