"""`shoal risk` from the outside."""

import json

import pytest
from typer.testing import CliRunner

from shoal.cli import app

COLUMNS = ("--quasi-identifiers", "age, sex", "--sensitive", "ward")


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("age,sex,ward\n" + "30,f,surgery\n30,f,eye\n30,m,eye\n30,m,eye\n*,*,eye\n")
    return path


def shoal(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_every_model_is_shown_with_its_number_or_the_reason(table):
    result = shoal("risk", table, "--models", *COLUMNS)
    assert result.exit_code == 0
    assert "5 records, 1 suppressed" in result.stdout
    assert "k = 2" in result.stdout
    assert "t-closeness, equal" in result.stdout
    assert "the size of the population was not given" in result.stdout


def test_without_models_only_the_risk_is_shown(table):
    result = shoal("risk", table, *COLUMNS)
    assert "highest 50%" in result.stdout
    assert "t-closeness" not in result.stdout


def test_json_is_all_there_is_on_the_output(table):
    report = json.loads(shoal("risk", table, "--models", "--json", *COLUMNS).stdout)
    assert report["suppressed_records"] == 1
    assert {one["model"] for one in report["models"]} > {"k-anonymity", "t-closeness"}


def test_a_column_that_is_not_there_is_an_error(table):
    result = shoal("risk", table, "--quasi-identifiers", "agee")
    assert result.exit_code == 2
    assert "Did you mean 'age'" in result.stderr
