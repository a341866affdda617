"""Every visible release is in the ledger; a release that undoes an earlier one is refused."""

import multiprocessing
import os
import signal
import sqlite3
import time
from pathlib import Path

import polars as pl
import pytest

import shoal
from shoal.errors import NoReleaseError, StudyError
from shoal.service import ledger, ledger_record, run_folder, verbs
from shoal.service.study import Study
from shoal.service.workspace import Workspace

CANARY = "Xanthippe"
COLUMNS = {
    "patient": {"role": "identifier"},
    "age": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
    "zip": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
    "illness": {"role": "sensitive"},
}
ACKNOWLEDGED = ["near-unique:illness", "looks-like-identifier:illness"]


@pytest.fixture
def workspace():
    return Workspace(Path(os.environ["SHOAL_WORKSPACE"]))


@pytest.fixture
def folder(tmp_path):
    write(tmp_path, range(16))
    return tmp_path


def write(folder, people):
    """People of two ages in two places; each has an illness of their own."""
    pl.DataFrame(
        {
            "patient": [f"{CANARY}{at}" for at in people],
            "age": [f"{3 + at % 2}{at // 2 % 2}" for at in people],
            "zip": [f"{at // 4 % 2}{at // 8}" for at in people],
            "illness": [f"{CANARY} disease {at}" for at in people],
        }
    ).write_csv(folder / "data.csv")


def study(folder, age=0, zip=0, **more):
    """A study with fixed levels."""
    levels = {"age": age, "zip": zip}
    columns = {
        name: {**keys, "min_level": levels[name], "max_level": levels[name]}
        if name in levels
        else keys
        for name, keys in COLUMNS.items()
    }
    promise = {"privacy": [{"model": "k-anonymity", "k": 2}], "acknowledge": ACKNOWLEDGED}
    return Study.of({"data": "data.csv", "columns": columns, **promise, **more}, folder)


def states(workspace):
    return [one.state for one in ledger.entries(workspace)]


def test_a_run_is_in_the_ledger_with_its_recipe_and_fingerprints(folder, workspace):
    summary = verbs.run(study(folder, 1, 0), folder / "run")["summary"]
    (one,) = ledger.entries(workspace)
    assert one.state == "released"
    assert one.input == summary["input"]["sha256"]
    assert one.place == str(folder / "run")
    assert one.facts["levels"] == {"age": 1, "zip": 0}
    assert one.facts["release"]["sha256"] == verbs.fingerprint(folder / "run" / "release.csv")
    assert one.facts["release"]["columns"] == ["age", "zip", "illness"]
    assert one.facts["study"]["privacy"] == [{"model": "k-anonymity", "k": 2}]
    assert (one.shown.k, one.shown.known, one.shown.other) == (2, ("age", "zip"), ("illness",))


def test_a_planted_intersection_is_refused_until_it_is_acknowledged(folder, workspace):
    verbs.run(study(folder, 0, 2), folder / "ages")
    (one,) = ledger.entries(workspace)
    with pytest.raises(NoReleaseError, match="Intersecting: 16 records in") as told:
        verbs.run(study(folder, 2, 0), folder / "zips")
    assert f"acknowledge: [earlier-release:{one.id}]" in str(told.value)
    assert CANARY not in str(told.value)
    assert not (folder / "zips").exists()
    assert states(workspace) == ["released"]
    entry = f"earlier-release:{one.id}"
    accepted = study(folder, 2, 0, acknowledge=[*ACKNOWLEDGED, entry])
    warnings = verbs.run(accepted, folder / "zips")["summary"]["warnings"]
    assert any(one.id in text and "Intersecting" in text for text in warnings)
    assert states(workspace) == ["released", "released"]


def test_a_planted_difference_is_refused(folder, workspace):
    """Everybody, and everybody but one: what the second does not have is one person's illness."""
    verbs.run(study(folder, 1, 1), folder / "all")
    write(folder, range(15))
    with pytest.raises(NoReleaseError, match="Differencing: 1 records in 1 classes"):
        verbs.run(study(folder, 1, 1), folder / "but-one")


def test_a_planted_difference_is_found_without_identifiers_too(folder):
    columns = {name: keys for name, keys in COLUMNS.items() if name != "patient"}
    plain = {**study(folder).given(), "columns": columns}
    pl.read_csv(folder / "data.csv").drop("patient").write_csv(folder / "data.csv")
    verbs.run(Study.of(plain, folder), folder / "all")
    pl.read_csv(folder / "data.csv")[:-1].write_csv(folder / "data.csv")
    with pytest.raises(NoReleaseError, match="Differencing"):
        verbs.run(Study.of(plain, folder), folder / "but-one")


def test_the_same_release_again_is_allowed_and_shares_its_trace(folder, workspace):
    for name in ("one", "two", "three"):
        verbs.run(study(folder, 1, 0), folder / name)
    assert states(workspace) == ["released"] * 3
    with workspace.reading() as connection:
        assert connection.execute("SELECT count(*) FROM traces").fetchone() == (1,)


def test_a_coarser_release_is_allowed(folder, workspace):
    verbs.run(study(folder, 1, 0), folder / "fine")
    verbs.run(study(folder, 2, 1), folder / "coarse")
    assert states(workspace) == ["released"] * 2


def test_a_withdrawn_release_counts_no_more(folder, workspace):
    verbs.run(study(folder, 0, 2), folder / "ages")
    (one,) = ledger.entries(workspace)
    ledger.withdraw(workspace, one.id)
    verbs.run(study(folder, 2, 0), folder / "zips")
    assert states(workspace) == ["withdrawn", "released"]


def test_a_release_that_was_moved_or_deleted_still_counts(folder):
    verbs.run(study(folder, 0, 2), folder / "ages")
    for path in (folder / "ages").iterdir():
        path.unlink()
    with pytest.raises(NoReleaseError, match="earlier release"):
        verbs.run(study(folder, 2, 0), folder / "zips")


def test_no_value_key_or_secret_is_in_the_workspace(folder, workspace):
    verbs.run(study(folder, 1, 0), folder / "run")
    key = (workspace.folder / "workspace.key").read_bytes()
    for path in workspace.folder.iterdir():
        content = path.read_bytes()
        assert CANARY.encode() not in content
        assert b"disease" not in content
        assert path.name == "workspace.key" or key not in content
        assert path.stat().st_mode & 0o777 == 0o600
    with workspace.reading() as connection:
        bodies = [body for (body,) in connection.execute("SELECT body FROM traces")]
    assert CANARY.encode() not in b"".join(bodies)
    assert not [path for path in workspace.folder.iterdir() if path.name.startswith("running")]


def test_the_canary_would_be_found(folder, workspace):
    verbs.run(study(folder, 1, 0), folder / "run")
    with workspace.changing() as connection:
        connection.execute("UPDATE releases SET facts = ?", [CANARY])
    content = b"".join(path.read_bytes() for path in workspace.folder.iterdir())
    assert CANARY.encode() in content


def test_a_run_that_fails_leaves_nothing_in_the_ledger(folder, workspace, monkeypatch):
    verbs.run(study(folder, 1, 0), folder / "run")
    monkeypatch.setattr(verbs, "_write_steward_files", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        verbs.run(study(folder, 1, 0), folder / "again")
    assert states(workspace) == ["released"]


def test_a_damaged_workspace_stops_a_run_before_any_work(folder, workspace):
    verbs.run(study(folder, 1, 0), folder / "run")
    workspace.file.write_bytes(b"no database " * 1000)
    with pytest.raises(StudyError, match="damaged"):
        verbs.run(study(folder, 1, 0), folder / "again")
    assert not (folder / "again").exists()


def test_a_closed_workspace_stops_a_run_before_any_work(folder, workspace, monkeypatch):
    verbs.run(study(folder, 1, 0), folder / "run")
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != workspace.folder)
    with pytest.raises(StudyError, match="could not be remembered"):
        verbs.run(study(folder, 1, 0), folder / "again")


def test_a_study_in_a_closed_folder_is_remembered_beside_its_run(folder, tmp_path, monkeypatch):
    monkeypatch.delenv("SHOAL_WORKSPACE")
    home = tmp_path / "out"
    home.mkdir()
    real = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != folder and real(path, mode))
    verbs.run(study(folder, 1, 0), home / "run")
    assert (home / ".shoal" / "workspace.sqlite").exists()
    assert not (folder / ".shoal").exists()


def test_tables_in_memory_are_not_remembered(folder, workspace):
    shoal.anonymize(pl.read_csv(folder / "data.csv").cast(pl.String), study(folder, 1, 0))
    assert not workspace.exists


def run_once(folder, name):
    verbs.run(study(folder, 1, 0), folder / name)


@pytest.mark.slow
def test_four_processes_that_run_at_once_are_all_remembered(folder, workspace):
    context = multiprocessing.get_context("spawn")
    runs = [context.Process(target=run_once, args=(folder, f"run{at}")) for at in range(4)]
    for run in runs:
        run.start()
    for run in runs:
        run.join(120)
    assert states(workspace) == ["released"] * 4


def test_a_run_that_is_going_on_counts_as_an_earlier_release(folder, workspace, monkeypatch):
    """Two runs at once cannot slip past each other."""
    real = verbs._write_steward_files
    refused = []

    def meanwhile(*arguments):
        monkeypatch.setattr(verbs, "_write_steward_files", real)
        with pytest.raises(NoReleaseError) as told:
            verbs.run(study(folder, 2, 0), folder / "zips")
        refused.append(str(told.value))
        real(*arguments)

    monkeypatch.setattr(verbs, "_write_steward_files", meanwhile)
    verbs.run(study(folder, 0, 2), folder / "ages")
    assert len(refused) == 1
    assert states(workspace) == ["released"]


MOMENTS = {
    "traced": (ledger_record, "input_identity"),
    "pending": (ledger_record.Recorder, "_compared"),
    "admitted": (verbs, "_write_steward_files"),
    "written": (run_folder, "_publish"),
    "visible": (ledger, "set_state"),
}


def run_until(folder, moment):
    """Die at a moment of a run; the process has no chance to clean up."""
    setattr(*MOMENTS[moment], lambda *_, **__: os.kill(os.getpid(), signal.SIGKILL))
    verbs.run(study(folder, 1, 0), folder / "killed")


def kill_at(folder, moment):
    victim = multiprocessing.get_context("spawn").Process(target=run_until, args=(folder, moment))
    victim.start()
    victim.join(120)
    assert victim.exitcode == -signal.SIGKILL


@pytest.mark.parametrize(
    "moment",
    [
        *(
            pytest.param(early, marks=pytest.mark.slow)
            for early in ("traced", "pending", "written")
        ),
        *("admitted", "visible"),
    ],
)
def test_a_killed_run_leaves_no_phantom(folder, workspace, moment):
    kill_at(folder, moment)
    expected = ["released"] if moment == "visible" else []
    assert (folder / "killed").exists() is bool(expected)
    assert states(workspace) == expected
    verbs.run(study(folder, 1, 0), folder / "next")
    assert states(workspace) == [*expected, "released"]


@pytest.mark.slow
def test_a_killed_run_that_cannot_be_found_again_counts(folder, workspace):
    kill_at(folder, "visible")
    (folder / "killed").rename(folder / "moved")
    assert states(workspace) == ["unsure"]
    with pytest.raises(NoReleaseError):
        verbs.run(study(folder, 0, 2), folder / "other")


def test_recording_a_small_table_takes_moments(folder, workspace):
    verbs.run(study(folder, 1, 0), folder / "run")
    trace = ledger.trace_in(workspace, ledger.entries(workspace)[0])
    start = time.process_time()
    for _ in range(10):
        with workspace.changing() as connection:
            connection.execute("UPDATE releases SET time = time")
    assert time.process_time() - start < 0.3
    assert trace.height == 16


def test_an_unknown_release_is_explained(folder, workspace):
    verbs.run(study(folder, 1, 0), folder / "run")
    with pytest.raises(StudyError, match="There is no release 'r0'"):
        ledger.entry(workspace, "r0")


def test_a_damaged_trace_is_explained(folder, workspace):
    verbs.run(study(folder, 0, 2), folder / "run")
    with sqlite3.connect(workspace.file) as connection:
        connection.execute("UPDATE traces SET body = x'00'")
    connection.close()
    with pytest.raises(StudyError, match="The trace of release"):
        verbs.run(study(folder, 2, 0), folder / "again")
