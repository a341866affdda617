"""A hierarchy while it is edited: no edit makes a good one wrong, and wrong ones are repaired."""

import polars as pl
import pytest

from shoal.errors import DataError, StudyError
from shoal.hierarchies.draft import Draft

FRUIT = Draft.of(
    [
        ("apple", "pome", "tree", "*"),
        ("pear", "pome", "tree", "*"),
        ("plum", "stone", "tree", "*"),
        ("currant", "berry", "bush", "*"),
    ]
)


def column(draft, level):
    return [line[level] for line in draft.lines]


def test_a_new_label_makes_a_new_group_under_the_same_labels():
    changed = FRUIT.relabel(1, 1, "soft")
    assert changed.lines[1] == ("pear", "soft", "tree", "*")
    assert changed.problems() == []


def test_a_label_that_exists_is_joined_with_all_its_labels_above():
    assert FRUIT.relabel(2, 1, "berry").lines[2] == ("plum", "berry", "bush", "*")


def test_a_label_changes_for_all_that_share_the_one_below():
    changed = FRUIT.relabel(0, 2, "bush")
    assert column(changed, 2) == ["bush", "bush", "tree", "bush"]
    assert changed.problems() == []


def test_an_empty_label_is_refused():
    with pytest.raises(StudyError, match="A label is needed"):
        FRUIT.relabel(0, 1, "  ")


def test_groups_are_merged_renamed_and_moved_as_the_library_does_it():
    assert column(FRUIT.merge_groups(1, ["pome", "stone"], "hard"), 1) == ["hard"] * 3 + ["berry"]
    assert column(FRUIT.rename_group(1, "pome", "core"), 1)[:2] == ["core", "core"]
    assert FRUIT.move_to_group(2, ["stone"], "bush").lines[2] == ("plum", "stone", "bush", "*")
    with pytest.raises(StudyError, match="Merge the two instead"):
        FRUIT.rename_group(1, "pome", "stone")


@pytest.mark.parametrize("level", range(4))
def test_a_level_can_be_added_and_removed_anywhere(level):
    grown = FRUIT.with_level(level)
    assert grown.height == FRUIT.height + 1
    assert grown.problems() == []
    assert grown.without_level(level + 1) == FRUIT


def test_the_values_themselves_are_no_level_to_remove():
    with pytest.raises(StudyError, match="above the values"):
        FRUIT.without_level(0)


def test_a_new_top_has_one_label():
    assert set(column(Draft.of([("a",), ("b",)]).with_level(0), 1)) == {"*"}


def test_values_of_the_data_without_a_line_are_told_and_repaired():
    values = pl.Series(["apple", "quince"])
    assert FRUIT.problems(values) == [
        "1 distinct values of the column have no line. Repair adds them."
    ]
    repaired, done = FRUIT.repair(values)
    assert repaired.lines[-1] == ("quince", "*", "*", "*")
    assert done == ("1 value of the data got a row, labeled '*'",)
    assert repaired.problems(values) == []


def test_short_and_repeated_lines_are_repaired():
    wrong = Draft.of([("a", "x", "*"), ("b", "x"), ("a", "x", "*"), ("c", "*")])
    assert "2 of its lines do not have 3 labels" in wrong.problems()[0]
    repaired, done = wrong.repair(None)
    assert repaired == Draft.of([("a", "x", "*"), ("b", "x", "*"), ("c", "*", "*")])
    assert done[0] == "2 short lines were completed"


def test_what_a_person_must_decide_is_not_repaired():
    with pytest.raises(DataError, match="different labels on level 2"):
        Draft.of([("a", "x", "1"), ("b", "x", "2")]).repair(None)


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
def test_a_text_is_read_whatever_separates_its_labels(separator):
    text = "\n".join(separator.join(line) for line in FRUIT.lines)
    assert Draft.read(f"\ufeff{text}\n") == FRUIT


def test_what_is_written_is_read_again():
    odd = Draft.of([("a;b", 'say "x"', "*"), ("", "", "*")])
    assert Draft.read(odd.text) == odd


def test_lines_of_values_can_be_taken_out():
    assert column(FRUIT.without_values(["plum", "pear"]), 0) == ["apple", "currant"]
