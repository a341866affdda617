from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from shoal.cli.program import app

STUDY = """data: table.csv
columns:
  mrn:
    role: identifier
    pseudonym: {method: surrogate, domain: patients, key: p.key, create_key: true}
  ward: {role: quasi-identifier, hierarchy: {builder: suppression}}
privacy: [{model: k-anonymity, k: 2}]
"""


def command(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def run(tmp_path):
    (tmp_path / "study.yaml").write_text(STUDY)
    pl.DataFrame({"mrn": ["1234567", "7654321"], "ward": ["a", "a"]}).write_csv(
        tmp_path / "table.csv"
    )
    assert command("run", tmp_path / "study.yaml", "--out", tmp_path / "run").exit_code == 0
    return tmp_path / "run"


def pseudonyms_of(run: Path):
    return pl.read_csv(run / "draft.csv", infer_schema=False)["mrn"].to_list()


def test_the_people_behind_pseudonyms_are_listed(run):
    asked = pseudonyms_of(run)
    done = command("reidentify", run, "mrn", *asked, "?", "--reason", "recall 7")
    lines = [line.split("\t") for line in done.stdout.splitlines()]
    assert done.exit_code == 0
    assert [line[0] for line in lines[:3]] == [*asked, "?"]
    assert {line[1] for line in lines[:2]} == {"1234567", "7654321"}
    assert "1 of 3 pseudonyms are unknown." in done.output


def test_pseudonyms_come_from_a_file_too(run, tmp_path):
    (tmp_path / "asked.txt").write_text("\n".join(pseudonyms_of(run)) + "\n\n")
    asked = ("--from", tmp_path / "asked.txt")
    done = command("reidentify", run, "mrn", *asked, "--reason", "recall 7")
    assert (done.exit_code, len(done.stdout.splitlines())) == (0, 2)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("mrn", "x"), "needs a `reason`"),
        (("mrn", "--reason", "recall 7"), "Give pseudonyms to look up"),
        (("ward", "x", "--reason", "recall 7"), "is not a column with pseudonyms"),
        (("mrn", "--from", "nowhere", "--reason", "recall 7"), "cannot be read as text"),
    ],
)
def test_what_is_wrong_is_told(run, words, told):
    done = command("reidentify", run, *words)
    assert done.exit_code == 2
    assert told in done.output
