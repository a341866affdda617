"""Measures of whole records: the worked values of docs/theory/utility.md."""

import pytest

from compared_toy import KNOWN, SHUFFLED, texts, toy
from shoal.utility import Include, compare_tables
from shoal.utility.tables import MEASURES, classes

WORKED = {
    "average_class_size": 1 - (2 - 1) / (7 - 1),
    "ambiguity": 1 - 13 / 49,
    "discernibility": 1 - 12 / 42,
    "record_squared_error": 0.681786,
    "sse_sst": 0.715244,  # the textbook form; ARX's own is .601851
}


@pytest.mark.parametrize("order", [None, SHUFFLED], ids=["in order", "shuffled, left out"])
@pytest.mark.parametrize("name", WORKED)
def test_the_toy_table_has_the_worked_values(name, order):
    assert MEASURES[name](toy(order=order)).quality == pytest.approx(WORKED[name], abs=1e-6)


def test_sse_and_sst_are_those_of_the_textbook():
    found = MEASURES["sse_sst"](toy())
    assert (found.value, found.maximum) == (453.25, pytest.approx(1591.714, abs=1e-3))


def test_classes_are_counted_without_suppressed_records():
    assert classes(toy()) == {
        "before": {"count": 7, "min": 1, "mean": 1.0, "max": 1},
        "after": {"count": 3, "min": 2, "mean": 2.0, "max": 2},
    }
    assert toy().suppressed_records == 1


def test_suppressed_records_can_be_left_out():
    without = Include(suppressed=False)
    assert MEASURES["discernibility"](toy(), without).value == 12
    assert MEASURES["ambiguity"](toy(), without).value == 12
    assert MEASURES["sse_sst"](toy(), without).value == pytest.approx(453.25 - 324.25)


def test_records_that_nobody_finds_again_have_classes_but_no_distances():
    apart = toy(order=SHUFFLED, paired=False)
    for name in ("average_class_size", "ambiguity", "discernibility"):
        assert MEASURES[name](apart).quality == pytest.approx(WORKED[name], abs=1e-6)
    for name in ("record_squared_error", "sse_sst"):
        assert "which record" in MEASURES[name](apart).reason


def test_records_generalized_to_the_top_are_one_class():
    top = {"age": ["*"] * 7, "sex": ["*"] * 7}
    found = toy(top)
    assert classes(found)["after"] == {"count": 1, "min": 7, "mean": 7.0, "max": 7}
    assert found.removed_columns == ["age", "sex"]


def test_blank_records_are_no_class():
    blank = {"age": [None] * 7, "sex": [None] * 7}
    found = toy(blank)
    assert classes(found)["after"]["count"] == 0
    assert found.suppressed_records == 7


@pytest.mark.slow
def test_very_many_combinations_are_no_problem():
    names = [f"age {number}" for number in range(600)]
    before = {name: ["34", "45", "66", "70"] for name in names}
    after = {name: ["<50", "<50", ">=50", ">=50"] for name in names}
    known = dict.fromkeys(names, KNOWN["age"])
    found = MEASURES["ambiguity"](compare_tables(texts(before), texts(after), known))
    assert found.quality == pytest.approx(1)
