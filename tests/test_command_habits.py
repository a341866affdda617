"""`--json` for programs, `--quiet` for scripts, pipes that end: the same for every command."""

import json
import os
import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from shoal.cli import terminal
from shoal.cli.program import app
from shoal.cli.terminal import Screen, print_json
from shoal.pipeline.places import folder as places
from shoal.progress import ignore_progress
from shoal.service import verbs

TABLE = "age,sex,ward\n" + "34,m,a\n39,f,b\n31,m,a\n62,f,b\n66,m,canary\n61,f,a\n"
STUDY = """data: table.csv
columns:
  age: {role: quasi-identifier, type: integer, hierarchy: {builder: masking}}
  sex: {role: quasi-identifier, hierarchy: {builder: suppression}}
privacy: [{model: k-anonymity, k: 3}]
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A study that gives a warning, because it does not name a column."""
    (tmp_path / "table.csv").write_text(TABLE)
    (tmp_path / "study.yaml").write_text(STUDY)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(folder):
    assert shoal("run", "study.yaml").exit_code == 0
    return folder / "run"


def shoal(*words):
    return CliRunner().invoke(app, words, prog_name="shoal")


def document(done, code=0):
    """The JSON document of a command that said nothing else."""
    assert (done.exit_code, done.stderr) == (code, "")
    return json.loads(done.stdout)


# JSON


def test_run_prints_the_summary(folder):
    assert document(shoal("run", "study.yaml", "--json")) == json.loads(
        (folder / "run" / "summary.json").read_text()
    )


def test_check_prints_that_all_is_well_and_the_warnings(folder):
    found = document(shoal("check", "study.yaml", "--json"))
    assert found["well_formed"] is True
    assert "1 column is not named" in found["warnings"][0]


def test_verify_prints_every_finding_whether_the_release_holds_or_not(run):
    found = document(shoal("verify", "run", "--json"))
    assert (found["holds"], found["complete"]) == (True, False)
    unsure = [one["check"] for one in found["findings"] if one["holds"] is not True]
    assert unsure == ["order"]  # the records are too few to tell
    promise = next(one for one in found["findings"] if one["model"] == "k-anonymity")
    assert (promise["holds"], promise["parameters"]) == (True, {"k": 3})
    release = run / "draft.csv"
    release.write_text(release.read_text().replace("*", "x"))
    found = document(shoal("verify", "run", "--json"), code=3)
    assert found["holds"] is False
    assert any(one["holds"] is False and one["reason"] for one in found["findings"])


WRONG = {
    "run": ("run", "nowhere.yaml"),
    "check": ("check", "nowhere.yaml"),
    "verify": ("verify", "nowhere"),
    "compare": ("compare", "table.csv", "nowhere.csv"),
    "risk": ("risk", "nowhere.csv"),
    "attacks": ("risk", "nowhere", "--attacks"),
    "evaluate": ("evaluate", "nowhere.yaml"),
    "ledger": ("ledger", "show", "nothing"),
}


@pytest.mark.parametrize("words", WRONG.values(), ids=WRONG)
def test_errors_are_json_with_the_same_exit_code(folder, words):
    told = shoal(*words)
    error = document(shoal(*words, "--json"), code=2)["error"]
    assert error["exit_code"] == told.exit_code == 2
    assert error["kind"] in {"StudyError", "DataError"}
    assert error["message"] == "\n".join(error["problems"])
    assert error["problems"][0] in told.stderr


@pytest.mark.parametrize(
    ("before", "after", "code", "kind", "problems"),
    [
        ("k: 3", "k: 7", 1, "NoReleaseError", 1),
        ("k: 3}", "k: 1}, {model: no-such}", 2, "StudyError", 2),
        ("{builder: masking}", "{builder: masking}, unknown: suppress", 2, "NotYetAvailable", 1),
    ],
)
def test_the_kind_of_an_error_is_told(folder, before, after, code, kind, problems):
    (folder / "study.yaml").write_text(STUDY.replace(before, after))
    error = document(shoal("run", "study.yaml", "--json"), code)["error"]
    assert (error["kind"], len(error["problems"])) == (kind, problems)
    assert not (folder / "run").exists()


@pytest.mark.parametrize(
    ("raised", "code", "kind"),
    [(RuntimeError("canary"), 3, "Fault"), (KeyboardInterrupt(), 130, "Canceled")],
)
def test_a_fault_and_a_cancel_are_json_without_a_value(folder, monkeypatch, raised, code, kind):
    def fail(*_, **__):
        raise raised

    monkeypatch.setattr(places, "read", fail)
    done = shoal("run", "study.yaml", "--json")
    assert document(done, code)["error"]["kind"] == kind
    assert "canary" not in done.stdout


@pytest.mark.parametrize(
    "words",
    [
        ("run", "--json"),
        ("risk", "--json", "t.csv", "--threshold", "7"),
        ("ledger", "--json", "--x"),
    ],
)
def test_a_wrong_command_line_is_json_too(words):
    error = document(shoal(*words), code=2)["error"]
    assert (error["kind"], error["exit_code"]) == ("UsageError", 2)


def test_where_json_names_a_file_a_wrong_command_line_is_told_to_a_person(folder):
    done = shoal("profile", "table.csv", "--json", "x.json", "--no-such")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "No such option: --no-such" in done.stderr


def test_help_and_version_are_as_ever_beside_json():
    assert "Usage: shoal run" in shoal("run", "--json", "--help").stdout
    assert shoal("--version", "run", "--json").stdout.startswith("shoal ")


def test_what_is_spent_is_told_beside_the_document(folder, monkeypatch):
    def spend(*_, tell, **__):
        tell("1 was spent.")
        return {"summary": {"warnings": ["Look out."]}, "study": {}}

    monkeypatch.setattr(verbs, "run", spend)
    monkeypatch.setattr("shoal.cli.program.show_run", lambda *_, **__: None)
    told = shoal("run", "study.yaml", "--json")
    assert (told.stderr, json.loads(told.stdout)) == ("1 was spent.\n", {"warnings": ["Look out."]})
    assert shoal("run", "study.yaml", "--json", "--quiet").stderr == ""
    assert shoal("run", "study.yaml").stdout == "1 was spent.\n"


def test_numbers_that_do_not_exist_are_null_and_every_terminal_can_show_the_rest(capsys):
    print_json({"a": float("nan"), "b": [float("inf"), 0.5], "ü": "≥"})
    text = capsys.readouterr().out
    assert text.isascii()
    assert json.loads(text) == {"a": None, "b": [None, 0.5], "ü": "≥"}


# Quiet

HUSHED = {
    "run": ("run", "study.yaml", "--force"),
    "check": ("check", "study.yaml"),
    "verify": ("verify", "run"),
    "certificate": ("certificate", "run"),
    "compare": ("compare", "table.csv", "run/draft.csv", "--html", "page.html"),
    "risk": ("risk", "table.csv", "--quasi-identifiers", "age", "--html", "page.html"),
    "profile": ("profile", "table.csv", "--write-study", "new.yaml"),
    "build": ("hierarchy", "build", "table.csv", "age", "--out", "age.csv"),
    "export": ("hierarchy", "export", "study.yaml"),
    "mapping": ("export-mapping", "study.yaml", "--run", "run"),
}


@pytest.mark.parametrize("words", HUSHED.values(), ids=HUSHED)
@pytest.mark.parametrize("place", ["before", "after"])
def test_a_quiet_command_says_nothing_but_warnings(run, words, place):
    done = shoal("-q", *words) if place == "before" else shoal(*words, "--quiet")
    assert (done.exit_code, done.stdout) == (0, "")
    assert all(line.startswith(("Warning: ", "Left out: ")) for line in done.stderr.splitlines())


def test_a_quiet_run_warns(folder):
    assert "Warning: 1 column is not named" in shoal("run", "study.yaml", "-q").stderr


def test_quiet_and_json_leave_the_document(folder):
    assert "levels" in document(shoal("--quiet", "run", "study.yaml", "--json"))


def test_a_quiet_command_still_says_what_is_wrong(run):
    (run / "draft.csv").write_text((run / "draft.csv").read_text().replace("*", "x"))
    loud, quiet = shoal("verify", "run"), shoal("verify", "run", "-q")
    assert (loud.exit_code, quiet.exit_code, quiet.stdout) == (3, 3, "")
    failed = re.findall(r"^FAILED +(.+)$", loud.stdout, re.MULTILINE)
    assert failed
    assert all(reason in quiet.stderr for reason in failed)


def test_what_was_asked_for_is_shown_even_so():
    assert "k-anonymity" in shoal("--quiet", "models").stdout


def test_one_quiet_command_does_not_hush_the_next(folder):
    assert shoal("-q", "check", "study.yaml").stdout == ""
    assert "well formed" in shoal("check", "study.yaml").stdout


# Terminals and pipes


def test_a_bar_is_only_for_people_who_look_and_want_it(monkeypatch):
    monkeypatch.setattr(terminal.sys.stderr, "isatty", lambda: True)
    with Screen(quiet=True).progress() as watch:
        assert watch is ignore_progress
    with Screen().progress() as watch:
        assert watch is not ignore_progress
    monkeypatch.setattr(terminal.sys.stderr, "isatty", lambda: False)
    with Screen().progress() as watch:
        assert watch is ignore_progress


def test_a_pipe_gets_neither_colors_nor_bars(run):
    for words in (HUSHED["compare"], HUSHED["risk"], HUSHED["profile"], HUSHED["build"]):
        done = shoal(*words)
        assert done.exit_code == 0
        assert "\x1b" not in done.output


@pytest.mark.parametrize("words", [("verify", "run"), ("verify", "run", "--json")])
def test_a_reader_who_leaves_is_no_fault_of_ours(run, words):
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "shoal", *words]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")
