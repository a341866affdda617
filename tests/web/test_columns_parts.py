"""The step columns without a browser: words, suitable builders, the picture, bulk edits."""

import numpy as np
import polars as pl
import pytest

from shoal.hierarchies import Hierarchy
from shoal.server.stored.column_levels import ColumnLevels
from shoal.server.stored.column_values import ColumnValues
from shoal.study.keys.columns import Column
from shoal.web.forms.known import plugins_of
from shoal.web.pages.columns.bulk_edits import EDITS, changes
from shoal.web.pages.columns.columns_editor import tidy
from shoal.web.pages.columns.icicle import blocks_of, picture
from shoal.web.pages.columns.preview import level_lines
from shoal.web.pages.columns.settings import parts
from shoal.web.pages.columns.suitable import first_settings, unsuitable
from shoal.web.pages.columns.way import keys_for_way
from shoal.web.pages.columns.words import builder_title, outcome_words, way_of

QUASI = {"role": "quasi-identifier"}


def column(values, type="string", **keys):
    known = pl.Series(sorted(values), dtype=pl.String)
    counts = np.arange(1, len(known) + 1)
    return ColumnValues(Column(**QUASI, type=type, **keys), None, known, counts, 0, known.name)  # type: ignore[arg-type]


def levels(lines, type="integer"):
    made = Hierarchy.of(list(zip(*lines, strict=True)), "test")
    return ColumnLevels(column([line[0] for line in lines], type), made, "test")


AGES = levels([("2", "low", "*"), ("10", "high", "*"), ("1", "low", "*"), ("11", "high", "*")])


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (QUASI, "automatic"),
        (QUASI | {"hierarchy": {"builder": "intervals", "width": 5}}, "intervals of 5"),
        (QUASI | {"hierarchy": {"table": "x"}}, "table of labels"),
        (QUASI | {"hierarchy": {"builder": "identity"}}, "kept as it is"),
        (QUASI | {"hierarchy": {"builder": "icd10"}}, "ICD-10"),
        (QUASI | {"aggregate": {"function": "mean"}}, "mean of the class"),
        ({"role": "sensitive"}, "as it is"),
        ({"role": "sensitive", "shift": {"days": 30}}, "shifted by up to 30 days"),
        ({"role": "identifier"}, "not released"),
        ({"role": "identifier", "pseudonym": {"method": "token"}}, "pseudonym: token"),
    ],
)
def test_what_becomes_of_a_column_is_told_in_a_few_words(keys, words):
    assert outcome_words(keys) == words


@pytest.mark.parametrize("way", ["generalize", "aggregate", "keep"])
def test_a_way_that_was_chosen_is_the_way(way):
    before = QUASI | {"hierarchy": {"builder": "masking"}, "min_level": 1, "weight": 2}
    after = keys_for_way(before, way, "integer")
    assert way_of(after) == way
    assert Column(**{**after, "type": "integer"}).weight == 2
    assert "min_level" not in after


def test_builders_stand_in_the_order_in_which_people_need_them():
    assert list(plugins_of("hierarchy"))[:3] == ["automatic", "ages", "vocabulary"]
    assert builder_title("vocabulary") == "Known words"
    assert builder_title("") == ""


@pytest.mark.parametrize(
    ("builder", "column", "reason"),
    [
        ("intervals", column(["1", "2"]), "Needs numbers or dates; this column's type is text."),
        ("intervals", column(["1", "2"], "integer"), ""),
        ("dates", column(["1", "2"]), "Needs dates; this column's type is text."),
        ("icd10", column(["C25.0", "I10", "x"]), ""),
        ("icd10", column(["red", "blue"]), "Needs ICD-10 codes; 0% of the values look like one."),
        ("icd9", column(["250.0", "8"]), ""),
        ("masking", column(["1", "2"], "decimal"), ""),
    ],
)  # fmt: skip
def test_builders_that_do_not_suit_a_column_say_why(builder, column, reason):
    assert unsuitable(builder, column) == reason


@pytest.mark.parametrize(
    "builder", [name for name in plugins_of("hierarchy") if name not in {"file", "identity"}]
)
def test_every_suitable_builder_begins_with_settings_that_work(builder):
    kinds = [
        column([str(at) for at in range(90)], "integer"),
        column(["2020-01-05", "2021-03-04", "2021-06-09"], "date"),
        column(["A10BA02", "A10BA03", "C07AB02", "C07AB03"]),
        column(["C25.0", "C25.1", "I10.0"]),
        column(["250.0", "250.1", "401.9"]),
    ]
    fits = [one for one in kinds if not unsuitable(builder, one)]
    assert fits
    for one in fits:
        Column(**QUASI, type=one.column.type, hierarchy=first_settings(builder, one))


def test_a_picture_has_each_label_once_in_the_order_of_numbers():
    found = [(block.level, block.label, block.first, block.last) for block in blocks_of(AGES)]
    assert found == [
        (2, "*", 0, 3), (1, "low", 0, 1), (1, "high", 2, 3),
        (0, "1", 0, 0), (0, "2", 1, 1), (0, "10", 2, 2), (0, "11", 3, 3),
    ]  # fmt: skip


def test_levels_with_too_many_labels_are_not_drawn():
    assert {block.level for block in blocks_of(AGES, most=3)} == {1, 2}


def test_labels_are_no_markup_in_a_picture():
    odd = levels([("<b>", "<script>", "*"), ("x", "&", "*")], "string")
    assert "<script>" not in picture(odd, 0, 2)
    assert "&lt;script&gt;" in picture(odd, 0, 2)


def test_levels_that_a_release_may_not_use_are_pale():
    assert picture(AGES, 0, 2).count("pale") == 0
    assert picture(AGES, 1, 1).count("pale") == 5


def test_each_level_tells_its_groups_its_smallest_and_what_examples_become():
    assert level_lines(AGES, ["10", "99"]) == [
        ["values", "4", "1 record", "10", "not in it"],
        ["level 1", "2", "5 records", "high", "not in it"],
        ["top", "1", "10 records", "*", "not in it"],
    ]


def test_a_bulk_edit_tells_which_columns_it_left_alone_and_why():
    given = {
        "zip": QUASI | {"min_level": 1},
        "born": QUASI | {"type": "date"},
        "ward": {"role": "sensitive"},
        "code": QUASI | {"hierarchy": {"builder": "masking"}},
    }
    changed, left = changes(EDITS["masking"], given)
    assert changed == {"zip": QUASI | {"hierarchy": {"builder": "masking"}}}
    assert left == {
        "born": "its type is date, so it is no code",
        "ward": "is no quasi-identifier",
        "code": "is so already",
    }


def test_a_reset_leaves_role_and_type():
    given = {"x": QUASI | {"type": "integer", "hierarchy": {"builder": "masking"}, "weight": 3}}
    assert changes(EDITS["reset"], given)[0] == {"x": QUASI | {"type": "integer"}}


def test_every_bulk_edit_gives_keys_that_a_study_takes():
    for edit in EDITS.values():
        for type in ("string", "integer", "date"):
            keys = QUASI | {"type": type, "hierarchy": {"builder": "masking"}, "max_level": 2}
            for changed in changes(edit, {"x": keys})[0].values():
                Column(**changed)


def test_keys_that_say_nothing_are_left_out():
    given = {"role": "x", "min_level": 0, "max_level": None, "target": False, "missing": []}
    assert tidy(given) == {"role": "x", "min_level": 0}


@pytest.mark.parametrize("name", plugins_of("hierarchy"))
def test_settings_that_are_shown_first_are_settings_of_the_builder(name):
    model = plugins_of("hierarchy")[name]
    fields = tuple(model.schema.get("properties", ()))
    first, rest = parts(model.card, fields)
    assert first == model.card.first or not model.card.first
    assert {*first, *rest} == set(fields)
