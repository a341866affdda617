"""The verbs of `shoal hierarchy`."""

import polars as pl
import pytest

from shoal.errors import DataError, StudyError
from shoal.service.hierarchy import (
    Edit,
    build,
    export_into,
    fix,
    load,
    validate,
    values_of,
    write,
)


@pytest.fixture
def fruit(tmp_path):
    path = tmp_path / "fruit.csv"
    path.write_text("apple;pome;*\npear;pome;*\nplum;stone;*\n")
    return path


def test_a_hierarchy_is_built_from_a_column(toy):
    made = build(toy / "toy.csv", "age", {"builder": "intervals", "width": 20})
    assert made.labels[1].to_list() == ["[20, 40[", "[40, 60[", "[60, 80["]
    assert build(toy / "toy.csv", "sex", {}).height == 1


def test_an_unknown_column_is_told(toy):
    with pytest.raises(DataError, match="Did you mean 'age'"):
        values_of(toy / "toy.csv", "aeg")


def test_a_good_hierarchy_has_no_problems(toy):
    assert validate(toy / "age.csv", values_of(toy / "toy.csv", "age")) == []


def test_all_problems_are_told_at_once(tmp_path):
    path = tmp_path / "bad.csv"
    path.write_text("a;x;*\na;x;*\nb;x;?\nc;;*\n")
    assert len(validate(path)) == 3


def test_values_without_a_row_are_counted_not_shown(fruit):
    problems = validate(fruit, pl.Series(["apple", "quince", "quince"]))
    assert "1 distinct values" in problems[0]
    assert "quince" not in problems[0]


def test_what_was_fixed_is_valid(fruit, tmp_path):
    fruit.write_text(fruit.read_text() + "apple;pome;*\n")
    values = pl.Series(["apple", "quince"])
    write(fix(fruit, values).hierarchy, tmp_path / "fixed.csv")
    assert validate(tmp_path / "fixed.csv", values) == []


def test_edits_are_typed_with_an_equals_sign(fruit):
    made = Edit.parse("merge", "pome | stone = any").apply(load(fruit), 1)
    assert made.labels[1].to_list() == ["any"]
    assert Edit.parse("rename", "<=50K = low") == Edit("rename", ("<=50K",), "low")


@pytest.mark.parametrize(
    ("kind", "text"), [("merge", "a | b"), ("rename", "a | b = c"), ("move", "a = ")]
)
def test_an_edit_that_is_not_understood_is_told(kind, text):
    with pytest.raises(StudyError, match=f"--{kind}"):
        Edit.parse(kind, text)


def test_nothing_is_replaced_unless_forced(fruit):
    with pytest.raises(StudyError, match="--force"):
        write(load(fruit), fruit)
    write(load(fruit), fruit, force=True)


def test_the_hierarchies_of_a_study_are_exported(toy, tmp_path):
    paths = export_into(toy / "study.yaml", tmp_path / "out")
    assert [path.name for path in paths] == ["age.csv", "sex.csv"]
    assert load(paths[0]).height == 2
    with pytest.raises(StudyError, match="Did you mean 'age'"):
        export_into(toy / "study.yaml", tmp_path / "out", "aged")


def test_an_automatic_hierarchy_knows_the_name_of_its_column(tmp_path):
    table = tmp_path / "t.csv"
    table.write_text("age\n" + "\n".join(str(age) for age in range(18, 95)) + "\n")
    made = build(table, "age", {})
    assert "90+" in made.labels[1].to_list()
