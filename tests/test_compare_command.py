"""`shoal compare` from the outside."""

import json

import pytest
from typer.testing import CliRunner

from shoal.cli.program import app

BEFORE = "age,sex\n34,m\n45,f\n66,m\n70,f\n34,f\n70,m\n45,m\n"
AFTER = "age,sex\n<50,m\n<50,f\n>=50,m\n*,*\n<50,f\n>=50,m\n<50,m\n"
STUDY = """columns:
  age: {role: quasi-identifier, type: integer, hierarchy: age.csv}
  sex: {role: quasi-identifier, hierarchy: sex.csv}
privacy: [{model: k-anonymity, k: 2}]
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "before.csv").write_text(BEFORE)
    (tmp_path / "after.csv").write_text(AFTER)
    (tmp_path / "age.csv").write_text("34;<50;*\n45;<50;*\n66;>=50;*\n70;>=50;*\n")
    (tmp_path / "sex.csv").write_text("m;*\nf;*\n")
    (tmp_path / "study.yaml").write_text(STUDY)
    return tmp_path


def shoal(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_comparison_is_shown(folder):
    result = shoal("compare", "before.csv", "after.csv", "--study", "study.yaml")
    assert result.exit_code == 0, result.stderr
    assert "57.1%" in result.stdout
    assert "together" in result.stdout
    assert "1 of 7 records suppressed" in result.stdout


def test_json_is_all_there_is_on_standard_output(folder):
    result = shoal("compare", "before.csv", "after.csv", "--json")
    found = json.loads(result.stdout)
    assert found["quality"]["discernibility"]["quality"] == pytest.approx(0.714286, abs=1e-6)


def test_a_page_is_written(folder):
    result = shoal(
        "compare", "before.csv", "after.csv", "--study", "study.yaml", "--html", "page.html"
    )
    assert result.exit_code == 0
    page = (folder / "page.html").read_text()
    assert "Content-Security-Policy" in page
    assert 'class="quality"' in page
    assert "http" not in page.replace("http-equiv", "")


def test_a_page_that_cannot_be_written_is_an_error(folder):
    result = shoal("compare", "before.csv", "after.csv", "--html", "nowhere/page.html")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


def test_cells_can_be_left_out(folder):
    result = shoal(
        "compare", "before.csv", "after.csv", "--json", "--exclude-suppressed",
        "--exclude-missing", "--each-column", "--columns", "age, sex", "--pair", "age,sex",
    )  # fmt: skip
    found = json.loads(result.stdout)
    assert found["include"] == {"suppressed": False, "missing": False, "list_wise": False}
    assert found["contingency"][0]["columns"] == ["age", "sex"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("before.csv", "nothing.csv"), "There is no file"),
        (("before.csv", "after.csv", "--study", "nothing.yaml"), "nothing.yaml"),
        (("before.csv", "after.csv", "--columns", "agee"), "Did you mean 'age'"),
        (("before.csv", "after.csv", "--pair", "age"), "expected two columns"),
        (("before.csv", "after.csv", "--pair", "age,x"), "no column that is compared"),
        (("before.csv", "age.csv"), "no column in common"),
        (("before.csv", "short.csv", "--paired"), "cannot be paired in order"),
    ],
)
def test_what_is_wrong_is_said_and_ends_with_2(folder, arguments, told):
    (folder / "short.csv").write_text("age,sex\n34,m\n")
    result = shoal("compare", *arguments)
    assert result.exit_code == 2, result.stdout
    assert told in result.stderr
