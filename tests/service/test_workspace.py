"""The workspace is private, and says in words what is wrong with it."""

import os
import sqlite3
from pathlib import Path

import pytest

from shoal.errors import StudyError
from shoal.ledger.workspace import Workspace, workspace_of


@pytest.fixture
def workspace(tmp_path):
    return Workspace(tmp_path / ".shoal")


def used(workspace):
    with workspace.transaction() as connection:
        connection.execute(
            "INSERT INTO spending (input, epsilon, delta, release, time) VALUES ('a','1','0','','')"
        )
    return workspace


def fail_after_deleting(workspace):
    with workspace.transaction() as connection:
        connection.execute("DELETE FROM spending")
        raise KeyError


def rows(workspace):
    with workspace.snapshot() as connection:
        return connection.execute("SELECT count(*) FROM spending").fetchone()[0]


def test_only_the_owner_may_look_inside(workspace):
    os.umask(os.umask(0))  # whatever the person's habits are
    used(workspace).key()
    assert workspace.folder.stat().st_mode & 0o777 == 0o700
    with workspace.transaction():  # the files beside the database exist as long as it is open
        modes = {path.name: path.stat().st_mode & 0o777 for path in workspace.folder.iterdir()}
    assert "workspace.sqlite-wal" in modes
    assert set(modes.values()) == {0o600}


def test_a_database_that_became_readable_for_others_is_closed_again(workspace):
    used(workspace).file.chmod(0o644)
    rows(workspace)
    assert workspace.file.stat().st_mode & 0o777 == 0o600


def test_after_an_error_nothing_of_a_change_is_left(workspace):
    used(workspace)
    with pytest.raises(KeyError):
        fail_after_deleting(workspace)
    assert rows(workspace) == 1


def test_the_key_is_drawn_once(workspace):
    assert len(workspace.key()) == 32
    assert workspace.key() == Workspace(workspace.folder).key()


@pytest.mark.parametrize("content", [b"not a database" * 100, b"SQLite format 3\0" + b"x" * 4000])
def test_a_damaged_database_is_explained(workspace, content):
    used(workspace).file.write_bytes(content)
    with pytest.raises(StudyError, match="damaged, or not a workspace"):
        rows(workspace)


def test_a_newer_format_is_refused(workspace):
    used(workspace)
    with sqlite3.connect(workspace.file) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(StudyError, match="format 99; this version of Shoal reads format 5"):
        rows(workspace)


def test_a_short_key_is_refused(workspace):
    workspace.key()
    (workspace.folder / "workspace.key").write_bytes(b"short")
    with pytest.raises(StudyError, match=r"workspace\.key is damaged"):
        workspace.key()


def test_a_lost_key_is_not_replaced_while_releases_need_it(workspace):
    workspace.key()
    with workspace.transaction() as connection:
        connection.execute("INSERT INTO traces (trace, part, body) VALUES ('a', 0, x'')")
    (workspace.folder / "workspace.key").unlink()
    with pytest.raises(StudyError, match=r"workspace\.key is missing"):
        workspace.key()


def test_the_environment_names_another_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("SHOAL_WORKSPACE", str(tmp_path / "elsewhere"))
    assert workspace_of(Path("study")).folder == tmp_path / "elsewhere"


def test_a_closed_folder_of_a_study_leaves_the_workspace_beside_the_run(tmp_path, monkeypatch):
    monkeypatch.delenv("SHOAL_WORKSPACE", raising=False)
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # a superuser may write anywhere
    closed, beside = tmp_path / "closed", tmp_path / "beside"
    assert workspace_of(closed, beside).folder == beside / ".shoal"
    assert workspace_of(closed).folder == closed / ".shoal"


def test_an_existing_workspace_is_used_even_if_its_folder_is_closed(tmp_path, monkeypatch):
    monkeypatch.delenv("SHOAL_WORKSPACE", raising=False)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    (tmp_path / ".shoal").mkdir()
    assert workspace_of(tmp_path, tmp_path / "beside").folder == tmp_path / ".shoal"


def test_a_place_that_cannot_be_a_folder_is_explained(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StudyError, match="cannot be made"):
        Workspace(tmp_path / "file" / "inside").key()
