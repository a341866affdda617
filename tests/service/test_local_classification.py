"""Local and iterated recoding for models that predict: released, verified, and told."""

import polars as pl
import pytest

import shoal
from shoal.errors import NotYetAvailable

AGES = ["34", "35", "36", "61", "62", "63", "70", "71"] * 3
TABLE = pl.DataFrame(
    {
        "age": AGES,
        "sex": ["f", "m"] * 12,
        "ill": ["yes" if int(age) > 50 else "no" for age in AGES],
    }
)
COLUMN = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
STUDY = {
    "columns": {"age": COLUMN, "sex": COLUMN, "ill": {"role": "insensitive", "target": True}},
    "privacy": [{"model": "k-anonymity", "k": 3}],
    "quality": {"model": "classification", "features": ["age"]},
}


@pytest.mark.parametrize("mode", ["local", "iterated"])
def test_a_release_for_predictions_holds_what_it_says(mode):
    release = shoal.anonymize(TABLE, {**STUDY, "recoding": {"mode": mode}})
    seen = release.table.group_by("age").agg(pl.col("ill").value_counts(sort=True).first())
    right = sum(one["count"] for one in seen["ill"].to_list())
    assert release.summary["loss"] == pytest.approx(1 - right / TABLE.height)
    assert release.table.group_by("age", "sex").len()["len"].min() >= 3


def test_a_target_that_is_generalized_itself_is_refused():
    columns = {**STUDY["columns"], "ill": {**COLUMN, "target": True}}
    with pytest.raises(NotYetAvailable, match="`ill` is a quasi-identifier"):
        shoal.anonymize(TABLE, {**STUDY, "columns": columns, "recoding": "local"})
