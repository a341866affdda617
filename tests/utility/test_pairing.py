"""Which record became which: found out, or not claimed."""

import polars as pl
import pytest

from compared_toy import AFTER, BARE, BEFORE, KNOWN, SHUFFLED, column, texts, toy
from shoal.data.types import IntegerType, StringType
from shoal.errors import DataError
from shoal.utility import Known, compare_tables
from shoal.utility.columns import granularity, squared_error

NUMBER, TEXT = Known(IntegerType(), "integer"), Known(StringType(), "string")


def pairing(before, after, known, **options):
    return compare_tables(texts(before), texts(after), known, **options).pairing


def test_records_in_order_are_recognized():
    assert toy().pairing == "in-order"
    assert toy(known=BARE).pairing == "in-order"


def test_shuffled_records_are_never_taken_for_ordered_ones():
    order = [6, 5, 4, 3, 2, 1, 0]
    for known in (KNOWN, BARE):
        assert toy(order=order, known=known).pairing != "in-order"


def test_left_out_and_shuffled_records_are_found_by_what_they_become():
    for known in (KNOWN, BARE):
        found = toy(order=SHUFFLED, known=known)
        assert found.pairing == "by-generalization"
        assert found.suppressed.tolist() == [False, False, False, True, False, False, False]


def test_a_column_that_shows_nothing_does_not_keep_records_from_being_found():
    after = {**AFTER, "sex": ["*"] * 7}
    found = toy(after, order=[6, 5, 4, 2, 1, 0])
    # without sex, (>=50, *) has three records in the input, but two in the output
    assert found.pairing == "unknown"
    kept = {"age": ["<50"] * 4, "sex": ["*"] * 4}
    found = toy(kept)
    assert found.pairing == "by-generalization"
    assert found.suppressed_records == 3
    assert found.removed_columns == ["sex"]


def test_half_a_class_is_not_matched():
    assert toy(order=[0, 1, 2, 4, 5]).pairing == "unknown"


def test_mixed_levels_are_not_matched_when_shuffled():
    after = {"age": ["<50", "45", "66", "*", "34", "70", "<50"], "sex": BEFORE["sex"]}
    assert toy(after).pairing == "in-order"
    assert toy(after, order=[6, 5, 4, 3, 2, 1, 0]).pairing == "unknown"


def test_numbers_that_were_changed_are_paired_only_if_somebody_says_so():
    before, after = {"x": ["1", "5", "9"]}, {"x": ["2", "6", "8"]}
    assert pairing(before, after, {"x": NUMBER}) == "unknown"
    found = compare_tables(texts(before), texts(after), {"x": NUMBER}, paired=True)
    assert found.pairing == "in-order"
    # one away each: 1 + 1 + 1 against 8² + 4² + 8²
    assert squared_error(found.columns[0]).value == 3
    assert squared_error(found.columns[0]).maximum == 64 + 16 + 64


def test_who_says_paired_must_have_as_many_records():
    with pytest.raises(DataError, match="7 records and the output 6"):
        toy(order=SHUFFLED, paired=True)


def test_a_shuffled_column_of_aggregates_does_not_hide_the_others():
    before = {"age": ["34", "45", "66", "70"], "pay": ["10", "20", "30", "40"]}
    after = {"age": [">=50", "<50", ">=50", "<50"], "pay": ["35", "15", "35", "15"]}
    known = {"age": KNOWN["age"], "pay": NUMBER}
    found = compare_tables(texts(before), texts(after), known, keys=("age",))
    assert found.pairing == "by-generalization"
    assert squared_error(column(found, "age")).quality is not None
    assert "which record" in squared_error(column(found, "pay")).reason


def test_aggregates_in_order_stand_for_what_became_them():
    before = {"sex": ["m", "m", "f", "f"], "pay": ["10", "20", "30", "40"]}
    after = {"sex": ["m", "m", "f", "f"], "pay": ["[10, 20]", "[10, 20]", "{30, 40}", "{30, 40}"]}
    found = compare_tables(texts(before), texts(after), {"sex": TEXT, "pay": NUMBER})
    assert found.pairing == "in-order"
    assert granularity(column(found, "pay")).value == 0.5
    means = {**after, "pay": ["15", "15", "35", "35"]}
    found = compare_tables(texts(before), texts(means), {"sex": TEXT, "pay": NUMBER})
    assert granularity(column(found, "pay")).value == 0.5
    assert squared_error(column(found, "pay")).value == 4 * 25


def test_masked_texts_and_sets_stand_for_the_values_they_hold():
    before = {"zip": ["81667", "81675", "80331", "9"]}
    after = {"zip": ["9", "80***", "81***"]}
    found = compare_tables(texts(before), texts(after), {"zip": TEXT}, paired=False)
    # one value, one value, two values and a record that is not there
    assert granularity(found.columns[0]).value == pytest.approx((1 + 1 + 2 + 4) / 16)
    found = compare_tables(
        texts({"x": list("abc")}), texts({"x": ["{a, b}", "c", "*"]}), {"x": TEXT}
    )
    assert granularity(found.columns[0]).value == pytest.approx((2 + 1 + 3) / 9)


def test_more_records_than_before_are_compared_as_they_are():
    found = compare_tables(texts({"x": ["a", "b"]}), texts({"x": ["a", "b", "b"]}), {"x": TEXT})
    assert found.pairing == "unknown"
    assert found.suppressed_records == 0
    assert granularity(found.columns[0]).quality == 1


def test_a_blank_cell_is_missing_only_where_values_were_missing():
    before = {"x": ["a", None, "b"]}
    found = compare_tables(texts(before), texts({"x": ["a", None, None]}), {"x": TEXT})
    assert found.columns[0].after.codes.tolist().count(-1) == 1
    found = compare_tables(
        {"x": pl.Series(["a", "b"])}, texts({"x": [None, "a"]}), {"x": TEXT}, paired=False
    )
    assert found.columns[0].after.codes.tolist().count(-1) == 2  # one is the row of the absent


def test_a_label_that_holds_everything_proves_no_order():
    before = {"x": ["0", "1", "0", "1"], "y": ["1", "3", "5", "7"]}
    labels = ["[1, 3[", "[3, 5[", "[5, 7[", "[7, 9["]
    after = {"x": ["[0, 2["] * 4, "y": labels[::-1]}
    assert pairing(before, after, {"x": NUMBER, "y": NUMBER}) == "by-generalization"
    assert pairing(before, {**after, "y": labels}, {"x": NUMBER, "y": NUMBER}) == "in-order"


def test_masked_texts_and_sets_in_another_order_are_recognized_as_such():
    before = {"zip": ["81667", "80331", "80332"]}
    assert pairing(before, {"zip": ["81***", "80***", "80***"]}, {"zip": TEXT}) == "in-order"
    assert pairing(before, {"zip": ["80***", "80***", "81***"]}, {"zip": TEXT}) != "in-order"
    before = {"x": ["a", "b", "c"]}
    assert pairing(before, {"x": ["{a, b}", "{a, b}", "c"]}, {"x": TEXT}) == "in-order"
    assert pairing(before, {"x": ["c", "{a, b}", "{a, b}"]}, {"x": TEXT}) != "in-order"


def test_columns_that_say_nothing_are_not_taken_to_be_in_order():
    before = {"sex": ["m", "m"], "pay": ["10", "20"]}
    after = {"sex": ["m", "m"], "pay": ["19", "11"]}
    assert pairing(before, after, {"sex": TEXT, "pay": NUMBER}) == "unknown"
