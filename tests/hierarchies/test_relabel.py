"""A label in a release tells nothing about values that only left-out records have.

The law: take two columns that differ in one value, which is not released. On every level that
groups the released values alike, they have the same labels.
"""

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.hierarchies.test_every_builder import EXAMPLES

from shoal.hierarchies import Hierarchy, build_hierarchy, builders
from shoal.hierarchies.automatic import Automatic
from shoal.hierarchies.builder import depends_on, relabel
from shoal.hierarchies.ordered_groups import OrderedGroups

CASES = [
    (name, keys, values)
    for name, examples in EXAMPLES.items()
    if name not in ("file", "automatic", "priorities")
    for keys, values, _ in examples
]


def released(builder, hidden: str, values: list[str]) -> list[list[str]]:
    """The labels that a release has for its values, per level, where one value is left out."""
    column = pl.Series([*values, hidden], dtype=pl.String)
    hierarchy = build_hierarchy(builder, column)
    shown = (hierarchy.levels[0] != hidden).to_numpy()
    named = hierarchy.relabel(shown, relabel(builder, hierarchy.levels[0], shown))
    rows = named.rows(pl.Series(values, dtype=pl.String))
    return [level.gather(rows).to_list() for level in named.levels]


def grouped(labels: list[str]) -> list[int]:
    return [labels.index(label) for label in labels]


def telling(one: list[list[str]], other: list[list[str]]) -> list[int]:
    """The levels that group values alike and name them differently."""
    pairs = enumerate(zip(one, other, strict=False))
    return [at for at, (a, b) in pairs if grouped(a) == grouped(b) and a != b]


@pytest.mark.parametrize(("name", "keys", "values"), CASES)
@settings(max_examples=10)
@given(data=st.data())
def test_a_value_that_is_left_out_changes_no_label(name, keys, values, data):
    drawn = data.draw(st.lists(values, min_size=3, max_size=12, unique=True))
    builder = builders.build({"builder": name, **keys})
    one, other = (released(builder, hidden, drawn[2:]) for hidden in drawn[:2])
    assert telling(*_aligned(builder, one, other)) == []


def _aligned(builder, one, other):
    """Levels that mean the same: a longer value puts levels of masking below or above the others.

    Which number a level has is no part of a release.
    """
    padded = getattr(builder, "align", None), getattr(builder, "direction", None)
    if padded in {("left", "right-to-left"), ("right", "left-to-right")}:
        return one[:0:-1], other[:0:-1]
    return one, other


@given(drawn=st.lists(st.text("abc", min_size=1), min_size=3, max_size=12, unique=True))
@pytest.mark.parametrize("keep", ["most-frequent", "highest"])
def test_priorities_show_a_value_or_nothing(keep, drawn):
    made = build_hierarchy(
        builders.build({"builder": "priorities", "keep": keep}), pl.Series(drawn)
    )
    for level in made.levels:
        pairs = zip(made.levels[0], level, strict=True)
        assert all(label in (value, "*") for value, label in pairs)


def test_the_law_catches_labels_made_of_values_that_are_left_out():
    """As it was: `[55, 97]` where nobody released is 97."""

    def labels(hidden):
        values = pl.Series(["20", "30", "55", hidden])
        made = OrderedGroups(groups=(2,), order="integer").build(values)
        return [level.head(3).to_list() for level in made.levels]

    assert telling(labels("97"), labels("98")) == [1]


@pytest.mark.parametrize(
    ("keys", "values", "hidden", "expected"),
    [
        (
            {"builder": "ordered-groups", "groups": [3], "order": "integer"},
            ["20", "30", "55", "60"],
            "97",
            ["[20, 55]", "[20, 55]", "[20, 55]", "[60, 60]"],
        ),
        (
            {"builder": "ordered-groups", "groups": [4, 2], "label": "set"},
            ["ann", "bob", "eve"],
            "dan",
            ["{ann, bob, eve}"] * 3,
        ),
        ({"builder": "masking"}, ["81", "82"], "8151", ["81", "82"]),
        ({"builder": "masking", "align": "right"}, ["81", "82"], "8151", ["8*", "8*"]),
        (
            {"builder": "masking", "direction": "left-to-right", "align": "right"},
            *(["81", "82"], "8151", ["81", "82"]),
        ),
        (
            {"builder": "intervals", "width": 5, "label": {"function": "constant", "value": "x"}},
            *(["10", "20"], "3", ["x", "x-1"]),
        ),
    ],
)
def test_labels_are_made_of_released_values(keys, values, hidden, expected):
    assert released(builders.build(keys), hidden, values)[1] == expected


def test_groups_that_are_not_released_keep_labels_of_their_own():
    hierarchy = Hierarchy.of([["a", "b", "c"], ["x", "x", "y"]], "test")
    named = hierarchy.relabel(np.array([True, False, False]), [["a"], ["y"]])
    assert named.levels[1].to_list() == ["y", "y", "y-1"]
    assert (named.codes[1] == hierarchy.codes[1]).all()


def test_a_missing_value_goes_on_under_the_root_alone():
    hierarchy = Hierarchy.of([["1", "9"], ["[1, 9]", "[1, 9]"]], "test").with_missing()
    named = hierarchy.relabel(np.array([True, False, False]), [["1"], ["[1, 1]"]])
    assert named.levels[0].to_list() == ["1", "9", None]
    assert named.levels[1].to_list() == ["[1, 1]"] * 3


@pytest.mark.parametrize(
    ("keys", "what"),
    [
        ({"builder": "ordered-groups", "groups": [2]}, "which values occur"),
        ({"builder": "priorities"}, "how often values occur"),
        ({"builder": "priorities", "keep": "highest"}, "which values occur"),
        ({"builder": "masking"}, None),
        ({"builder": "intervals", "width": 5}, None),
        ({"builder": "automatic"}, "which values occur, and how often"),
        ({"builder": "icd10"}, None),
    ],
)
def test_a_builder_says_what_about_all_records_decides(keys, what):
    assert depends_on(builders.build(keys)) == what


def kinds(builder) -> object:
    return (type(builder), getattr(builder, "groups", None) or builder)


@given(
    values=st.one_of(
        st.lists(st.integers(0, 120).map(str), min_size=8, max_size=40),
        st.lists(st.dates().map(str), min_size=8, max_size=40),
        st.lists(st.text("abcdé -", min_size=1, max_size=4), min_size=8, max_size=40),
        st.lists(st.sampled_from(["<18", "18 to 29", "30 to 49", "50 to 69", "70+"]), min_size=20),
    ),
    hidden=st.tuples(*[st.one_of(st.integers(0, 10**6).map(str), st.text(min_size=1))] * 2),
)
def test_an_automatic_hierarchy_of_the_same_kind_has_the_same_labels(values, hidden):
    assume(not set(hidden) & set(values))
    columns = [pl.Series([*values, one]) for one in hidden]
    chosen = [Automatic().choose(column) for column in columns]
    assume(kinds(chosen[0]) == kinds(chosen[1]))
    one, other = (released(b, h, values) for b, h in zip(chosen, hidden, strict=True))
    assert telling(one, other) == []
