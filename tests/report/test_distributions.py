import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoal.report.distributions import SHOWN, Distribution, class_size_bins, records_per_bin


def test_the_most_frequent_values_come_first_and_ties_by_value():
    found = Distribution.of(pl.Series(["b", "a", None, "c", "c"]))
    assert found.most_frequent == [("c", 2), ("a", 1), ("b", 1), (None, 1)]
    assert found.distinct == 4


def test_rare_values_are_added_up():
    found = Distribution.of(pl.Series([f"{n:03}" for n in range(SHOWN + 5)]))
    assert len(found.most_frequent) == SHOWN + 1
    assert found.most_frequent[-1] == ("other", 5)
    assert found.distinct == SHOWN + 5


def test_values_that_never_occur_do_not_count():
    found = Distribution.from_counts(pl.Series(["a", "b"]), pl.Series([3, 0]))
    assert (found.most_frequent, found.distinct) == ([("a", 3)], 1)


def test_a_column_without_values_has_an_empty_distribution():
    assert Distribution.of(pl.Series([], dtype=pl.String)).most_frequent == []


@pytest.mark.parametrize(
    ("largest", "names"),
    [
        (1, ["1", "2"]),
        (9, ["1", "2", "3-4", "5-9"]),
        (60, ["1", "2", "3-4", "5-9", "10-19", "20-49", "50-99"]),
    ],
)
def test_bins_grow_by_one_two_five(largest, names):
    assert [name for name, _ in class_size_bins(largest)] == names


@given(st.lists(st.integers(1, 10**6), min_size=1))
def test_every_record_is_in_one_bin(sizes):
    counts = records_per_bin(np.array(sizes), class_size_bins(max(sizes)))
    assert sum(counts) == sum(sizes)
