"""A session is a secret whose fingerprint is kept; it ends by time, by idleness, by sign-out."""

import time

import pytest

from shoal.ledger.workspace import Workspace
from shoal.server import sessions
from shoal.server.sessions import (
    BROWSER,
    SCRIPT,
    close_session,
    csrf_token,
    open_session,
    sessions_of,
    use_session,
)


@pytest.fixture
def workspace(tmp_path):
    return Workspace(tmp_path / "workspace")


@pytest.fixture
def later(monkeypatch):
    """Moves the clock."""
    real = time.time

    def move(seconds):
        monkeypatch.setattr(sessions.time, "time", lambda: real() + seconds)

    return move


def test_a_secret_is_good_until_it_expires(workspace, later):
    secret, made = open_session(workspace, "ada", 3600)
    assert use_session(workspace, secret, kind=BROWSER) == made
    later(3599)
    assert use_session(workspace, secret, kind=BROWSER) is not None
    later(3601)
    assert use_session(workspace, secret, kind=BROWSER) is None


def test_a_session_that_nobody_used_ends_and_one_that_is_used_goes_on(workspace, later):
    secret, _ = open_session(workspace, "ada", 10_000)
    later(500)
    assert use_session(workspace, secret, kind=BROWSER, idle=600)
    later(1000)
    assert use_session(workspace, secret, kind=BROWSER, idle=600)
    later(1700)
    assert use_session(workspace, secret, kind=BROWSER, idle=600) is None
    assert sessions_of(workspace, "ada", BROWSER) == []


def test_the_token_of_a_script_is_no_cookie_and_the_other_way_round(workspace):
    secret, _ = open_session(workspace, "ada", 60, kind=SCRIPT)
    assert use_session(workspace, secret, kind=BROWSER) is None
    assert use_session(workspace, secret, kind=SCRIPT)


def test_nobody_closes_the_session_of_another(workspace):
    secret, made = open_session(workspace, "ada", 60)
    assert not close_session(workspace, "bob", made.id)
    assert use_session(workspace, secret, kind=BROWSER)
    assert close_session(workspace, "ada", made.id)
    assert use_session(workspace, secret, kind=BROWSER) is None


def test_the_secret_is_nowhere_in_the_workspace(workspace):
    secret, made = open_session(workspace, "ada", 60)
    held = b"".join(path.read_bytes() for path in workspace.folder.rglob("*") if path.is_file())
    assert made.id.encode() in held
    assert secret.encode() not in held
    assert csrf_token(secret).encode() not in held


def test_expired_sessions_are_swept(workspace, later):
    open_session(workspace, "ada", 1)
    later(2)
    open_session(workspace, "ada", 60)
    with workspace.snapshot() as connection:
        assert connection.execute("SELECT count(*) FROM sessions").fetchone() == (1,)


def test_what_pages_send_follows_from_the_secret_and_does_not_tell_it():
    assert csrf_token("a") == csrf_token("a") != csrf_token("b")
    assert "secret" not in csrf_token("secret")
