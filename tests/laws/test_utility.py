"""Laws of what a table is worth: whatever the table, the same is 1, nothing is 0, and no guess."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compared_toy import texts
from shoal.data.types import IntegerType, StringType
from shoal.hierarchies import Hierarchy
from shoal.utility import Known, columns, compare, compare_tables, qualities
from shoal.utility.measure import Measure

LEAVES = [str(number) for number in range(1, 9)]
AGE = Hierarchy.of(
    [LEAVES, *([f"[{1 + (n - 1) // w * w}, {1 + (n - 1) // w * w + w}[" for n in range(1, 9)]
               for w in (2, 4)), ["*"] * 8], "age"
)  # fmt: skip
WARD = Hierarchy.of([["a", "b", "c"], ["ab", "ab", "c"], ["*"] * 3], "ward")
KNOWN = {"age": Known(IntegerType(), "integer", AGE), "ward": Known(StringType(), "string", WARD)}
BARE = {name: Known(one.type, one.type_name) for name, one in KNOWN.items()}
COLUMNS = ("generalization_intensity", "granularity", "non_uniform_entropy", "squared_error")
WHOLE = ("average_class_size", "ambiguity", "discernibility", "record_squared_error", "sse_sst")

records = st.lists(
    st.tuples(st.sampled_from(LEAVES), st.sampled_from(["a", "b", "c"])), min_size=2, max_size=20
)
levels = st.tuples(st.integers(0, 3), st.integers(0, 2))
knowledge = st.sampled_from([KNOWN, BARE])


def table(rows):
    return {"age": [age for age, _ in rows], "ward": [ward for _, ward in rows]}


def generalized(rows, at):
    """The labels of each record, suppressed where fewer than two records share them."""
    maps = [
        dict(zip(h.levels[0], h.levels[level], strict=True))
        for h, level in zip((AGE, WARD), at, strict=True)
    ]
    shown = [(maps[0][age], maps[1][ward]) for age, ward in rows]
    return [one if shown.count(one) > 1 else None for one in shown]


def written(shown):
    """The output with suppressed records left out."""
    return table([one for one in shown if one is not None])


def filled(shown):
    """The output with suppressed records as stars."""
    return table([one or ("*", "*") for one in shown])


def qualities_of(rows, after, known, **options):
    """Every quality by its name; those that are not available are left out."""
    found = qualities(compare_tables(texts(table(rows)), texts(after), known, **options))
    named = {
        (name, key): found["columns"][name][key]["quality"] for name in KNOWN for key in COLUMNS
    }
    named |= {("", key): found[key]["quality"] for key in WHOLE}
    return {key: quality for key, quality in named.items() if quality is not None}


def check_the_same_is_worth_everything(rows, known):
    assert set(qualities_of(rows, table(rows), known, paired=True).values()) <= {1.0}


def check_nothing_is_worth_nothing(rows, known):
    blank = {"age": [None] * len(rows), "ward": [None] * len(rows)}
    found = qualities_of(rows, blank, known, paired=True)
    assert found == pytest.approx(dict.fromkeys(found, 0.0), abs=1e-9)


def check_no_guess(rows, at, known, seed):
    """Shuffled and left out, every number that is still told is the true one."""
    shown = generalized(rows, at)
    if not any(shown):
        return
    truth = qualities_of(rows, filled(shown), known, paired=True)
    shuffled = list(shown)
    random.Random(seed).shuffle(shuffled)
    told = qualities_of(rows, written(shuffled), known)
    shared = truth.keys() & told.keys()
    assert {key: told[key] for key in shared} == pytest.approx(
        {key: truth[key] for key in shared}, abs=1e-9
    )


@given(records, knowledge)
def test_the_same_table_is_worth_everything(rows, known):
    check_the_same_is_worth_everything(rows, known)


@given(records, knowledge)
def test_a_table_without_cells_is_worth_nothing(rows, known):
    check_nothing_is_worth_nothing(rows, known)


@given(records, levels, knowledge, st.integers(0, 99))
def test_no_order_of_records_changes_a_number_that_is_told(rows, at, known, seed):
    check_no_guess(rows, at, known, seed)


@given(records, levels, st.sampled_from([0, 1]))
def test_more_generalization_is_never_worth_more(rows, at, column):
    higher = tuple(level + (place == column) for place, level in enumerate(at))
    if higher[column] > (AGE.height, WARD.height)[column]:
        return
    before, after = (
        qualities_of(rows, table(_labels(rows, one)), KNOWN, paired=True) for one in (at, higher)
    )
    for key in before.keys() & after.keys():
        if key[1] in {*COLUMNS, "ambiguity", "discernibility"}:
            assert after[key] <= before[key] + 1e-9


def _labels(rows, at):
    maps = [
        dict(zip(h.levels[0], h.levels[level], strict=True))
        for h, level in zip((AGE, WARD), at, strict=True)
    ]
    return [(maps[0][age], maps[1][ward]) for age, ward in rows]


@given(records, levels, knowledge, st.integers(0, 99))
def test_the_order_of_both_tables_does_not_matter(rows, at, known, seed):
    shown = [one or ("*", "*") for one in generalized(rows, at)]
    pairs = list(zip(rows, shown, strict=True))
    random.Random(seed).shuffle(pairs)
    first = qualities_of(rows, table(shown), known, paired=True)
    second = qualities_of([a for a, _ in pairs], table([b for _, b in pairs]), known, paired=True)
    assert first == pytest.approx(second, abs=1e-9)


ROWS = [
    ("1", "a"),
    ("2", "b"),
    ("3", "c"),
    ("4", "a"),
    ("5", "b"),
    ("6", "c"),
    ("7", "a"),
    ("8", "b"),
]


def test_the_laws_catch_a_measure_that_is_never_quite_1(monkeypatch):
    monkeypatch.setitem(columns.MEASURES, "granularity", lambda *_: Measure(0.1))
    with pytest.raises(AssertionError):
        check_the_same_is_worth_everything(ROWS, KNOWN)


def test_the_laws_catch_a_measure_that_forgets_suppressed_cells(monkeypatch):
    honest = columns.MEASURES["squared_error"]
    forgets = lambda column, _: honest(column) and Measure(0.5)  # noqa: E731
    monkeypatch.setitem(columns.MEASURES, "squared_error", forgets)
    with pytest.raises(AssertionError):
        check_nothing_is_worth_nothing(ROWS, KNOWN)


def test_the_laws_catch_a_pairing_that_is_guessed(monkeypatch):
    monkeypatch.setattr(compare, "in_order", lambda *_: True)
    with pytest.raises(AssertionError):
        check_no_guess(ROWS, (1, 2), KNOWN, seed=4)
