"""Optimal microaggregation of single columns, from a study to its verified release."""

from itertools import combinations

import numpy as np
import polars as pl
import pytest

import shoal
from shoal.errors import NoReleaseError
from shoal.methods.perturbation.microaggregation import best_sizes, microaggregate

HEIGHTS = pl.DataFrame({"height": [1.9, 1.52, 1.71, 1.55, 1.92, 1.73, 1.93]})
HEIGHT = {"role": "quasi-identifier", "type": "decimal"}
PAY = {"role": "quasi-identifier", "type": "integer"}


def study(columns, k=2):
    return {"columns": columns, "method": {"name": "univariate-microaggregation", "k": k}}


def loss(numbers, sizes):
    parts = np.split(np.sort(numbers), np.cumsum(sizes)[:-1])
    return sum(float(((part - part.mean()) ** 2).sum()) for part in parts)


def every_partition(many, k):
    """The sizes of all groups of at least k that stand together."""
    for cuts in range(many // k):
        for places in combinations(range(1, many), cuts):
            sizes = np.diff([0, *places, many])
            if (sizes >= k).all():
                yield sizes


@pytest.mark.parametrize("k", [2, 3, 4])
def test_no_other_groups_lose_less(k):
    rng = np.random.default_rng(k)
    for many in range(k, 12):
        numbers = rng.choice([rng.normal(size=many), rng.integers(0, 5, many)]).astype(float)
        found = best_sizes(np.sort(numbers), k)
        assert (found.min(), found.sum()) >= (k, many)
        best = min(loss(numbers, sizes) for sizes in every_partition(many, k))
        assert loss(numbers, found) == pytest.approx(best, abs=1e-12)


def test_large_numbers_with_small_differences_are_told_apart():
    numbers = np.array([0, 1, 2, 10, 11, 12]) + 1e12
    assert best_sizes(numbers, 3).tolist() == [3, 3]


def test_similar_heights_become_their_mean():
    release = shoal.anonymize(HEIGHTS, study({"height": HEIGHT}))
    assert release.table["height"].to_list() == [1.92, 1.54, 1.72, 1.54, 1.92, 1.72, 1.92]
    (promise,) = release.summary["privacy"]
    assert (promise["holds"], promise["measured"]) == (True, 2)
    assert release.summary["headline"]["tone"] == "good"
    assert repr(release).startswith("<Release: Values were changed; no record is promised")


def test_two_columns_promise_nothing_together():
    table = pl.DataFrame({"pay": [1, 2, 8, 9], "tax": [1, 8, 2, 9]})
    summary = shoal.anonymize(table, study({"pay": PAY, "tax": PAY})).summary
    assert summary["privacy"][0]["holds"] is True
    assert summary["headline"]["tone"] == "open"  # every record looks like no other
    assert any("nothing is promised about several" in each for each in summary["warnings"])


def test_missing_numbers_are_a_group_of_their_own():
    numbers, groups = microaggregate(np.array([1.0, np.nan, 3.0, np.nan]), 2)
    assert numbers.tolist()[::2] == [2.0, 2.0]
    assert groups.tolist() == [0, -1, 0, -1]
    table = pl.DataFrame({"pay": [1, None, 3, None, 5]})
    assert shoal.anonymize(table, study({"pay": PAY})).table["pay"].to_list() == [3, None] * 2 + [3]
    with pytest.raises(NoReleaseError, match="has 2 missing values, but at least 3 records"):
        shoal.anonymize(table, study({"pay": PAY}, k=3))


def test_too_few_records_are_refused():
    with pytest.raises(NoReleaseError, match="at least 8"):
        shoal.anonymize(HEIGHTS, study({"height": HEIGHT}, k=8))
