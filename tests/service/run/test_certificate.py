"""The certificate of a run: written, matched, and free of everything that is the steward's."""

import json
import sys

import polars as pl
import pytest
import yaml
from typer.testing import CliRunner

import shoal
from shoal.cli.program import app
from shoal.errors import DataError, StudyError
from shoal.pipeline.folder import certificate as certificates
from shoal.report.certificate_page import render_certificate
from shoal.service.verbs import run, verify_run

FORMS = ("certificate.html", "certificate.json", "certificate.pdf")


@pytest.fixture
def ran(toy):
    run(toy / "study.yaml", toy / "run")
    return toy / "run"


def seal(run):
    (found,) = [one for one in verify_run(run).findings if one.check == "certificate"]
    return found.holds, found.reason


def facts(run):
    return json.loads((run / "certificate.json").read_text())


def test_a_run_is_certified_in_three_forms_that_name_the_release(ran):
    summary = json.loads((ran / "summary.json").read_text())
    assert set(summary["files"]) == {"draft.csv", *FORMS, "report.html", "study.yaml"}
    sha256 = summary["files"]["draft.csv"]
    assert facts(ran)["release"] == {
        "file": "draft.csv",
        "sha256": sha256,
        "records": 6,
        "columns": 3,
    }
    assert sha256 in (ran / "certificate.html").read_text()
    assert seal(ran) == (True, "")


@pytest.mark.parametrize("name", ["draft.csv", *FORMS])
def test_a_changed_file_is_told_by_verify(ran, name):
    content = (ran / name).read_bytes()
    (ran / name).write_bytes(content + b"\n")
    holds, reason = seal(ran)
    assert holds is False
    assert reason.startswith(name)
    assert not verify_run(ran).holds
    (ran / name).write_bytes(content)
    assert seal(ran) == (True, "")


def test_a_missing_certificate_is_told_and_can_be_written_again(ran):
    before = {name: (ran / name).read_bytes() for name in FORMS}
    for name in FORMS[::2]:
        (ran / name).unlink()
    assert seal(ran)[0] is False
    assert [path.name for path in certificates.certificate(ran)] == [*FORMS[::2]]
    assert {name: (ran / name).read_bytes() for name in FORMS} == before
    assert seal(ran) == (True, "")


def test_another_file_than_the_certified_one_is_told(ran, tmp_path):
    other = tmp_path / "other.csv"
    lines = (ran / "draft.csv").read_text().splitlines()
    other.write_text("\n".join([lines[0], *reversed(lines[1:])]) + "\n")
    verdict = verify_run(ran, release=other)
    assert [one.check for one in verdict.failures] == ["certificate"]


def test_a_certificate_that_was_sealed_anew_for_another_release_is_told(ran):
    told = facts(ran)
    told["release"]["sha256"] = "0" * 64
    certificates.write_certificate(told, ran / "certificate.json")
    summary = json.loads((ran / "summary.json").read_text())
    summary["files"]["certificate.json"] = certificates.fingerprint(ran / "certificate.json")
    (ran / "summary.json").write_text(json.dumps(summary))
    assert seal(ran)[0] is False


def test_no_certificate_is_written_for_a_changed_release(ran):
    (ran / "draft.csv").write_text("age\n34\n")
    with pytest.raises(DataError, match="not the file that the certificate names"):
        certificates.certificate(ran, ran.parent / "c.pdf")
    assert not (ran.parent / "c.pdf").exists()


def test_a_certificate_goes_where_it_is_asked_for(ran, monkeypatch):
    monkeypatch.chdir(ran.parent)
    done = CliRunner().invoke(app, ["certificate", "run", "--out", "c.html"])
    assert done.exit_code == 0, done.output
    assert (ran.parent / "c.html").read_bytes() == (ran / "certificate.html").read_bytes()
    refused = CliRunner().invoke(app, ["certificate", "run", "--out", "c.docx"])
    assert refused.exit_code == 2
    assert ".pdf" in refused.stderr


def test_what_is_no_run_has_no_certificate(tmp_path):
    with pytest.raises(StudyError, match=r"certificate\.json"):
        certificates.certificate(tmp_path)


def test_runs_of_older_versions_are_verified_without(ran):
    summary = json.loads((ran / "summary.json").read_text())
    del summary["files"]
    (ran / "summary.json").write_text(json.dumps(summary))
    assert "certificate" not in [one.check for one in verify_run(ran).findings]


def test_without_typst_a_run_has_a_page_and_the_command_says_how_to_get_it(toy, monkeypatch):
    monkeypatch.setattr("shoal.report.certificate_pdf.find_spec", lambda name: None)
    run(toy / "study.yaml", toy / "run")
    assert not (toy / "run" / "certificate.pdf").exists()
    assert seal(toy / "run") == (True, "")
    done = CliRunner().invoke(app, ["certificate", str(toy / "run")])
    assert done.exit_code == 0
    assert "shoal[pdf]" in done.stderr


def test_the_command_line_shows_where_the_certificate_is(toy, monkeypatch):
    monkeypatch.chdir(toy)
    assert "run/certificate.pdf" in CliRunner().invoke(app, ["run", "study.yaml"]).stdout


def test_a_table_in_memory_has_a_certificate(tmp_path, toy, keys):
    table = pl.read_csv(toy / "toy.csv", infer_schema=False).drop("id")
    release = shoal.anonymize(table, keys)
    release.table.write_csv(tmp_path / "mine.csv")
    path = release.certificate(tmp_path / "c.json", release=tmp_path / "mine.csv")
    told = json.loads(path.read_text())
    assert told["release"]["sha256"] == certificates.fingerprint(tmp_path / "mine.csv")
    assert release.certificate(tmp_path / "c.pdf").read_bytes().startswith(b"%PDF")
    assert "a table in memory" in release.certificate(tmp_path / "c.html").read_text()


def test_nothing_of_typst_is_loaded_before_a_pdf_is_asked_for():
    assert "typst" not in _modules_after("import shoal.service.verbs")


def _modules_after(code):
    import subprocess  # noqa: PLC0415

    words = [sys.executable, "-c", f"{code}; import sys; print(*sys.modules)"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()


# Canaries: marked values, places and figures of the input, of which none may be told.

PLACES = ("secretward", "hiddenregister")
MARKED = """columns:
  mrn: {role: identifier}
  age: {role: quasi-identifier, type: integer,
        hierarchy: {builder: intervals, width: 10, levels: 2, lower: {bottom: 11}}}
  town: {role: quasi-identifier, missing: [UNKNOWNCANARY], hierarchy: hiddenregister/town.csv}
  illness: {role: sensitive}
  ward: {role: insensitive}
  visit: {role: insensitive, type: date, format: "%Y-%m-%d"}
subset: {query: "ward != WARDCANARY"}
privacy:
  - {model: k-anonymity, k: 3}
  - {model: distinct-l-diversity, column: illness, l: 2}
suppression_limit: 0.3
evaluate: {targets: [illness], features: [age], models: [{model: logistic-regression}], folds: 2}
acknowledge: ["near-unique:visit"]
data: {path: secretward/patients.csv}
"""


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """A run whose input has marked values that the release does not show."""
    folder = tmp_path_factory.mktemp("marked")
    for place in PLACES:
        (folder / place).mkdir()
    towns = ["TOWNCANARY", *(["Alphatown"] * 30 + ["Betatown"] * 30), "UNKNOWNCANARY"]
    count = len(towns)
    table = pl.DataFrame(
        {
            "mrn": [f"MRNCANARY{n:03}" for n in range(count)],
            "age": [87, *(40 + n % 2 for n in range(count - 1))],
            "town": towns,
            "illness": ["ILLNESSCANARY", *("flu" if n % 3 else "cold" for n in range(count - 1))],
            "ward": [f"W{n % 2}" for n in range(count)],
            "visit": ["1907-07-07", *(["2020-01-31"] * (count - 1))],
            "UNNAMEDCANARY": ["x"] * count,
        }
    )
    table.write_csv(folder / "secretward" / "patients.csv")
    lines = [f"{town};North;*" for town in dict.fromkeys(towns) if town != "UNKNOWNCANARY"]
    (folder / "hiddenregister" / "town.csv").write_text("\n".join([*lines, "NEVERCANARY;South;*"]))
    (folder / "study.yaml").write_text(MARKED)
    report = run(folder / "study.yaml", folder / "run")
    return folder, report


def texts(folder):
    """All that the shared files say: names, values and figures; a PDF says what its texts say."""
    found = {name: (folder / "run" / name).read_text() for name in FORMS[:2]}
    return {**found, "facts on a page": render_certificate(facts(folder / "run"))}


def test_no_marked_value_place_or_name_is_told(marked):
    folder, _ = marked
    release = (folder / "run" / "draft.csv").read_text()
    assert "CANARY" not in release, "the release itself would show a canary"
    steward = (folder / "run" / "summary.json").read_text()
    assert "UNNAMEDCANARY" in steward
    assert "hiddenregister" in (folder / "run" / "study.yaml").read_text()
    for name, text in texts(folder).items():
        for canary in ("CANARY", "1907", *PLACES, str(folder), "patients.csv", "WARD", "!="):
            assert canary not in text, (name, canary)


def test_no_figure_of_the_input_is_told(marked):
    folder, report = marked
    summary = report["summary"]
    told = facts(folder / "run")
    numbers = set(_numbers(told))
    before = {
        summary["input"]["records"],
        summary["risk"]["before"]["average"],
        summary["loss"],
        summary["loss_normalized"],
        summary["utility"]["granularity"],
        summary["learning"]["targets"][0]["models"][0]["original"]["accuracy"],
        summary["learning"]["targets"][0]["models"][0]["baseline"]["accuracy"],
    }
    assert summary["suppressed_records"] > 0
    assert before & numbers == set()
    assert summary["input"]["sha256"] not in json.dumps(told)
    assert "learning" not in told
    assert summary["learning"]["targets"][0]["models"][0]["released"]["accuracy"] not in numbers


def _numbers(part):
    if isinstance(part, dict | list):
        for each in part.values() if isinstance(part, dict) else part:
            yield from _numbers(each)
    elif isinstance(part, int | float) and not isinstance(part, bool):
        yield part


def test_the_canaries_would_be_seen(marked):
    folder, _ = marked
    study = yaml.safe_load((folder / "run" / "study.yaml").read_text())
    assert "CANARY" in str(study)
    assert "secretward" in str(study)
