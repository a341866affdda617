"""Sub-combination analysis: generalize or blank, and its promise on random tables."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from methods.tables import problem, shown, tables, wildcard_bins
from shoal.errors import NoReleaseError
from shoal.methods.linked import Linked
from shoal.methods.subcombination_analysis import Subcombinations
from shoal.progress import ignore_progress

WAYS = st.sampled_from(["greedy", "optimal"])


def run(columns, method, **more):
    asked = problem(columns, **more)
    treated = method.run(asked, ignore_progress)
    return treated, shown(asked, treated)


@pytest.mark.parametrize("suppression", ["greedy", "optimal"])
def test_many_outliers_mean_generalizing_few_mean_blanking(suppression):
    columns = {"x": "aabbccdd", "y": "aabbccde"}  # two records are unique in y
    few = Subcombinations(2, maximum_outliers=0.25, suppression=suppression, complementary=False)
    many = Subcombinations(2, maximum_outliers=0.1, suppression=suppression, complementary=False)
    treated, _ = run(columns, few)
    assert treated.levels == (0, 0)
    assert treated.blank.any()
    treated, _ = run(columns, many)
    assert treated.levels != (0, 0)
    assert treated.steps[0]["column"] == "y"  # it has the most values


def test_without_a_limit_levels_stay():
    treated, rows = run({"x": "abcd", "y": "aabb"}, Subcombinations(2))
    assert treated.levels == (0, 0)
    assert min(wildcard_bins(rows)) >= 2


def test_every_linked_set_is_protected_for_itself():
    columns = {"x": "aabb", "y": "abab", "z": "abcd"}
    method = Subcombinations(2, (Linked(("x", "y")),), complementary=False)
    _, rows = run(columns, method)
    assert [row[2] for row in rows] == list("abcd")
    assert min(wildcard_bins([row[:2] for row in rows])) >= 2


def test_a_table_smaller_than_a_bin_is_refused():
    with pytest.raises(NoReleaseError, match="2 records: no bin can hold 3"):
        run({"x": "ab"}, Subcombinations(3))


def leaves_nothing_rare(columns, method, forget=False):
    treated, rows = run(columns, method)
    if forget:
        rows = list(zip(*columns.values(), strict=True))
    assert min(wildcard_bins(rows)) >= method.bin_size
    assert not treated.dropped.any()


@settings(max_examples=30, deadline=None)
@given(tables(), st.integers(2, 3), WAYS, st.sampled_from([None, 0.0, 0.3]), st.booleans())
def test_no_combination_is_rare(columns, k, suppression, limit, complementary):
    leaves_nothing_rare(
        columns, Subcombinations(k, None, limit, suppression, complementary=complementary)
    )


def test_the_law_catches_a_release_without_blanks():
    with pytest.raises(AssertionError):
        leaves_nothing_rare({"c0": "aab", "c1": "aab"}, Subcombinations(2), forget=True)
