"""The page about paper 003: its tables are compared with ours, and a difference would be seen."""

from studies import sub_combination_tables as printed
from studies import sub_combinations as page
from studies.sub_combination_bits import implied_records


def test_every_released_table_is_the_same_line_by_line():
    parts = page._tables_3() | page._tables_4_and_5()
    assert parts["note_3c"] == "11 of 11 lines are the same."
    assert parts["note_4b"] == "12 of 12 lines are the same."
    assert parts["note_5"].startswith("12 of 12 lines are the same. The SSN is blank")
    for name in ("3a", "3b"):
        assert parts[f"note_{name}"].endswith("in any order, are the same.")


def test_the_differences_that_the_page_names_are_those_that_it_finds():
    three_a, three_b = (page.our_bins(2, level) for level in (0, 1))
    assert [row[0:2] for row in three_a[:2]] == [("Caucasian", "1964"), ("Caucasian", "1965")]
    assert [row[-1] for row in three_b] == ["8%", "25%", "42%", "58%", "75%", "100%"]
    assert "9 are a whole number of records" in implied_records()["note_6"]


def test_a_line_that_differs_is_printed():
    theirs = printed.rows(printed.TABLE_3A)
    ours = [*theirs[:-1], ("Black", *theirs[-1][1:])]
    rows, note = page.compare(theirs, ours)
    assert note == "6 of 7 lines are the same."
    assert rows[-1][-1] == "Black 1967 m 02138 2 100%"
