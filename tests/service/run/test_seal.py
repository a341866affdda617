"""Every file of a run folder is accounted for: listed, unchanged, and of one promise."""

import json

import pytest
from typer.testing import CliRunner

from shoal.cli.program import app
from shoal.pipeline.folder.added import write_down
from shoal.service.verbs import demo, run, verify_run

STUDY = """data: toy.csv
columns:
  id: {role: identifier}
  age: {role: quasi-identifier, type: integer, hierarchy: age.csv}
  sex: {role: quasi-identifier, hierarchy: {builder: ordered-groups, order: [m, f], groups: [[2]]}}
  dis: {role: insensitive}
privacy:
  - {model: k-anonymity, k: 3}
suppression_limit: 0.5
"""


@pytest.fixture
def ran(toy):
    (toy / "study.yaml").write_text(STUDY)
    run(toy / "study.yaml", toy / "run")
    return toy / "run"


def failed(run, **other):
    return {one.check for one in verify_run(run, **other).failures}


def replace(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def summary(run):
    return json.loads((run / "summary.json").read_text())


def test_a_run_is_whole(ran):
    found = {one.check: one.holds for one in verify_run(ran).findings}
    assert found["files"] is found["files read"] is found["promises"] is True
    assert "newer checks" not in found


def test_every_file_has_a_fingerprint(ran):
    inside = {path.relative_to(ran).as_posix() for path in ran.rglob("*") if path.is_file()}
    assert set(summary(ran)["files"]) == inside - {"summary.json"}
    assert "hierarchies/sex.csv" in inside


def test_a_promise_lowered_in_the_study_is_told(ran):
    replace(ran / "study.yaml", "k: 3", "k: 2")
    assert failed(ran) == {"files", "promises"}


def test_a_promise_lowered_with_its_fingerprint_is_told(ran):
    replace(ran / "study.yaml", "k: 3", "k: 2")
    told = summary(ran)
    told["files"]["study.yaml"] = _sha(ran / "study.yaml")
    (ran / "summary.json").write_text(json.dumps(told))
    assert failed(ran) == {"files", "promises"}  # the certificate's salted one does not fit


@pytest.mark.parametrize(
    "change",
    [("person: null", "person: false"), ("suppression_limit: 0.5", "suppression_limit: 0.9")],
)
def test_other_changes_of_the_study_are_told(ran, change):
    text = (ran / "study.yaml").read_text()
    new = text.replace(*change) if change[0] in text else text + change[1] + "\n"
    (ran / "study.yaml").write_text(new)
    assert "files" in failed(ran)


def test_a_changed_hierarchy_of_the_folder_is_told(ran):
    path = ran / "hierarchies" / "sex.csv"
    path.write_text(path.read_text() + "x;*\n")
    assert failed(ran) == {"files"}


def test_a_changed_hierarchy_outside_is_told(ran):
    with (ran.parent / "age.csv").open("a") as file:
        file.write("99;>=50;*\n")
    assert failed(ran) == {"files read"}


def test_a_study_that_reads_another_hierarchy_is_told(ran):
    (ran.parent / "other.csv").write_text((ran.parent / "age.csv").read_text())
    replace(ran / "study.yaml", "age.csv", "other.csv")
    assert failed(ran) == {"files", "files read"}


@pytest.mark.parametrize("name", ["report.html", "study.yaml"])
def test_a_changed_or_removed_file_is_told(ran, name):
    content = (ran / name).read_bytes()
    (ran / name).write_bytes(content + b"\n")
    assert failed(ran) == {"files"}
    (ran / name).write_bytes(content)
    assert failed(ran) == set()


@pytest.mark.parametrize(
    "name", ["names.csv", ".names", "hierarchies/names.csv", "more/names.csv", "released.txt"]
)
def test_a_file_that_nobody_wrote_down_is_told(ran, name):
    (ran / name).parent.mkdir(exist_ok=True)
    (ran / name).write_text("Smith\n")
    assert failed(ran) == {"files"}


def test_a_link_that_nobody_wrote_down_is_told(ran):
    (ran / "more").symlink_to(ran.parent)
    assert failed(ran) == {"files"}


def test_another_input_than_that_of_the_run_is_said(ran):
    other = ran.parent / "other.csv"
    other.write_text((ran.parent / "toy.csv").read_text() + "34,m,flu,8\n")
    found = {one.check: one.holds for one in verify_run(ran, data=other).findings}
    assert found["input"] == "not_checked"


def test_later_verbs_write_down_what_they_add(ran, monkeypatch):
    monkeypatch.chdir(ran.parent)
    for words in (
        ["certificate", "run"],
        ["certificate", "run", "--out", "run/copy.html"],
        ["compare", "toy.csv", "run/draft.csv", "--study", "study.yaml", "--html", "run/c.html"],
        ["risk", "run/draft.csv", "--study", "study.yaml", "--html", "run/risk.html"],
        ["export-mapping", "study.yaml", "--run", "run", "--out", "run/mapping.json"],
        ["profile", "toy.csv", "--html", "run/p.html", "--json", "run/p.json"],
        ["hierarchy", "build", "toy.csv", "sex", "--out", "run/sex.csv"],
    ):
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, done.output
    assert failed(ran) == set()
    added = [json.loads(line)["file"] for line in (ran / "added.jsonl").read_text().splitlines()]
    assert added[-7:] == [
        *("copy.html", "c.html", "risk.html", "mapping.json", "p.json", "p.html", "sex.csv")
    ]
    assert (
        CliRunner().invoke(app, ["run", "study.yaml", "--force"]).exit_code != 0
    )  # not all of a run


def test_a_list_of_which_a_line_was_changed_is_told(ran):
    for name in ("one.txt", "two.txt"):
        (ran / name).write_text("first")
        write_down(ran / name, "test")
    assert failed(ran) == set()
    (ran / "one.txt").write_text("Smith")
    replace(ran / "added.jsonl", _text_sha("first"), _text_sha("Smith"))
    assert "files" in failed(ran)


def test_a_summary_that_was_changed_after_the_list_began_is_told(ran):
    (ran / "one.txt").write_text("first")
    write_down(ran / "one.txt", "test")
    told = summary(ran)
    (ran / "summary.json").write_text(json.dumps({**told, "note": "other"}))
    assert failed(ran) == {"files"}


def test_nothing_is_written_down_elsewhere(tmp_path):
    (tmp_path / "one.txt").write_text("first")
    assert write_down(tmp_path / "one.txt", "test") == tmp_path / "one.txt"
    assert [path.name for path in tmp_path.iterdir()] == ["one.txt"]


def test_the_certificate_tells_no_plain_fingerprint_of_the_study(ran):
    plain = {sha for name, sha in summary(ran)["files"].items() if not name.startswith("draft")}
    plain |= set(summary(ran)["seal"]["read"].values())
    told = (ran / "certificate.json").read_text()
    assert not any(sha in told for sha in plain)
    assert summary(ran)["seal"]["salt"] not in told


def test_an_older_run_is_verified_as_in_its_time_and_says_what_is_new(ran):
    as_old(ran)
    replace(ran / "study.yaml", "k: 3", "k: 2")
    verdict = verify_run(ran)
    assert verdict.holds
    (newer,) = [one for one in verdict.findings if one.check == "newer checks"]
    assert newer.holds == "not_checked"
    assert "every file of the run folder" in newer.reason


def test_a_run_does_not_become_older_by_its_summary_alone(ran):
    told = summary(ran)
    del told["seal"]
    (ran / "summary.json").write_text(json.dumps(told))
    assert "files" in failed(ran)


def test_a_demo_is_whole(tmp_path):
    demo(tmp_path / "demo")
    assert failed(tmp_path / "demo") == set()


def as_old(run):
    """What the version before wrote."""
    told, facts = summary(run), json.loads((run / "certificate.json").read_text())
    del told["seal"], facts["seal"]
    (run / "certificate.json").write_text(json.dumps(facts))
    own = ("draft.", "certificate.")
    told["files"] = {n: _sha(run / n) for n in told["files"] if n.startswith(own)}
    (run / "summary.json").write_text(json.dumps(told))


def _sha(path):
    return _sha256(path.read_bytes())


def _text_sha(text):
    return _sha256(text.encode())


def _sha256(content):
    import hashlib  # noqa: PLC0415

    return hashlib.sha256(content).hexdigest()
