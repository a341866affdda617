"""A run is a draft that refuses nothing; giving it away is the release."""

import json
import os
import shutil
from pathlib import Path

import polars as pl
import pytest

import shoal
from service.ledger.toy import states, study, write
from shoal.data.input_identity import fingerprint
from shoal.errors import DataError, NoReleaseError, ShoalError, StudyError, VerificationError
from shoal.ledger import ledger
from shoal.ledger.compare import OTHERS
from shoal.ledger.workspace import Workspace, use_everywhere
from shoal.service import verbs
from shoal.service.exports.mapping import export_mapping


@pytest.fixture
def workspace():
    return Workspace(Path(os.environ["SHOAL_WORKSPACE"]))


@pytest.fixture
def folder(tmp_path):
    write(tmp_path, range(16))
    return tmp_path


def names(run):
    return {path.name for path in run.iterdir()}


def certificate(run):
    return json.loads((run / "certificate.json").read_text())


def test_every_try_is_a_draft_and_nothing_is_refused(folder, workspace):
    tries = [(1, 1), (0, 2), (2, 0), (2, 2)]
    for at, levels in enumerate(tries):
        summary = verbs.run(study(folder, *levels), folder / f"run{at}")["summary"]
        assert summary["together"] == []
        assert names(folder / f"run{at}") >= {"draft.csv", "certificate.json"}
    assert states(workspace) == ["draft"] * 4
    again = verbs.run(study(folder, 0, 2), folder / "run0", force=True)
    assert again["summary"]["ledger"]["id"] == ledger.entries(workspace)[-1].id
    assert states(workspace) == ["draft"] * 4  # it took the place of the first


def test_two_that_tell_too_much_together_are_not_both_given(folder, workspace):
    verbs.run(study(folder, 0, 2), folder / "ages")
    verbs.run(study(folder, 2, 0), folder / "zips")
    first = verbs.give(folder / "ages", to="Uppsala", note="for the registry")
    with pytest.raises(NoReleaseError, match="Intersecting: 16 records in") as told:
        verbs.give(folder / "zips", to="Lund")
    assert f"--acknowledge {first.id}=REASON" in str(told.value)
    assert states(workspace) == ["released", "draft"]
    assert names(folder / "zips") >= {"draft.csv"}
    ledger.withdraw(workspace, first.id)
    second = verbs.give(folder / "zips", to="Lund")
    assert second.release == folder / "zips" / "release.csv"
    assert states(workspace) == ["withdrawn", "released"]


def test_a_draft_says_what_it_would_tell_together_with_what_was_given(folder):
    verbs.run(study(folder, 0, 2), folder / "ages")
    given = verbs.give(folder / "ages")
    summary = verbs.run(study(folder, 2, 0), folder / "zips")["summary"]
    (together,) = summary["together"]
    assert together["releases"] == [given.id]
    assert "Intersecting: 16 records" in together["tells"][0]
    assert any("could not be given" in text for text in summary["warnings"])
    assert "Intersecting" in (folder / "zips" / "report.html").read_text()


def test_a_reason_is_needed_and_kept(folder, workspace):
    verbs.run(study(folder, 0, 2), folder / "ages")
    first = verbs.give(folder / "ages")
    verbs.run(study(folder, 2, 0), folder / "zips")
    with pytest.raises(StudyError, match="Why can nobody hold both"):
        verbs.give(folder / "zips", acknowledge={first.id: " "})
    found = verbs.give(folder / "zips", acknowledge={first.id: "the first was never sent"})
    assert any(first.id in text for text in found.together)
    (giving,) = ledger.find_entry(workspace, found.id).facts["given"]
    assert giving["acknowledged"] == {first.id: "the first was never sent"}


def test_the_ledger_knows_who_has_it_and_the_certificate_says_so(folder, workspace):
    verbs.run(study(folder, 1, 1), folder / "run")
    before = certificate(folder / "run")
    assert before["given"] is None
    assert "DRAFT" in before["note"]
    assert "DRAFT" in (folder / "run" / "certificate.html").read_text()
    found = verbs.give(folder / "run", to="Uppsala")
    after = certificate(folder / "run")
    assert after["given"]["to"] == "Uppsala"
    assert after["release"]["file"] == "release.csv"
    assert "DRAFT" not in (folder / "run" / "certificate.html").read_text()
    assert {key for key in before if before[key] != after[key]} == {
        *("note", "given", "release", "seal"),
    }
    assert not any(name.startswith("draft") for name in names(folder / "run"))
    facts = ledger.find_entry(workspace, found.id).facts
    assert facts["given"][0]["to"] == "Uppsala"
    assert facts["certificate_sha256"] == fingerprint(folder / "run" / "certificate.json")


def test_a_release_is_verified_like_a_draft_and_has_the_same_cells(folder):
    verbs.run(study(folder, 1, 1), folder / "run")
    cells = (folder / "run" / "draft.csv").read_bytes()
    draft = verbs.verify_run(folder / "run")
    release = verbs.give(folder / "run").release
    assert release.read_bytes() == cells
    assert draft.holds
    assert verbs.verify_run(folder / "run").findings == draft.findings


def test_what_later_verbs_wrote_is_taken_along(folder):
    verbs.run(study(folder, 1, 1), folder / "run")
    export_mapping(study(folder, 1, 1), folder / "run" / "mapping.json", run=folder / "run")
    assert "added.jsonl" in names(folder / "run")
    verbs.give(folder / "run")
    assert "mapping.json" in names(folder / "run")
    assert verbs.verify_run(folder / "run").holds


def test_somebody_else_gets_the_same_release(folder, workspace):
    verbs.run(study(folder, 1, 1), folder / "run")
    verbs.give(folder / "run", to="Uppsala")
    verbs.give(folder / "run", to="Lund")
    (one,) = ledger.entries(workspace)
    assert [giving["to"] for giving in one.facts["given"]] == ["Uppsala", "Lund"]


def test_a_changed_draft_is_not_given(folder, workspace):
    verbs.run(study(folder, 1, 1), folder / "run")
    path = folder / "run" / "draft.csv"
    path.write_text(path.read_text().replace("disease 1", "disease 2", 1))
    with pytest.raises(VerificationError):
        verbs.give(folder / "run")
    assert states(workspace) == ["draft"]


def test_another_run_in_the_folder_is_not_given_under_its_name(folder, workspace):
    """The draft of one run with the summary of another: what was compared is what is given."""
    verbs.run(study(folder, 1, 1), folder / "one")
    verbs.run(study(folder, 2, 2), folder / "other")
    known = json.loads((folder / "one" / "summary.json").read_text())["ledger"]["id"]
    with workspace.transaction() as connection:
        place = str(folder / "other")
        connection.execute("UPDATE releases SET place = ? WHERE id = ?", [place, known])
    summary = folder / "other" / "summary.json"
    facts = json.loads(summary.read_text())
    summary.write_text(json.dumps({**facts, "ledger": {**facts["ledger"], "id": known}}))
    with pytest.raises(ShoalError):
        verbs.give(folder / "other")
    assert states(workspace) == ["draft", "draft"]


def test_a_run_that_no_ledger_knows_is_not_given(folder):
    verbs.run(study(folder, 1, 1), folder / "run")
    summary = folder / "run" / "summary.json"
    facts = json.loads(summary.read_text())
    facts.pop("ledger")
    summary.write_text(json.dumps(facts))
    with pytest.raises(StudyError, match="no ledger knows it"):
        verbs.give(folder / "run")


def test_a_draft_whose_folder_is_gone_is_forgotten(folder, workspace):
    verbs.run(study(folder, 1, 1), folder / "run")
    shutil.rmtree(folder / "run")
    verbs.run(study(folder, 1, 1), folder / "again")
    assert states(workspace) == ["draft"]
    with workspace.snapshot() as connection:
        (traces,) = connection.execute("SELECT count(DISTINCT trace) FROM traces").fetchone()
    assert traces == 1


def test_giving_goes_on_where_it_was_interrupted(folder, workspace, monkeypatch):
    verbs.run(study(folder, 1, 1), folder / "run")
    with monkeypatch.context() as patched:
        patched.setattr("shoal.service.give.publish_release", stop)
        with pytest.raises(KeyboardInterrupt):
            verbs.give(folder / "run")
    assert states(workspace) == ["released"]  # rather too early than too late
    assert names(folder / "run") >= {"draft.csv"}
    assert verbs.give(folder / "run").release.exists()


def stop(*_):
    raise KeyboardInterrupt


def test_a_table_in_memory_is_given_by_its_release(folder, workspace):
    table = pl.read_csv(folder / "data.csv", infer_schema=False)
    ages = shoal.anonymize(table, study(folder, 0, 2), workspace=workspace.folder)
    zips = shoal.anonymize(table, study(folder, 2, 0), workspace=workspace.folder)
    assert states(workspace) == ["draft", "draft"]
    given = ages.give(to="Uppsala")
    with pytest.raises(NoReleaseError, match="Intersecting"):
        zips.give()
    assert "Uppsala" in given.certificate(folder / "c.html").read_text()
    assert "DRAFT" in ages.certificate(folder / "d.html").read_text()
    with pytest.raises(StudyError, match="no ledger knows it"):
        shoal.anonymize(table, study(folder, 1, 1)).give()


def served(workspace, owner, study, place):
    with use_everywhere(Workspace(workspace.folder, owner)):
        verbs.run(study, place)
        return verbs.give(place)


def test_owners_of_one_workspace_are_compared_and_told_nothing(folder, workspace):
    first = served(workspace, "ann", study(folder, 0, 2), folder / "ages")
    with pytest.raises(NoReleaseError) as told:
        served(workspace, "bob", study(folder, 2, 0), folder / "zips")
    assert str(told.value) == OTHERS
    assert first.id not in str(told.value)
    draft = json.loads((folder / "zips" / "summary.json").read_text())
    assert draft["together"] == []  # drafts find out nothing
    same = served(workspace, "cid", study(folder, 0, 2), folder / "same")
    assert same.release.exists()  # the same once more tells nothing new


def test_a_reason_speaks_for_ones_own_release_only(folder, workspace):
    """Bob has given the same as Ann before; who has his is not known to her."""
    served(workspace, "bob", study(folder, 0, 2), folder / "his")
    first = served(workspace, "ann", study(folder, 0, 2), folder / "hers")
    with use_everywhere(Workspace(workspace.folder, "ann")):
        verbs.run(study(folder, 2, 0), folder / "zips")
        with pytest.raises(NoReleaseError, match="Intersecting") as told:
            verbs.give(folder / "zips")
        assert OTHERS not in str(told.value)
        with pytest.raises(NoReleaseError) as told:
            verbs.give(folder / "zips", acknowledge={first.id: "it was deleted"})
        assert str(told.value) == OTHERS


def test_three_owners_whose_releases_are_harmless_two_by_two(folder, workspace):
    bits = [[str(at >> place & 1) for at in range(8)] for place in range(3)]
    ills = {"illness": [f"i{at}" for at in range(8)]}
    pl.DataFrame(dict(zip("xyz", bits, strict=True)) | ills).write_csv(folder / "data.csv")

    def showing(one):
        hidden = {"hierarchy": {"builder": "suppression"}}
        columns = {
            name: {"role": "quasi-identifier", **hidden} | level(name, one) for name in "xyz"
        }
        columns["illness"] = {"role": "sensitive"}
        guards = ["near-unique:illness", "looks-like-identifier:illness"]
        promise = {"privacy": [{"model": "k-anonymity", "k": 2}], "acknowledge": guards}
        return shoal.Study.of({"data": "data.csv", "columns": columns, **promise}, folder)

    served(workspace, "ann", showing("x"), folder / "x")
    served(workspace, "bob", showing("y"), folder / "y")
    with pytest.raises(NoReleaseError) as told:
        served(workspace, "cid", showing("z"), folder / "z")
    assert str(told.value) == OTHERS


def level(name, one):
    at = int(name != one)
    return {"min_level": at, "max_level": at}


@pytest.mark.parametrize("group", [False, True])
def test_workspaces_share_a_ledger(folder, tmp_path, monkeypatch, group):
    shared = tmp_path / "shared"
    shared.mkdir(mode=0o700)
    shared.chmod(0o770 if group else 0o700)
    monkeypatch.setenv("SHOAL_LEDGER", str(shared))
    monkeypatch.setenv("SHOAL_WORKSPACE", str(tmp_path / "ward"))
    verbs.run(study(folder, 0, 2), folder / "ages")
    verbs.give(folder / "ages")
    again = verbs.run(study(folder, 2, 0), folder / "own")["summary"]
    assert again["together"]  # one's own releases are told with figures
    monkeypatch.setenv("SHOAL_WORKSPACE", str(tmp_path / "lab"))
    assert verbs.run(study(folder, 2, 0), folder / "zips")["summary"]["together"] == []
    with pytest.raises(NoReleaseError) as told:
        verbs.give(folder / "zips")
    assert str(told.value) == OTHERS
    modes = {path.stat().st_mode & 0o777 for path in shared.glob("workspace.*")}
    assert modes == {0o660 if group else 0o600}


def test_what_is_not_a_run_is_not_given(tmp_path):
    with pytest.raises((StudyError, DataError)):
        verbs.give(tmp_path)
