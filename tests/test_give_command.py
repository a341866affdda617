"""`shoal give`: many drafts, and one release."""

import json
import re

import polars as pl
import pytest
from typer.testing import CliRunner

from shoal.cli.program import app

STUDY = """data: patients.csv
columns:
  patient: {{role: identifier}}
  age: {age}
  zip: {zip}
  ward: {{role: insensitive}}
privacy: [{{model: k-anonymity, k: {k}}}]
suppression_limit: 0.2
{more}"""
SHOWN = "{role: quasi-identifier, hierarchy: {builder: masking}}"
HIDDEN = "{role: identifier}"


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A folder with a table of 240 people, and its own workspace."""
    monkeypatch.delenv("SHOAL_WORKSPACE")
    monkeypatch.chdir(tmp_path)
    people = range(240)
    pl.DataFrame(
        {
            "patient": [f"Canary{at}" for at in people],
            "age": [str(20 + at * 7 % 60) for at in people],
            "zip": [str(100 + at * 11 % 90) for at in people],
            "ward": ["abcdef"[at * at % 6] for at in people],
        }
    ).write_csv(tmp_path / "patients.csv")
    return tmp_path


def said(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def drafted(home, name, k=5, age=SHOWN, zip=SHOWN, more=""):
    study = home / f"{name}.yaml"
    study.write_text(STUDY.format(k=k, age=age, zip=zip, more=more))
    result = said("run", study, "--out", name)
    assert result.exit_code == 0, result.output
    return result


def listed():
    return {
        one["place"].rpartition("/")[2]: one for one in json.loads(said("ledger", "--json").stdout)
    }


def test_the_story_of_a_release(home):
    """Many runs, none of them refused; of two that tell too much together, one is given."""
    shown = drafted(home, "five").stdout
    assert "shoal give five" in shown
    assert "five/draft.csv" in shown
    drafted(home, "ten", k=10)
    drafted(home, "three", k=3)
    drafted(home, "local", more="recoding: local\n")
    drafted(home, "ages", zip=HIDDEN)
    assert {one["state"] for one in listed().values()} == {"draft"}
    given = said("give", "ages", "--to", "Uppsala", "--note", "for the registry")
    assert given.exit_code == 0, given.output
    assert "ages/release.csv" in given.stdout
    first = listed()["ages"]
    refused = said("give", "local", "--to", "Lund")
    assert refused.exit_code == 1
    assert re.search(r"[0-9]+ records in [0-9]+ classes", refused.stderr)
    assert f"--acknowledge {first['id']}=REASON" in refused.stderr
    assert "Canary" not in refused.output
    assert (home / "local" / "draft.csv").exists()
    assert listed()["local"]["state"] == "draft"
    assert said("ledger", "withdraw", first["id"]).exit_code == 0
    assert said("give", "local", "--to", "Lund").exit_code == 0
    assert (home / "local" / "release.csv").exists()
    assert said("verify", "local").exit_code == 0


def test_what_was_acknowledged_is_told_and_kept(home):
    drafted(home, "ages", zip=HIDDEN)
    drafted(home, "local", more="recoding: local\n")
    assert said("give", "ages").exit_code == 0
    one = listed()["ages"]["id"]
    wrong = said("give", "local", "--acknowledge", one)
    assert wrong.exit_code == 2
    assert "expected ID=REASON" in wrong.stderr
    empty = said("give", "local", "--acknowledge", f"{one}= ")
    assert empty.exit_code == 2
    assert "Why can nobody hold both?" in empty.stderr
    given = said("give", "local", "--acknowledge", f"{one}=Lund is another country")
    assert given.exit_code == 0
    assert f"Together with the earlier release {one}" in given.stderr
    (giving,) = listed()["local"]["given"]
    assert giving["acknowledged"] == {one: "Lund is another country"}


def test_json_is_one_document(home):
    drafted(home, "five")
    found = json.loads(said("give", "five", "--json").stdout)
    assert found == {"id": listed()["five"]["id"], "release": "five/release.csv", "warnings": []}
    nothing = said("give", "nowhere", "--json")
    assert nothing.exit_code == 2
    assert json.loads(nothing.stdout)["error"]["exit_code"] == 2


def test_a_run_is_given_at_once_if_asked(home):
    drafted(home, "five")
    done = said("run", "five.yaml", "--out", "given", "--give", "--to", "Uppsala")
    assert done.exit_code == 0, done.output
    assert "given/release.csv" in done.stdout
    assert "draft" not in done.stdout
    assert [giving["to"] for giving in listed()["given"]["given"]] == ["Uppsala"]
    asked = ("run", "five.yaml", "--out", "again", "--give", "--json")
    summary = json.loads(said(*asked).stdout)
    assert summary == json.loads((home / "again" / "summary.json").read_text())
    assert "release.csv" in summary["files"]


def test_nobody_is_named_for_a_draft(home):
    drafted(home, "five")
    wrong = said("run", "five.yaml", "--out", "other", "--to", "Uppsala")
    assert wrong.exit_code == 2
    assert "--give" in wrong.stderr
    assert not (home / "other").exists()


def test_the_ledger_lists_drafts_and_releases(home):
    drafted(home, "five")
    drafted(home, "ten", k=10)
    assert said("give", "ten", "--to", "Uppsala").exit_code == 0
    draft, release = said("ledger").stdout.splitlines()
    assert " draft " in draft
    assert " released " in release
    assert "to Uppsala" in release
