"""`shoal hierarchy` from the outside."""

import pytest
from typer.testing import CliRunner

from shoal.cli.program import app

FRUIT = "apple;pome;*\npear;pome;*\nplum;stone;*\n"


def shoal(*arguments):
    return CliRunner().invoke(app, ["hierarchy", *(str(argument) for argument in arguments)])


@pytest.fixture
def fruit(tmp_path):
    (tmp_path / "fruit.csv").write_text(FRUIT)
    (tmp_path / "t.csv").write_text("fruit,age\napple,1\nquince,2\n")
    return tmp_path / "fruit.csv"


def test_show_draws_a_tree(fruit):
    result = shoal("show", fruit)
    assert result.exit_code == 0
    assert "pome  2 values" in result.stdout


def test_build_writes_what_arx_reads(fruit, tmp_path):
    out = tmp_path / "age.csv"
    width = ("--builder", "intervals", "--parameter", "width=5")
    assert shoal("build", tmp_path / "t.csv", "age", *width, "--out", out).exit_code == 0
    assert out.read_text() == "1;[0, 5[;*\n2;[0, 5[;*\n"
    assert shoal("build", tmp_path / "t.csv", "age", "--out", out).exit_code == 2


def test_validate_tells_and_fix_repairs(fruit, tmp_path):
    column = ("--data", tmp_path / "t.csv", "--column", "fruit")
    assert shoal("validate", fruit).exit_code == 0
    told = shoal("validate", fruit, *column)
    assert (told.exit_code, "quince" in told.stderr) == (2, False)
    assert shoal("validate", fruit, *column, "--fix").exit_code == 2
    out = tmp_path / "fixed.csv"
    assert shoal("validate", fruit, *column, "--fix", "--out", out).exit_code == 0
    assert out.read_text() == FRUIT + "quince;*;*\n"
    assert fruit.read_text() == FRUIT


def test_fix_replaces_the_file_only_by_force(fruit, tmp_path):
    column = ("--data", tmp_path / "t.csv", "--column", "fruit")
    assert shoal("validate", fruit, *column, "--fix", "--force").exit_code == 0
    assert "quince" in fruit.read_text()


def test_edit_writes_a_new_file(fruit, tmp_path):
    out = tmp_path / "new.csv"
    changes = ("--rename", "stone = drupe", "--move", "pear = drupe")
    assert shoal("edit", fruit, *changes, "--out", out).exit_code == 0
    assert out.read_text() == "apple;pome;*\npear;drupe;*\nplum;drupe;*\n"
    assert fruit.read_text() == FRUIT
    assert shoal("edit", fruit, *changes).exit_code == 2


def test_a_parameter_without_a_value_is_told(fruit, tmp_path):
    result = shoal("build", tmp_path / "t.csv", "age", "--parameter", "x", "--out", tmp_path / "o")
    assert result.exit_code == 2
    assert "width=5" in result.stderr


def test_unknown_values_are_listed_in_a_file_for_the_owner_and_told_nowhere_else(fruit, tmp_path):
    fruit_column = "{role: quasi-identifier, hierarchy: fruit.csv}"
    study = f"data: t.csv\ncolumns:\n  fruit: {fruit_column}\n"
    (tmp_path / "study.yaml").write_text(f"{study}privacy: [{{model: k-anonymity, k: 2}}]\n")
    out = tmp_path / "unknown.csv"
    told = shoal("unknown", tmp_path / "study.yaml", "--out", out)
    assert told.exit_code == 0
    assert "fruit: different values 1, records 1." in told.stdout
    assert "quince" not in told.stdout + told.stderr
    assert out.read_text() == "column,value,records\nfruit,quince,1\n"
    assert out.stat().st_mode & 0o077 == 0
    assert shoal("unknown", tmp_path / "study.yaml", "--out", out).exit_code == 2
    checked = CliRunner().invoke(app, ["check", str(tmp_path / "study.yaml")])
    assert "shoal hierarchy unknown" in checked.stderr
    assert "quince" not in checked.stdout + checked.stderr
    fruit.write_text(FRUIT + "quince;pome;*\n")
    told = shoal("unknown", tmp_path / "study.yaml", "--out", tmp_path / "none.csv")
    assert "Every value is in its hierarchy." in told.stdout
    assert not (tmp_path / "none.csv").exists()
