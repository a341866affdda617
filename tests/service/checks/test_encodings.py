"""What was assumed about letters is said by every verb that reads a file."""

import polars as pl
import pytest
from typer.testing import CliRunner

import shoal
from shoal.cli.program import app
from shoal.study.encodings import notes_on_encodings

TOWNS = ("Köln", "Düsseldorf", "Münster")
TABLE = "town,age\n" + "".join(f"{town},{30 + n % 2}\n" for n in range(8) for town in TOWNS)
LABELS = "".join(f"{town};größer;*\n" for town in TOWNS)
STUDY = """data: t.csv
columns:
  town: {role: quasi-identifier, hierarchy: {builder: file, path: town.csv}}
  age: {role: insensitive}
privacy: [{model: k-anonymity, k: 3}]
"""
TOLD = {"t.csv was read as cp1252", "town.csv was read as cp1252"}


@pytest.fixture
def study(tmp_path):
    (tmp_path / "t.csv").write_bytes(TABLE.encode("cp1252"))
    (tmp_path / "town.csv").write_bytes(LABELS.encode("cp1252"))
    (tmp_path / "study.yaml").write_text(STUDY)
    return tmp_path / "study.yaml"


def said(warnings):
    return {warning.partition(",")[0] for warning in warnings} & TOLD


def test_check_and_run_say_it_and_letters_come_through(study, tmp_path):
    assert said(shoal.check(study)) == TOLD
    report = shoal.run(study, tmp_path / "run")
    assert said(report["summary"]["warnings"]) == TOLD
    assert "Köln" in (tmp_path / "run" / "draft.csv").read_text("utf-8")
    assert shoal.verify_run(tmp_path / "run").holds


def test_a_run_is_repeated_with_the_encodings_it_was_carried_out_with(study, tmp_path):
    shoal.run(study, tmp_path / "run")
    again = shoal.read_study(tmp_path / "run" / "study.yaml")
    assert (again.data.encoding, again.columns["town"].hierarchy.encoding) == ("cp1252", "cp1252")
    assert not said(shoal.check(again))


def test_a_file_anonymized_in_python_says_it(study):
    release = shoal.anonymize(study.parent / "t.csv", study)
    assert said(release.summary["warnings"]) == TOLD


def test_a_table_in_memory_was_not_read(study):
    frame = pl.read_csv(TABLE.encode(), infer_schema=False)
    warnings = shoal.anonymize(frame, study).summary["warnings"]
    assert said(warnings) == {"town.csv was read as cp1252"}


@pytest.mark.parametrize(
    "command",
    [("risk", "t.csv", "--quasi-identifiers", "town"), ("compare", "t.csv", "t.csv"),
     ("hierarchy", "build", "t.csv", "town", "--out", "made.csv"), ("profile", "t.csv")],
)  # fmt: skip
def test_commands_on_single_files_say_it(study, monkeypatch, command):
    monkeypatch.chdir(study.parent)
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    assert "t.csv was read as cp1252" in done.output


def test_a_profile_takes_the_answer_and_its_study_remembers_it(study, monkeypatch):
    monkeypatch.chdir(study.parent)
    (study.parent / "u.csv").write_bytes("miasto,n\nGdańsk,1\nPoznań,2\n".encode("cp1250"))
    assert "not certain" in CliRunner().invoke(app, ["profile", "u.csv"]).output
    done = CliRunner().invoke(
        app, ["profile", "u.csv", "--encoding", "cp1250", "--write-study", "u.yaml"]
    )
    assert done.exit_code == 0, done.output
    assert "found out" not in done.output
    assert shoal.read_study(study.parent / "u.yaml").data.encoding == "cp1250"


def test_only_what_was_not_given_is_told():
    found = {"data": {"path": "t.csv", "encoding": "cp1252"}}
    assert len(notes_on_encodings({"data": "t.csv"}, found)) == 1
    assert notes_on_encodings(found, found) == []
