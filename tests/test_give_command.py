"""`shoal give`: many drafts, and one release."""

import json

import polars as pl
import pytest
from typer.testing import CliRunner

from shoal.cli import app

STUDY = """data: patients.csv
columns:
  patient: {{role: identifier}}
  age: {{role: {age}, hierarchy: {{builder: masking}}}}
  zip: {{role: {zip}, hierarchy: {{builder: masking}}}}
  ward: {{role: insensitive}}
privacy: [{{model: k-anonymity, k: {k}}}]
suppression_limit: 0.2
{more}"""
SHOWN, HIDDEN = "quasi-identifier", "identifier"


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
    shown = drafted(home, "five").stdout
    assert "shoal give five" in shown
    assert "five/draft.csv" in shown
    drafted(home, "ten", k=10)
    drafted(home, "three", k=3)
    drafted(home, "local", more="recoding: local\n")
    drafted(home, "ages", zip=HIDDEN)
    assert {one["state"] for one in listed().values()} == {"draft"}
    given = said("give", "three", "--to", "Uppsala", "--note", "for the registry")
    assert given.exit_code == 0, given.output
    assert "three/release.csv" in given.stdout
    refused = said("give", "ages", "--to", "Lund")
    print(refused.output)
    one = listed()["three"]["id"]
    assert refused.exit_code == 1
    assert 0
