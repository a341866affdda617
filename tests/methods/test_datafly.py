"""Datafly on tables that can be checked by eye, and its promise on random ones."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from methods.tables import problem, shown, tables
from shoal.errors import NoReleaseError, StudyError
from shoal.methods.datafly import Datafly, different_values
from shoal.methods.linked import Linked
from shoal.progress import ignore_progress


def run(asked, method):
    return method.run(asked, ignore_progress)


def test_nothing_happens_where_nothing_is_rare():
    asked = problem({"x": "aabb", "y": "aabb"})
    treated = run(asked, Datafly(2))
    assert (treated.levels, treated.dropped.any(), treated.blank) == ((0, 0), False, None)
    assert treated.steps == ({"step": "drop", "records": 0},)


def test_the_column_with_the_most_values_rises_first():
    asked = problem({"x": "aaaa", "y": "abcd"})
    treated = run(asked, Datafly(2))
    assert treated.levels == (0, 1)


def test_between_equals_the_one_that_rose_least_rises():
    # Both have two values; the second column starts on level 1.
    asked = problem({"x": "aabb", "y": "abef"}, lowest=(0, 1))
    assert different_values(asked.encoded, 0, 0) == different_values(asked.encoded, 1, 1) == 2
    assert run(asked, Datafly(4)).steps[0]["column"] == "x"


def test_few_rare_records_are_dropped_instead_of_generalizing():
    asked = problem({"x": "aaaaaaaaab"}, limit="0.1")
    treated = run(asked, Datafly(2))
    assert treated.levels == (0,)
    assert treated.dropped.nonzero()[0].tolist() == [9]
    assert run(problem({"x": "aaaaaaaaab"}, limit="0.09"), Datafly(2)).levels == (1,)


def test_every_linked_set_keeps_its_own_bin_size():
    asked = problem({"x": "aabbcc", "y": "aaabbb"})
    method = Datafly(2, (Linked(("x",)), Linked(("y",), 4)))
    assert run(asked, method).levels == (0, 1)


def test_columns_outside_all_sets_stay_as_they_are():
    asked = problem({"x": "abcd", "y": "abcd"})
    assert run(asked, Datafly(2, (Linked(("x",)),))).levels == (1, 0)
    assert run(asked, Datafly(2, ())).levels == (0, 0)


def test_a_record_that_is_dropped_for_one_set_may_make_another_rare():
    # Only the third record is rare in x; without it the fourth is alone in y.
    columns = {"x": "aabaaaaaaa", "y": "aabbaaaaaa"}
    method = Datafly(2, (Linked(("x",)), Linked(("y",))))
    treated = run(problem(columns, limit="0.2"), method)
    assert treated.dropped.nonzero()[0].tolist() == [2, 3]


def test_a_column_that_may_not_rise_further_is_left_alone():
    asked = problem({"x": "abcd", "y": "aabb"}, highest=(0, 3))
    with pytest.raises(NoReleaseError, match=r"4 of 4 records .* at most 0 may be dropped"):
        run(asked, Datafly(2))


def test_an_unknown_linked_column_is_refused():
    with pytest.raises(StudyError, match="'place' is linked, but it is no quasi-identifier"):
        run(problem({"x": "ab"}), Datafly(2, (Linked(("place",)),)))


def keeps_bins(columns, k, limit, dropping=True):
    """Run Datafly, and check every bin and the records it dropped."""
    asked = problem(columns, limit=limit)
    treated = run(asked, Datafly(k))
    rows = shown(asked, treated)
    if not dropping:
        rows = [row or ("?",) for row in rows]
    kept = Counter(row for row in rows if row is not None)
    assert all(size >= k for size in kept.values())
    assert treated.dropped.sum() <= int(float(limit) * len(rows))


@settings(max_examples=30, deadline=None)
@given(tables(), st.integers(2, 3), st.sampled_from(["0", "0.25", "0.5"]))
def test_no_bin_is_too_small_and_no_more_is_dropped_than_allowed(columns, k, limit):
    keeps_bins(columns, k, limit)


def test_the_law_catches_rare_records_that_are_not_dropped():
    with pytest.raises(AssertionError):
        keeps_bins({"c0": "aaaaaaaaab"}, 2, "0.1", dropping=False)


@settings(max_examples=20, deadline=None)
@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_records_does_not_matter(columns, random):
    rows = list(zip(*columns.values(), strict=True))
    order = list(range(len(rows)))
    random.shuffle(order)
    other = {name: [values[at] for at in order] for name, values in columns.items()}
    one, two = problem(columns, "0.3"), problem(other, "0.3")
    first, second = run(one, Datafly(2)), run(two, Datafly(2))
    assert first.levels == second.levels
    assert [shown(one, first)[at] for at in order] == shown(two, second)
