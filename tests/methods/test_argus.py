"""µ-Argus on tables that can be checked by eye, and its promise on random ones."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from methods.tables import problem, shown, tables, wildcard_bins
from shoal.errors import StudyError
from shoal.methods.argus import Argus, combinations_to_check
from shoal.methods.registry import methods
from shoal.progress import ignore_progress
from shoal.study.method_rules import method_warnings
from shoal.study.study import Study


def run(columns, method, **more):
    asked = problem(columns, **more)
    return shown(asked, method.run(asked, ignore_progress))


def test_rare_values_are_blanked_whatever_else_is_blank():
    # Every value is rare: all go, although a single blank cell would match the others.
    assert run({"x": "abcd"}, Argus(2, {"x": 3})) == [(None,)] * 4


def test_columns_of_level_zero_take_no_part():
    assert run({"x": "abcd", "y": "abcd"}, Argus(2, {"x": 0, "y": 3}))[0] == ("a", None)


def test_pairs_of_merely_identifying_columns_are_not_checked():
    columns = {"x": "aabb", "y": "abab"}  # every pair is unique
    assert run(columns, Argus(2, {"x": 3, "y": 3})) == [
        ("a", "a"),
        ("a", "b"),
        ("b", "a"),
        ("b", "b"),
    ]
    assert None in run(columns, Argus(2, {"x": 2, "y": 3}))[0]


def test_levels_are_the_lowest_that_the_study_allows():
    asked = problem({"x": "abcd"}, lowest=(1,))
    treated = Argus(2, {"x": 1}).run(asked, ignore_progress)
    assert treated.levels == (1,)
    assert not treated.dropped.any()
    assert not treated.blank.any()


def cells(columns, method):
    return sum(cell is None for row in run(columns, method) for cell in row)


# Sixteen records, of which every pair of x and y is unique.
ALL_RARE = {"x": "aaaabbbbccccdddd", "y": "abcdabcdabcdabcd", "z": "abcdbcdacdabdabc"}
MORE = {"x": 2, "y": 2, "z": 2}


def test_record_by_record_blanks_more_because_nobody_is_safe_through_others():
    greedy = cells(ALL_RARE, Argus(3, MORE, "greedy"))
    by_record = cells(ALL_RARE, Argus(3, MORE, "by-record"))
    assert greedy < by_record


def test_the_fewest_blanks_of_a_table_are_wholly_blank_records_that_protect_nobody():
    """Why there is no such setting: the others would be shown as they are."""
    rows = list(zip(*ALL_RARE.values(), strict=True))
    blanked = [(None,) * 3, (None,) * 3, *rows[2:]]  # k - 1 records
    assert min(wildcard_bins(blanked)) >= 3
    assert cells(ALL_RARE, Argus(3, MORE, "greedy")) > 2 * 3


def test_the_old_name_of_by_record_does_the_same_and_says_so():
    columns = {name: {"role": "quasi-identifier"} for name in MORE}
    study = {"columns": columns, "method": {"name": "argus", "bin_size": 3, "identifying": MORE}}
    study["method"]["suppression"] = "optimal"
    [warning] = method_warnings(Study.of(study))
    assert "`optimal` is called `by-record` by now" in warning
    assert run(ALL_RARE, Argus(3, MORE, "optimal")) == run(ALL_RARE, Argus(3, MORE, "by-record"))
    assert methods.schema("argus")["properties"]["suppression"]["enum"] == ["greedy", "by-record"]


def test_weights_decide_record_by_record():
    rare = {"x": "aaabbba", "y": "aaabbbb"}  # the last record is the only pair of a and b
    asked = problem(rare)
    method = Argus(2, {"x": 2, "y": 2}, "by-record")
    by_x = method.blank_rare(run_frame(asked), {"x": 1.0, "y": 2.0}).row(6)
    by_y = method.blank_rare(run_frame(asked), {"x": 2.0, "y": 1.0}).row(6)
    assert (by_x, by_y) == ((None, "b"), ("a", None))


def run_frame(asked):
    from shoal.methods.steps import State  # noqa: PLC0415

    return State.first(asked).frame(asked)


@pytest.mark.parametrize("level", [-1, 4])
def test_identifying_levels_go_from_zero_to_three(level):
    with pytest.raises(StudyError, match=r"'identifying\.x': should be"):
        Argus(bin_size=2, identifying={"x": level})


def leaves_nothing_rare(columns, method, forget=False):
    asked = problem(columns)
    rows = run(columns, method)
    names = [column.name for column in asked.encoded.columns]
    if forget:
        rows = [tuple(columns[name][at] for name in names) for at in range(len(rows))]
    for chosen in combinations_to_check(method.identifying):
        part = [tuple(row[names.index(name)] for name in chosen) for row in rows]
        assert min(wildcard_bins(part)) >= min(method.bin_size, len(rows))


levels = st.fixed_dictionaries({f"c{at}": st.integers(0, 3) for at in range(3)})


@settings(max_examples=30, deadline=None)
@given(tables(), st.integers(2, 3), levels, st.sampled_from(["greedy", "by-record"]))
def test_no_checked_combination_is_rare(columns, k, identifying, suppression):
    leaves_nothing_rare(columns, Argus(k, identifying, suppression))


def test_the_law_catches_a_release_without_blanks():
    columns = {"c0": "aab", "c1": "aab", "c2": "aaa"}
    with pytest.raises(AssertionError):
        leaves_nothing_rare(columns, Argus(2, {"c0": 1}), forget=True)
