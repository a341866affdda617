"""Sub-combination analysis: generalize or blank, and its promise on random tables."""

from dataclasses import replace

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from methods.tables import problem, shown, tables, wildcard_bins
from shoal.errors import NoReleaseError, StudyError
from shoal.methods.datafly import different_values
from shoal.methods.effect import shown_bits
from shoal.methods.linked import Linked
from shoal.methods.steps import Step
from shoal.methods.subcombination_analysis import Subcombinations
from shoal.progress import ignore_progress

WAYS = st.sampled_from(["greedy", "by-record"])


def run(columns, method, **more):
    asked = problem(columns, **more)
    treated = method.run(asked, ignore_progress)
    return treated, shown(asked, treated)


@pytest.mark.parametrize("suppression", ["greedy", "by-record"])
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


def test_what_keeps_more_bits_is_done_by_default():
    # Every x is unique: blanking it leaves nothing, pairs of values leave a bit in each record.
    treated, rows = run({"x": "abcd", "y": "aabb"}, Subcombinations(2))
    assert (treated.levels, treated.blank.any()) == ((1, 0), False)
    assert rows == [("a+", "a"), ("a+", "a"), ("c+", "b"), ("c+", "b")]
    # One rare value among many: a blank cell costs less than a level for everybody.
    treated, _ = run({"x": "aabbccddeef"}, Subcombinations(2, complementary=False))
    assert (treated.levels, treated.blank.sum()) == ((0,), 1)


@pytest.mark.parametrize("more", [{"maximum_outliers": 1}, {"steps": (Step("blank-rare"),)}])
def test_with_a_limit_of_everybody_or_steps_by_hand_levels_stay(more):
    treated, rows = run({"x": "abcd", "y": "aabb"}, Subcombinations(2, **more))
    assert treated.levels == (0, 0)
    assert min(wildcard_bins(rows)) >= 2


def has_most_bits(columns, method, lowest=False):
    """No level that Datafly would go through keeps more bits, by a walk without any bound."""
    asked = problem(columns)
    found = shown_bits(frame_of(run(columns, method)[1], columns))
    levels, best = (0,) * len(columns), -1
    while True:
        fixed = problem(columns, lowest=levels)
        still = replace(method, maximum_outliers=1)
        rows = shown(fixed, still.run(fixed, ignore_progress))
        best = max(best, shown_bits(frame_of(rows, columns)))
        able = [at for at in range(len(columns)) if levels[at] < 3]
        if not able or lowest:
            break
        at = min(
            able, key=lambda at: (-different_values(asked.encoded, at, levels[at]), levels[at], at)
        )
        levels = (*levels[:at], levels[at] + 1, *levels[at + 1 :])
    assert found == best


def frame_of(rows, columns):
    return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")


@settings(max_examples=20, deadline=None)
@given(tables(columns=2), WAYS)
def test_the_walk_ends_where_nothing_better_follows(columns, suppression):
    has_most_bits(columns, Subcombinations(2, suppression=suppression, complementary=False))


def test_the_law_catches_a_walk_that_stays_below():
    method = Subcombinations(2, complementary=False)
    with pytest.raises(AssertionError):
        has_most_bits({"x": "abcd", "y": "aabb"}, method, lowest=True)


def test_cells_are_not_given_back_where_none_were_taken_in_advance():
    with pytest.raises(StudyError, match="restore: `greedy` counts the blanks of others"):
        Subcombinations(2, suppression="greedy", restore=True)


def test_greedy_says_what_it_is_for():
    small, large = (problem({"x": "ab" * n, "y": "ab" * n}).encoded for n in (4, 8))
    method = Subcombinations(2, suppression="greedy")
    assert list(method.problems(small)) == []
    wide = replace(large, records=100_000_000)
    [problem_found] = method.problems(wide)
    assert "is the paper's way to choose cells, for small tables" in problem_found
    assert "about 73 minutes at least. Use `suppression: by-record`" in problem_found
    assert list(Subcombinations(2).problems(wide)) == []


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
