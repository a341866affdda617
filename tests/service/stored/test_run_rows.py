"""Runs belong to one owner; giving one away is when it must fit with those given before."""

import json
import shutil

import pytest

from shoal.errors import NoReleaseError, StudyError
from shoal.ledger import ledger
from shoal.ledger.compare import OTHERS
from shoal.ledger.workspace import Workspace, use_everywhere
from shoal.pipeline.folder import files as run_files
from shoal.progress import ignore_progress
from shoal.server import stored
from shoal.server.actions import Call, perform
from shoal.server.stored import InUse, NotFound
from shoal.server.stored.ids import new_id
from shoal.server.stored.run_rows import discard_unknown, insert_run

PEOPLE = [(zip, age, one) for zip in (1, 2) for age in (3, 4) for one in "ab"]
TABLE = "zip,age,who,illness\n" + "".join(f"{z},{a},{z}{a}{n},{z}{a}{n}\n" for z, a, n in PEOPLE)
PROFILE = {"groups": {"all": {"columns": ["zip", "age"], "trust": "none"}}}


@pytest.fixture
def make(workspace, keep, tmp_path):
    """Makes a run in this process, as a worker does; levels are given."""

    def make(zip_level, age_level, owner="ann", **more):
        table = keep(TABLE, owner=owner)
        column = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
        body = {
            "data": {"table": table.id},
            "columns": {
                "who": {"role": "identifier"},
                "illness": {"role": "sensitive"},
                "zip": {**column, "min_level": zip_level, "max_level": zip_level},
                "age": {**column, "min_level": age_level, "max_level": age_level},
            },
            "privacy": [{"model": "k-anonymity", "k": 3}],
            "acknowledge": ["near-unique:illness", "looks-like-identifier:illness"],
            **more,
        }
        study = stored.keep_study(workspace, owner, body)
        owned, id = Workspace(workspace.folder, owner), new_id()
        folder = tmp_path / id
        folder.mkdir()
        with use_everywhere(owned):
            made = perform(Call(owned, id, folder, ignore_progress), "run", {"study": study.id})
        with workspace.transaction() as connection:
            insert_run(connection, made.run)
        return made.run

    return make


def states(workspace, owner="ann"):
    return [one.state for one in ledger.entries(Workspace(workspace.folder, owner))]


def test_a_run_is_an_ordinary_run_folder(workspace, make):
    made = make(1, 0)
    names = stored.run_files(workspace, "ann", made.id)
    assert {"draft.csv", "report.html", "study.yaml", "summary.json"} <= set(names)
    summary = stored.steward_file(workspace, "ann", made.id, "summary.json")
    assert json.loads(summary.read_text())["levels"] == {"zip": 1, "age": 0}
    assert stored.runs(workspace, "ann") == [made]


def test_runs_that_would_not_fit_together_may_be_made_but_not_both_be_given(workspace, make):
    zips, ages = make(0, 1), make(1, 0)
    assert states(workspace) == ["draft", "draft"]
    assert stored.give_run(workspace, "ann", zips.id).given is not None
    with pytest.raises(NoReleaseError, match="tell more together") as told:
        stored.give_run(workspace, "ann", ages.id)
    assert str(workspace.folder) not in str(told.value)
    assert states(workspace) == ["released", "draft"]
    again = make(1, 0)  # a new draft says what it would tell with what was given
    summary = stored.steward_file(workspace, "ann", again.id, "summary.json")
    assert json.loads(summary.read_text())["together"][0]["releases"] == [zips.release]
    assert str(workspace.folder) not in summary.read_text()


def test_owners_see_nothing_of_each_other(workspace, make):
    mine, theirs = make(0, 1), make(0, 1, owner="bob")
    stored.give_run(workspace, "ann", mine.id)
    stored.give_run(workspace, "bob", theirs.id)
    assert states(workspace) == states(workspace, "bob") == ["released"]
    for attempt in (stored.run, stored.run_files, stored.give_run, stored.forget_run):
        with pytest.raises(NotFound, match="There is no run"):
            attempt(workspace, "bob", mine.id)


@pytest.mark.parametrize(
    "name", ["../../workspace.key", "..", "/etc/passwd", "hierarchies", "summary.json\0", ""]
)
def test_only_files_of_a_run_are_given(workspace, make, name):
    made = make(1, 0)
    for attempt in (stored.steward_file, stored.shareable_file):
        with pytest.raises(NotFound, match="no such file"):
            attempt(workspace, "ann", made.id, name)


def test_summary_and_report_are_never_shared(workspace, make):
    made = make(1, 0)
    for name in ("summary.json", "report.html", "study.yaml"):
        with pytest.raises(NotFound):
            stored.shareable_file(workspace, "ann", made.id, name)


def test_a_run_is_shared_only_if_it_is_for_a_recipient(workspace, make):
    made = make(1, 0)
    with pytest.raises(StudyError, match="recipient"):
        stored.share_run(workspace, "ann", made.id, "rob")
    assert stored.shared_runs(workspace, "rob") == []


def test_with_whom_a_run_is_shared_sees_its_release_and_nothing_else(workspace, make):
    made = make(
        0, 0, privacy=[], method={"name": "datafly", "bin_size": 2},
        recipient={"name": "lab", "profiles": {"lab": PROFILE}},
    )  # fmt: skip
    with pytest.raises(InUse, match="draft"):
        stored.share_run(workspace, "ann", made.id, "rob")
    stored.give_run(workspace, "ann", made.id, to="the lab")
    stored.share_run(workspace, "ann", made.id, "rob")
    assert stored.people_with_access(workspace, "ann", made.id) == ["rob"]
    assert stored.shared_runs(workspace, "rob") == [stored.run(workspace, "ann", made.id)]
    assert stored.shareable_file(workspace, "rob", made.id, "release.csv").exists()
    for attempt in (stored.steward_file, stored.shareable_file):
        with pytest.raises(NotFound):
            attempt(workspace, "rob", made.id, "summary.json")
    with pytest.raises(InUse):
        stored.forget_run(workspace, "ann", made.id)
    stored.unshare_run(workspace, "ann", made.id, "rob")
    with pytest.raises(NotFound):
        stored.shareable_file(workspace, "rob", made.id, "release.csv")


def test_a_forgotten_run_that_was_given_stays_in_the_ledger(workspace, make):
    given, draft = make(0, 1), make(0, 1)
    stored.give_run(workspace, "ann", given.id)
    for one in (given, draft):
        stored.forget_run(workspace, "ann", one.id)
    assert states(workspace) == ["released"]
    assert [*(workspace.folder / "runs").iterdir()] == []


def test_a_forgotten_run_whose_giving_was_killed_stays_in_the_ledger(workspace, make):
    """The ledger knows that somebody may have it; the list of runs does not yet."""
    made = make(0, 1)
    ledger.set_state(workspace, made.release, ledger.RELEASED)
    stored.forget_run(workspace, "ann", made.id)
    assert states(workspace) == ["released"]


def test_nobody_gets_a_draft(workspace, make):
    made = make(0, 1)
    with pytest.raises(InUse, match="This run is a draft"):
        stored.shareable_file(workspace, "ann", made.id, "draft.csv")
    assert stored.shareable_file(workspace, "ann", made.id, "certificate.html").exists()
    stored.give_run(workspace, "ann", made.id)
    assert stored.shareable_file(workspace, "ann", made.id, "release.csv").exists()


def test_what_others_gave_counts_and_is_not_told(workspace, make):
    mine, theirs = make(0, 1), make(1, 0, owner="bob")
    stored.give_run(workspace, "ann", mine.id)
    with pytest.raises(NoReleaseError) as told:
        stored.give_run(workspace, "bob", theirs.id)
    assert str(told.value) == OTHERS
    summary = stored.steward_file(workspace, "bob", theirs.id, "summary.json")
    assert json.loads(summary.read_text())["together"] == []


def test_a_folder_that_nobody_knows_is_removed_with_its_trace(workspace, make):
    made = make(0, 1)
    with workspace.transaction() as connection:
        connection.execute("DELETE FROM runs")
    assert discard_unknown(workspace) == 1
    assert states(workspace) == []
    assert not (workspace.folder / "runs" / made.id).exists()


def test_a_run_that_was_killed_before_it_was_visible_is_in_no_ledger(workspace, make, monkeypatch):
    """The draft lies there, and the ledger still waits for it."""
    with monkeypatch.context() as killed:
        killed.delattr(run_files, "certify")
        killed.setattr(ledger, "remove", lambda *_: None)  # nobody cleans up
        killed.setattr(shutil, "rmtree", lambda *_, **__: None)
        with pytest.raises(NameError):
            make(0, 1)
    assert len([*(workspace.folder / "runs").iterdir()]) == 1
    assert discard_unknown(workspace) == 1
    assert states(workspace) == []
    assert [*workspace.folder.glob("running-*")] == []
    assert [*(workspace.folder / "runs").iterdir()] == []


def test_runs_of_one_second_are_listed_in_the_order_in_which_they_were_made(workspace):
    ids = [digit * 32 for digit in "f3a0"]
    with workspace.transaction() as connection:
        for id in ids:
            row = (id, "ann", "study", "table", "{}", "release", "2026-01-01T00:00:00+00:00", None)
            connection.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    assert [run.id for run in stored.runs(workspace, "ann")] == ids
