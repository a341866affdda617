"""All members of a class show one value: what was alike stays alike."""

from collections import Counter

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.aggregates.classes import grouped, type_of
from laws.lies import is_caught
from shoal.engine.aggregates import aggregates
from shoal.engine.aggregates.microaggregation import class_aggregates

INTEGER = type_of("integer")


def released(classes, function, suppressed=None, **parameters):
    table, grouping = grouped(classes, INTEGER)
    hidden = np.zeros(table.records, bool) if suppressed is None else np.array(suppressed)
    plugin = aggregates.build({"function": function, **parameters})
    values = table.aggregated[0].values
    return table, class_aggregates(table, grouping, values, plugin, INTEGER, hidden)


def test_every_member_shows_the_aggregate_of_its_class():
    _, column = released(((1, 2, 9, None), (4, 4, 16, 6)), "mean")
    assert column.to_list() == ["4"] * 4 + ["7.5"] * 4


def test_a_suppressed_record_shows_nothing_and_its_class_is_not_even_listed():
    _, column = released(((1, 3), (8,)), "mean", [False, False, True])
    assert column.to_list() == ["2", "2", None]
    assert column.dtype == pl.Enum(["2"])


def test_two_classes_may_show_the_same():
    _, column = released(((1, 3), (2, 2)), "mean")
    assert column.to_list() == ["2"] * 4


VALUES = st.one_of(st.none(), st.integers(-5, 60))
CLASSES = st.lists(st.lists(VALUES, min_size=3, max_size=6), min_size=1, max_size=5)
EVERY = [
    (name, missing) for name in aggregates for missing in ("ignore", "zero", "show")
    if missing in str(aggregates.schema(name)["properties"]["missing"])
]  # fmt: skip


def stays_anonymous(classes, column):
    """Records that look alike in key and aggregate are at least as many as the smallest class."""
    keys = [at for at, members in enumerate(classes) for _ in members]
    sizes = Counter(zip(keys, column, strict=True))
    assert min(sizes.values()) >= min(len(members) for members in classes)


@pytest.mark.parametrize(("name", "missing"), EVERY)
def test_aggregated_classes_stay_k_anonymous(name, missing):
    @given(CLASSES)
    def law(classes):
        usable = [[None if v is None else abs(v) for v in members] for members in classes]
        stays_anonymous(usable, released(usable, name, missing=missing)[1])

    law()


def test_the_law_catches_values_that_differ_inside_a_class():
    def law(classes):
        own = [value for members in classes for value in members]
        stays_anonymous(classes, own)

    assert is_caught(law, CLASSES)


def slow(name, missing, members):
    """The aggregate by its definition, on a list."""
    known = sorted(value for value in members if value is not None)
    counted = [value or 0 for value in members] if missing == "zero" else known
    if not known:
        return "{NULL}" if (name, missing) == ("set", "show") else None
    if name == "mean":
        return sum(counted) / len(counted)
    if name == "median":
        return (known[(len(known) - 1) // 2] + known[len(known) // 2]) / 2
    if name == "interval":
        return f"[{known[0]}, {known[-1]}]"
    if name == "set":
        shown = [*sorted(set(known)), *["NULL"] * (missing == "show" and None in members)]
        return "{" + ", ".join(map(str, shown)) + "}"
    return None


@pytest.mark.parametrize(
    ("name", "missing"),
    [pair for pair in EVERY if pair[0] in {"mean", "median", "interval", "set"}],
)
def test_aggregates_agree_with_their_definitions(name, missing):
    @given(CLASSES)
    def law(classes):
        wanted = [slow(name, missing, members) for members in classes for _ in members]
        found = released(classes, name, missing=missing)[1].to_list()
        is_number = name in {"mean", "median"}
        assert [float(text) if is_number and text else text for text in found] == wanted

    law()


@pytest.mark.slow
def test_a_million_records_are_aggregated():
    rng = np.random.default_rng(1)
    keys, ages = rng.integers(0, 50_000, 1_000_000), rng.integers(0, 100, 1_000_000)
    frame = pl.DataFrame({"key": keys, "age": ages}).sort("key")
    classes = frame.group_by("key", maintain_order=True).agg("age")["age"].to_list()
    table, grouping = grouped(classes, INTEGER)
    nobody = np.zeros(table.records, bool)
    for name in aggregates:
        values = table.aggregated[0].values
        plugin = aggregates.build({"function": name})
        column = class_aggregates(table, grouping, values, plugin, INTEGER, nobody)
        assert len(column) == 1_000_000
