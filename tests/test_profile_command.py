"""`shoal profile` from the outside."""

import json

import pytest
from typer.testing import CliRunner

from shoal.cli.program import app


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("age,sex\n" + "".join(f"{20 + n % 50},{'fm'[n % 2]}\n" for n in range(200)))
    return path


def shoal(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_profile_is_shown_and_written(table, tmp_path):
    written = [tmp_path / name for name in ("p.json", "p.html", "s.yaml")]
    options = zip(("--json", "--html", "--write-study"), written, strict=True)
    result = shoal("profile", table, *(part for option in options for part in option))
    assert result.exit_code == 0
    assert "quasi-identifier" in result.stdout
    assert json.loads(written[0].read_text())["records"] == 200
    assert all(path.stat().st_size for path in written)
    assert shoal("run", written[2], "--out", tmp_path / "run").exit_code == 0


def test_a_study_is_not_replaced_by_accident(table, tmp_path):
    (tmp_path / "s.yaml").write_text("mine")
    assert shoal("profile", table, "--write-study", tmp_path / "s.yaml").exit_code == 2
    assert (tmp_path / "s.yaml").read_text() == "mine"


def test_a_missing_file_is_an_error_of_the_data(tmp_path):
    result = shoal("profile", tmp_path / "nothing.csv")
    assert result.exit_code == 2
    assert "There is no file" in result.stderr
