"""Grouping and rolling up: classes of a coarser candidate are merged classes of a finer one."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bridge import encoded_of, hierarchy_of, problem_of
from laws.lies import is_caught
from laws.questions import columns, questions, tables
from reference import at
from shoal.engine.encode import encode
from shoal.engine.grouping import group
from shoal.engine.lattice import Lattice
from shoal.engine.roll_up import roll_up, slots_for
from shoal.search.exact.tables import tables_of


@st.composite
def climbs(draw):
    """A table and two candidates, one above the other."""
    table = draw(tables(bounded=False))
    tops = [len(column.rows[0]) - 1 for column in table]
    low = tuple(draw(st.integers(0, top)) for top in tops)
    high = tuple(draw(st.integers(level, top)) for level, top in zip(low, tops, strict=True))
    return table, low, high


def classes_by_hand(table, levels):
    records = zip(*(column.values for column in table), strict=True)
    return Counter(
        tuple(column.labels[value][level] for column, value, level in
              zip(table, record, levels, strict=True))
        for record in records
    )  # fmt: skip


def labeled(encoded, keys, sizes, levels):
    """Classes by the texts of their labels."""
    texts = [
        column.labels[level].gather(encoded.layout.field(keys, place)).to_list()
        for place, (column, level) in enumerate(zip(encoded.columns, levels, strict=True))
    ]
    return dict(zip(zip(*texts, strict=True), sizes.tolist(), strict=True))


def direct(encoded, low, high):
    grouping = group(encoded, high)
    return grouping.keys, grouping.sizes


def rolled(encoded, low, high, step=lambda column, low, high: column.step(low, high)):
    """The classes at `low`, rolled up to `high` by the compiled kernel."""
    start = group(encoded, low)
    steps = [
        step(column, *pair)
        for column, *pair in zip(encoded.columns, low, high, strict=True)
    ]  # fmt: skip
    offset = np.cumsum([0, *(part.size for part in steps[:-1])])
    keys, counts = start.keys[:, 0].copy(), start.sizes.copy()
    layout, size = encoded.layout, len(keys)
    classes = roll_up(
        keys, counts, size, np.uint64(0), len(steps), layout.shift, layout.mask, offset,
        np.concatenate(steps), keys, counts, slots_for(size),
    )  # fmt: skip
    return keys[:classes].reshape(-1, 1), counts[:classes]


def is_right(climb, way):
    table, low, high = climb
    encoded = encoded_of(table)
    found = labeled(encoded, *way(encoded, low, high), high)
    assert found == classes_by_hand(table, high)
    assert sum(found.values()) == encoded.records


@given(climbs())
def test_grouping_is_counting_equal_labels(climb):
    is_right(climb, direct)


@given(climbs())
def test_grouping_then_coarsening_is_grouping_coarser(climb):
    is_right(climb, rolled)


def test_a_roll_up_that_merges_two_codes_wrongly_is_caught():
    def wrong(column, low, high):
        steps = column.step(low, high).copy()
        steps[-1] = steps[0]
        return steps

    assert is_caught(lambda climb: is_right(climb, lambda *at: rolled(*at, wrong)), climbs())


def test_a_grouping_that_counts_tuples_instead_of_records_is_caught():
    def uncounted(encoded, low, high):
        keys, sizes = direct(encoded, low, high)
        return keys, np.bincount(group(encoded, high).class_of_tuple, minlength=len(sizes))

    assert is_caught(lambda climb: is_right(climb, uncounted), climbs())


@given(questions())
def test_the_search_starts_with_the_tuples_at_the_lowest_levels_allowed(question):
    problem = problem_of(question)
    lowest = problem.lattice.minimum
    found = tables_of(problem.encoded, problem.lattice)
    classes = labeled(problem.encoded, found.keys.reshape(-1, 1), found.loads, lowest)
    assert classes == at(question, lowest).classes


@given(st.data(), st.integers(2, 5))
def test_a_table_counted_before_is_the_same_as_its_records(data, times):
    column = data.draw(columns("a", 10, missing=False))
    whole = encoded_of([column])
    once = {"a": whole.columns[0].labels[0].gather(whole.codes(0))}
    counted = encode(once, {"a": hierarchy_of(column)}, counts=whole.counts * times)
    assert counted.records == whole.records * times
    for levels in Lattice((0,), (whole.columns[0].height,)):
        sizes = group(whole, levels).sizes * times
        assert sorted(sizes.tolist()) == sorted(group(counted, levels).sizes.tolist())
