"""The order of a release must not tell a hidden value; a shuffled one is never refused."""

import math

import numpy as np
import polars as pl
import pytest

from shoal.verify import verify
from shoal.verify.origins.hidden_order import (
    Hidden,
    Seen,
    _log_chance,
    _log_chance_of_runs,
    means_by_key,
    order_tells_finding,
)

RECORDS = 2000


@pytest.fixture
def ward(tmp_path):
    """Ages in tens, an identifier, a date and a weight that are not released."""
    dice = np.random.default_rng(5)
    age = dice.integers(20, 80, RECORDS)
    table = pl.DataFrame(
        {
            "id": [f"P{number:05}" for number in dice.permutation(RECORDS)],
            "age": age,
            "sex": dice.choice(["m", "f"], RECORDS),
            "cost": np.round(age * 10 + dice.normal(0, 150, RECORDS)).astype(int),
            "weight": (age + dice.integers(0, 60, RECORDS)).tolist(),
        }
    )
    table.write_csv(tmp_path / "in.csv")
    quasi = {"role": "quasi-identifier"}
    study = {
        "data": "in.csv",
        "columns": {
            "id": {"role": "identifier"},
            "age": quasi
            | {"type": "integer", "hierarchy": {"builder": "intervals", "width": 10, "levels": 1}},
            "sex": quasi | {"hierarchy": {"builder": "identity"}},
            "cost": {"role": "insensitive"},
        },
        "privacy": [{"model": "k-anonymity", "k": 2}],
    }

    def order(rows):
        shown = table[pl.Series(np.asarray(rows))]
        tens = shown["age"] // 10 * 10
        labels = [f"[{ten}, {ten + 10}[" for ten in tens]
        released = shown.select(pl.Series("age", labels), "sex", "cost")
        released.write_csv(tmp_path / "draft.csv")
        found = verify(study, tmp_path, tmp_path / "draft.csv").findings
        (one,) = [each for each in found if each.check == "order"]
        return one

    return table, order


def by_class(table, inside):
    """Sorted by class, and inside by something hidden."""
    return np.lexsort((inside, table["sex"].to_numpy(), table["age"].to_numpy() // 10))


ORDERS = {
    "as it was": lambda table: np.arange(RECORDS),
    "reversed": lambda table: np.arange(RECORDS)[::-1],
    "rotated": lambda table: np.roll(np.arange(RECORDS), RECORDS // 5),
    "rotated by half": lambda table: np.roll(np.arange(RECORDS), RECORDS // 2),
    "by exact age": lambda table: np.argsort(table["age"].to_numpy(), kind="stable"),
    "by exact age, down": lambda table: np.argsort(-table["age"].to_numpy(), kind="stable"),
    "by identifier": lambda table: np.argsort(table["id"].to_numpy()),
    "by a column that nobody names": lambda table: np.argsort(table["weight"].to_numpy()),
    "by class, then by place": lambda table: by_class(table, np.arange(RECORDS)),
    "by class, then down by identifier": lambda table: by_class(
        table, -table["id"].str.slice(1).cast(pl.Int64).to_numpy()
    ),
}


@pytest.mark.parametrize("name", ORDERS)
def test_an_order_that_tells_something_is_told(ward, name):
    table, order = ward
    assert order(ORDERS[name](table)).holds is False


def test_a_column_is_named(ward):
    table, order = ward
    assert "column 'weight'" in order(ORDERS["by a column that nobody names"](table)).reason


def test_shuffled_releases_are_accepted(ward):
    _, order = ward
    for seed in range(10):
        rows = np.random.default_rng(seed).permutation(RECORDS)
        assert order(rows).holds is True


@pytest.mark.parametrize("kinds", [2, 7, 300])
def test_chances_of_shuffled_scores_are_not_below_what_they_are(kinds):
    """Over many shuffles, a chance of p is told at most about as often as p."""
    dice = np.random.default_rng(kinds)
    data = np.sort(dice.integers(0, kinds, 400))
    scores = np.linspace(0, 1, 400)
    means = means_by_key(data, kinds)(np.arange(400), scores)[data]
    centered, weights = means - means.mean(), np.linspace(-1, 1, 400)
    spread = math.sqrt(float((weights**2).sum() * (centered**2).sum()) / 399)
    drawn = [dice.permutation(centered) for _ in range(4000)]
    sums = [math.exp(_log_chance(float(weights @ one) / spread)) for one in drawn]
    runs = [math.exp(_log_chance_of_runs(one > np.median(one))) for one in drawn]
    for chances in (sums, runs):
        assert np.mean(np.array(chances) <= 0.01) < 0.02


def test_the_chance_of_runs_is_exact():
    high = np.array([1] * 14 + [0] * 14, bool)
    assert _log_chance_of_runs(high) == pytest.approx(math.log(2 / math.comb(28, 14)))


def test_few_or_equal_records_are_not_checked():
    place = Hidden("the place", np.arange(6), np.linspace(0, 1, 6))
    few = Seen(np.arange(6), means_by_key(np.arange(6), 6))
    assert order_tells_finding([few], [place]).holds == "not_checked"
    alike = Seen(np.zeros(500, int), means_by_key(np.zeros(500, int), 1))
    place = Hidden("the place", np.arange(500), np.linspace(0, 1, 500))
    assert order_tells_finding([alike], [place]).holds == "not_checked"


def test_of_many_records_some_are_looked_at():
    records = 350_000
    kinds = np.arange(records) % 1000
    value = Hidden("a value", np.arange(records), (np.arange(records) % 1000) / 1000)
    seen = Seen(np.sort(kinds), means_by_key(kinds, 1000))
    assert order_tells_finding([seen], [value]).holds is False
    shuffled = Seen(np.random.default_rng(1).permutation(kinds), means_by_key(kinds, 1000))
    assert order_tells_finding([shuffled], [value]).holds is True
