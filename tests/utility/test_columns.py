"""Measures of one column: the worked values of docs/theory/utility.md."""

import pytest

from compared_toy import AFTER, BARE, BEFORE, KNOWN, SHUFFLED, column, texts, toy
from shoal.data.types import IntegerType
from shoal.hierarchies import Hierarchy
from shoal.quality.aggregate import Aggregate
from shoal.utility import Include, Known, compare_tables
from shoal.utility.columns import (
    MEASURES,
    entropy,
    granularity,
    intensity,
    missing_shares,
    squared_error,
)
from shoal.utility.measure import combine_columns

WORKED = {
    "granularity": (0.571429, 0.857143, 0.685714),
    "generalization_intensity": (0.428571, 0.857143, 0.642857),
    "non_uniform_entropy": (0.505190, 1.0, 0.671264),
    "squared_error": (1 - 1812 / 7458, 0.857143, 0.757133),
}


@pytest.mark.parametrize("order", [None, SHUFFLED], ids=["in order", "shuffled, left out"])
@pytest.mark.parametrize("name", WORKED)
def test_the_toy_table_has_the_worked_values(name, order):
    compared = toy(order=order)
    measures = [MEASURES[name](column(compared, key)) for key in ("age", "sex")]
    whole = combine_columns(measures, Aggregate.ARITHMETIC_MEAN)
    found = [measure.quality for measure in (*measures, whole)]
    assert found == pytest.approx(WORKED[name], abs=1e-6)


def test_granularity_is_put_together_in_every_worked_way():
    measures = [granularity(one) for one in toy().columns]
    geometric = combine_columns(measures, Aggregate.GEOMETRIC_MEAN)
    first = combine_columns(measures, Aggregate.ARITHMETIC_MEAN, normalized_first=True)
    assert geometric.quality == pytest.approx(0.679524, abs=1e-6)
    assert first.quality == pytest.approx(0.714286, abs=1e-6)


def test_missing_cells_are_those_that_tell_nothing():
    compared = toy()
    for one in compared.columns:
        found = missing_shares(one, compared.before_counts)
        assert found == {"before": 0, "after": pytest.approx(1 / 7)}


def test_a_label_for_the_whole_domain_tells_nothing_whatever_it_is_called():
    hierarchy = Hierarchy.of([["m", "f"], ["anybody", "anybody"]], "sex.csv")
    known = {"sex": Known(BARE["sex"].type, "string", hierarchy)}
    found = compare_tables(texts({"sex": ["m", "f"]}), texts({"sex": ["anybody"] * 2}), known)
    assert missing_shares(found.columns[0], found.before_counts)["after"] == 1
    assert found.removed_columns == ["sex"]


def test_suppressed_cells_can_be_left_out():
    without = Include(suppressed=False)
    age = column(toy(), "age")
    # six records, all at level 1 of 2, each covering half of the domain
    assert intensity(age, without).value == pytest.approx(0.5)
    assert granularity(age, without).value == pytest.approx(0.5)
    # 34 and 45 are 11 apart, 66 and 70 are 4 apart
    assert squared_error(age, without).value == 4 * 11**2 + 2 * 4**2


def test_missing_values_can_be_left_out():
    before = {**BEFORE, "age": [None, *BEFORE["age"][1:]]}
    after = {**AFTER, "age": [None, *AFTER["age"][1:]]}
    age = column(toy(after, BARE, before=before), "age")
    # five records at half of five values, one missing value as it was, one suppressed
    assert granularity(age).value == pytest.approx((5 * 2 / 5 + 1 / 5 + 1) / 7)
    assert granularity(age, Include(missing=False)).value == pytest.approx((5 * 2 / 5 + 1) / 6)


def test_equal_labels_on_different_levels_count_by_their_level():
    # ARX looks at labels without their level; "b" covers one value on level 1 and two on level 2.
    levels = [["a", "b", "c"], ["b", "b", "c"], ["b", "b", "b"]]
    known = {"x": Known(BARE["sex"].type, "string", Hierarchy.of(levels, "x.csv"))}
    before = texts({"x": ["a", "b", "c", "c"]})
    low = compare_tables(before, texts({"x": ["b", "b", "c", "c"]}), known).columns[0]
    assert granularity(low).value == pytest.approx((2 / 3 + 2 / 3 + 1 / 3 + 1 / 3) / 4)
    high = compare_tables(before, texts({"x": ["b", "b", "b", "b"]}), known).columns[0]
    assert granularity(high).value == pytest.approx(1)


def test_mixed_levels_pay_entropy_stage_by_stage():
    # 34, 45 → <50 for three records; the fourth goes on to the top alone, which costs nothing.
    before = {"age": ["34", "34", "45", "45"]}
    known = {"age": KNOWN["age"]}
    found = compare_tables(texts(before), texts({"age": ["<50", "<50", "<50", "*"]}), known)
    assert entropy(found.columns[0]).value == pytest.approx(4)
    both = compare_tables(texts(before), texts({"age": ["<50", "34", "*", "*"]}), known)
    # stage 1 holds 34, 45, 45: one bit of log2(3/2) twice and log2(3) once; the top adds nothing
    assert entropy(both.columns[0]).value == pytest.approx(3 * 1.5849625 - 2)


def test_an_interval_is_taken_as_it_is_written_up_to_the_numbers_there_are():
    known = {"age": Known(IntegerType(), "integer")}
    labels = {"age": ["[30, 40[", "[60, 80["]}
    found = compare_tables(texts({"age": ["34", "66"]}), texts(labels), known)
    numbers = found.columns[0].meaning.numbers
    assert sorted(numbers.low) == [34, 60]
    assert sorted(numbers.high) == [40, 66]


def test_what_cannot_be_computed_says_why():
    compared = toy(known=BARE)
    assert "no hierarchy" in intensity(column(compared, "age")).reason
    assert "neither numbers" in squared_error(column(compared, "sex")).reason
    apart = toy(order=SHUFFLED, paired=False)
    assert "which record" in entropy(column(apart, "age")).reason
    assert granularity(column(apart, "age")).quality == pytest.approx(0.571429, abs=1e-6)
