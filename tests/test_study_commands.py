"""`shoal study` from the outside."""

import json

import polars as pl
import pytest
from typer.testing import CliRunner

from service.arx.project_file import config, write_project
from shoal.cli.program import app

STUDY = """data: visits.csv
columns:
  patient_id: {role: identifier}
  ward: {role: quasi-identifier, hierarchy: {builder: suppression}}
privacy: [{model: k-anonymity, k: 2}]
"""


@pytest.fixture
def study(tmp_path):
    table = {"patient_id": [str(n // 2) for n in range(12)], "ward": ["a", "b", "a", "b"] * 3}
    pl.DataFrame(table).write_csv(tmp_path / "visits.csv")
    (tmp_path / "study.yaml").write_text(STUDY)
    return tmp_path / "study.yaml"


def shoal(*arguments):
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_an_older_study_is_told_what_to_add_and_upgrade_adds_it(study, tmp_path):
    refused = shoal("run", study, "--out", tmp_path / "run")
    assert refused.exit_code == 1
    assert "`person: patient_id`" in refused.stderr
    assert "shoal study upgrade" in refused.stderr
    tried = shoal("study", "upgrade", study, "--dry-run")
    assert "person: patient_id   (6 values in 12 records" in tried.stdout
    assert study.read_text() == STUDY
    done = shoal("study", "upgrade", study)
    assert done.exit_code == 0
    assert "study.yaml.bak" in done.stdout
    assert shoal("run", study, "--out", tmp_path / "run").exit_code == 0
    assert "Nothing is added." in shoal("study", "upgrade", study).stdout


def test_a_missing_study_is_told(tmp_path):
    assert shoal("study", "upgrade", tmp_path / "no.yaml").exit_code == 2


def test_an_arx_project_is_imported_and_runs(tmp_path):
    write_project(tmp_path / "p.deid", settings=config(practicalMonotonicity="true"))
    done = shoal("study", "import", tmp_path / "p.deid", "--out", tmp_path / "new")
    assert done.exit_code == 0, done.output
    assert "Not taken over: The assumption of practical monotonicity" in done.stdout
    assert shoal("check", tmp_path / "new" / "study.yaml").exit_code == 0
    assert shoal("run", tmp_path / "new" / "study.yaml", "--out", tmp_path / "run").exit_code == 0


def test_an_import_tells_programs_what_was_left_out(tmp_path):
    write_project(tmp_path / "p.deid", version="3.9.1")
    done = shoal("study", "import", tmp_path / "p.deid", "--out", tmp_path / "new", "--json")
    assert json.loads(done.stdout) == {
        "study": str(tmp_path / "new" / "study.yaml"),
        "arx_version": "3.9.1",
        "left_out": [],
        "open": [],
    }


def test_another_file_is_no_project(tmp_path):
    (tmp_path / "p.deid").write_text("a;b")
    done = shoal("study", "import", tmp_path / "p.deid", "--out", tmp_path / "new")
    assert (done.exit_code, "not an ARX project" in done.stderr) == (2, True)
