"""A workspace whose database is lost, cut off or older than its folders keeps every run."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys

import pytest

from shoal.errors import StudyError
from shoal.ledger import ledger
from shoal.ledger.account import balance, now
from shoal.ledger.workspace import Workspace
from shoal.server import stored
from shoal.server.jobs import Jobs, jobs
from shoal.server.stored import job_rows
from shoal.server.stored.ids import new_id
from shoal.server.stored.key_files import make_key
from shoal.server.stored.reading import read_here
from shoal.server.stored.run_rows import StoredRun, insert_run
from shoal.server.users import add_user
from web.server import serving

pytestmark = pytest.mark.slow

TABLE = [b"age,sex\n34,m\n35,f\n"]


@pytest.fixture
def workspace(tmp_path):
    """People, a table, a key and three runs of killed servers' days."""
    workspace = Workspace(tmp_path / "workspace")
    add_user(workspace, "local", "steward")
    stored.keep_table(workspace, "local", "people.csv", TABLE, reader=read_here)
    make_key(workspace, "local", "key")
    for _ in range(3):
        kept_run(workspace)
    return workspace


def kept_run(workspace, state="done", *, is_known=True):
    """A run folder, with its job and its entry if it is known; gives its id."""
    job = job_rows.add_job(workspace, "local", "run", {}, 1.0, 50) if state else None
    id = job.id if job else new_id()
    folder = workspace.folder / "runs" / id
    folder.mkdir(parents=True)
    (folder / "summary.json").write_text(json.dumps({"run": id}))
    with workspace.transaction() as connection:
        connection.execute("UPDATE jobs SET state = ? WHERE id = ?", [state, id])
        if is_known and state:
            insert_run(connection, StoredRun(id, "local", "s", "t", {}, f"r{id}", now()))
    return id


def runs_in(workspace):
    return {path.name for path in (workspace.folder / "runs").iterdir()}


def remove(workspace):
    workspace.file.unlink()


def empty(workspace):
    os.truncate(workspace.file, 0)


def cut_in_half(workspace):
    os.truncate(workspace.file, workspace.file.stat().st_size // 2)


def cut_to_a_page(workspace):
    os.truncate(workspace.file, 4096)


def overwrite(workspace):
    workspace.file.write_bytes(b"x" * workspace.file.stat().st_size)


ACCIDENTS = (remove, empty, cut_in_half, cut_to_a_page, overwrite)
every_accident = pytest.mark.parametrize("happen", ACCIDENTS)


def everything(workspace):
    """Every file but the database, with its content."""
    files = [path for path in workspace.folder.rglob("*") if path.is_file()]
    return {
        path.relative_to(workspace.folder): path.read_bytes()
        for path in files
        if "sqlite" not in path.name
    }


@every_accident
def test_a_server_refuses_to_start_and_deletes_nothing(workspace, happen):
    before = everything(workspace)
    happen(workspace)
    command = [sys.executable, "-m", "shoal", "serve", "--port", "0", "--workspace"]
    done = subprocess.run(
        [*command, str(workspace.folder)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 2
    assert "backup" in done.stderr
    assert "Traceback" not in done.stderr
    assert "sign-in#token" not in done.stdout
    assert everything(workspace) == before


@every_accident
def test_jobs_do_not_begin_and_delete_nothing(workspace, happen):
    before = everything(workspace)
    happen(workspace)
    with pytest.raises(StudyError, match="backup"):
        Jobs(workspace, workers=0).start()
    assert everything(workspace) == before


@pytest.mark.parametrize("happen", [remove, empty])
def test_a_lost_database_is_neither_an_empty_ledger_nor_an_empty_account(workspace, happen):
    workspace.key()
    happen(workspace)
    asked = [
        lambda: ledger.entries(workspace),
        lambda: balance(workspace, "x"),
        lambda: stored.tables(workspace, "local"),
        lambda: add_user(workspace, "eve", "steward"),
        lambda: stored.keep_table(workspace, "local", "b.csv", TABLE, reader=read_here),
        workspace.key,
        workspace.refuse_unusable,
    ]
    for ask in asked:
        with pytest.raises(StudyError, match="backup"):
            ask()


@pytest.mark.parametrize("left", ["workspace.key", "workspace.sqlite-wal", "runs/x", "tables/x"])
def test_whatever_is_left_tells_that_a_database_was_there(tmp_path, left):
    workspace = Workspace(tmp_path / "w")
    (workspace.folder / left).parent.mkdir(parents=True)
    (workspace.folder / left).write_bytes(b"")
    with pytest.raises(StudyError, match=r"workspace\.sqlite is missing"):
        ledger.entries(workspace)


def test_a_folder_with_other_things_may_become_a_workspace(tmp_path):
    (tmp_path / "notes.txt").write_text("")
    assert ledger.entries(Workspace(tmp_path)) == []
    assert len(Workspace(tmp_path).key()) == 32


def test_runs_that_an_older_backup_does_not_know_are_moved_aside(tmp_path, workspace):
    known = runs_in(workspace)
    backup = shutil.copy(workspace.file, tmp_path / "backup")
    later = kept_run(workspace)
    (workspace.folder / "jobs" / later).mkdir(parents=True)
    (workspace.folder / "jobs" / later / "model.json").write_text("{}")
    workspace.file.unlink()
    shutil.copy(backup, workspace.file)
    with serving(tmp_path) as server:
        assert f"{later}" in server.log
    assert runs_in(workspace) == known
    [aside] = (workspace.folder / "aside").iterdir()
    found = {str(path.relative_to(aside)) for path in aside.rglob("*") if path.is_file()}
    assert found == {f"runs/{later}/summary.json", f"jobs/{later}/model.json"}
    assert aside.stat().st_mode & 0o777 == 0o700


def test_what_a_killed_job_left_is_removed_and_what_nobody_knows_is_not(workspace):
    known = runs_in(workspace)
    half = kept_run(workspace, "running", is_known=False)
    draft = workspace.folder / "runs" / f".{half}.shoal-draft-abc"
    draft.mkdir()
    stranger = kept_run(workspace, None)
    (workspace.folder / "runs" / "notes.txt").write_text("of the person who runs the server")
    jobs.settle(workspace)
    assert runs_in(workspace) == known
    [aside] = (workspace.folder / "aside").iterdir()
    assert {path.name for path in (aside / "runs").iterdir()} == {stranger, "notes.txt"}


def test_a_run_is_forgotten_with_its_folder_or_not_at_all(workspace, monkeypatch):
    """Whoever is killed in between leaves no folder that a later start would have to keep."""
    first, *_ = runs_in(workspace)

    def killed(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(shutil, "rmtree", killed)
    with pytest.raises(KeyboardInterrupt):
        stored.forget_run(workspace, "local", first)
    monkeypatch.undo()
    assert stored.run(workspace, "local", first).id == first
    stored.forget_run(workspace, "local", first)
    assert first not in runs_in(workspace)


def test_a_whole_database_passes(workspace):
    with Jobs(workspace, workers=0) as started:
        assert len(stored.runs(started.workspace, "local")) == 3
    with sqlite3.connect(workspace.file) as connection:
        assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
    connection.close()
