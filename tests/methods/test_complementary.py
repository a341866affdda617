"""Complementary suppression: no blank cell stays alone in its column."""

import polars as pl

from shoal.methods.complementary import complement_blanks

BEFORE = pl.DataFrame(
    [("a", "x"), ("a", "x"), ("a", "x"), ("b", "x"), ("b", "y"), ("b", "y"), ("b", "y")],
    schema=["one", "two"],
    orient="row",
)


def with_blank(frame, *cells):
    for record, name in cells:
        values = frame[name].to_list()
        values[record] = None
        frame = frame.with_columns(pl.Series(name, values))
    return frame


def blanks(frame):
    return [(at, name) for name in frame.columns for at in frame[name].is_null().arg_true()]


def test_an_isolated_blank_gets_company_in_a_popular_combination_that_fits():
    # The record (blank, x) could be one of the three (a, x), not of the three (b, y).
    assert blanks(complement_blanks(with_blank(BEFORE, (3, "one")), BEFORE)) == [
        (2, "one"),
        (3, "one"),
    ]


def test_two_blanks_need_no_company():
    frame = with_blank(BEFORE, (3, "one"), (4, "one"))
    assert complement_blanks(frame, BEFORE).equals(frame)


def test_a_value_that_was_missing_before_is_no_isolated_suppression():
    missing = with_blank(BEFORE, (3, "one"))
    assert complement_blanks(missing, missing).equals(missing)


def test_a_suppressed_cell_beside_a_missing_one_is_not_alone():
    missing = with_blank(BEFORE, (0, "one"))
    frame = with_blank(missing, (3, "one"))
    assert complement_blanks(frame, missing).equals(frame)


def test_a_table_of_one_record_has_no_company():
    frame = pl.DataFrame({"one": ["a"]})
    gone = with_blank(frame, (0, "one"))
    assert complement_blanks(gone, frame).equals(gone)
