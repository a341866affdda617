"""Users have a name, a role and perhaps a password; their sessions end with them."""

import pytest

from shoal.errors import StudyError
from shoal.ledger.workspace import Workspace
from shoal.server import passwords
from shoal.server.sessions import BROWSER, SCRIPT, open_session, use_session
from shoal.server.users import (
    add_user,
    find_user,
    local_user,
    remove_user,
    user,
    user_with_password,
    users,
)

SECRET = "the otter swims at noon"


@pytest.fixture(autouse=True)
def _little_work(monkeypatch):
    monkeypatch.setattr(passwords, "WORK", 2**4)


@pytest.fixture
def workspace(tmp_path):
    return Workspace(tmp_path / "workspace")


def test_a_user_is_known_by_name_and_password(workspace):
    add_user(workspace, "ada", "steward", SECRET)
    assert user_with_password(workspace, "ada", SECRET) == user(workspace, "ada")
    assert user_with_password(workspace, "ada", SECRET + "!") is None
    assert user_with_password(workspace, "bob", SECRET) is None


def test_a_user_without_password_has_none_that_fits(workspace):
    add_user(workspace, "ada", "steward")
    assert not user(workspace, "ada").has_password
    assert user_with_password(workspace, "ada", "") is None


def test_the_password_is_nowhere_in_the_workspace(workspace):
    add_user(workspace, "ada", "steward", SECRET)
    held = b"".join(path.read_bytes() for path in workspace.folder.rglob("*") if path.is_file())
    assert b"ada" in held
    assert SECRET.encode() not in held


@pytest.mark.parametrize("name", ["", "Ada", "../x", "a b", "x" * 65, "-a", "a\n", "ä"])
def test_names_are_plain(workspace, name):
    with pytest.raises(StudyError, match="small letters"):
        add_user(workspace, name, "steward")


def test_unknown_roles_are_refused_with_a_hint(workspace):
    with pytest.raises(StudyError, match="Did you mean 'steward'"):
        add_user(workspace, "ada", "stewart")


def test_unknown_users_are_refused_with_a_hint(workspace):
    add_user(workspace, "ada", "steward")
    with pytest.raises(StudyError, match="Did you mean 'ada'"):
        remove_user(workspace, "adda")


@pytest.mark.parametrize(
    "change", [remove_user, lambda place, name: add_user(place, name, "viewer")]
)
def test_sessions_and_tokens_end_when_a_user_changes_or_goes(workspace, change):
    add_user(workspace, "ada", "steward")
    secrets = {kind: open_session(workspace, "ada", 60, kind=kind)[0] for kind in (BROWSER, SCRIPT)}
    change(workspace, "ada")
    assert [use_session(workspace, secrets[kind], kind=kind) for kind in secrets] == [None, None]


def test_removed_users_are_gone(workspace):
    add_user(workspace, "ada", "steward")
    add_user(workspace, "bob", "viewer")
    remove_user(workspace, "ada")
    assert [one.name for one in users(workspace)] == ["bob"]
    assert find_user(workspace, "ada") is None


def test_the_local_steward_is_made_once(workspace):
    assert local_user(workspace) == local_user(workspace)
    assert local_user(workspace).role == "steward"
