"""The commands `shoal user` and `shoal serve`, without a server."""

import pytest
from typer.testing import CliRunner

from shoal.cli import serve_command
from shoal.cli.program import app
from shoal.ledger.workspace import Workspace
from shoal.server import passwords
from shoal.server.sessions import SCRIPT, use_session

PASSWORD = "the otter swims at noon"


@pytest.fixture
def ask(tmp_path, monkeypatch):
    monkeypatch.setattr(passwords, "WORK", 2**4)

    def asked(*words, given=None):
        return CliRunner().invoke(app, [*words, "--workspace", str(tmp_path / "w")], input=given)

    return asked


def test_a_user_is_added_listed_and_removed(ask):
    done = ask("user", "add", "ada", "--role", "steward", given=f"{PASSWORD}\n{PASSWORD}\n")
    assert "ada may sign in as steward" in done.output
    assert PASSWORD not in done.output
    assert ask("user", "list").output.split()[:3] == ["ada", "steward", "password"]
    assert ask("user", "remove", "ada").exit_code == 0
    assert "no users yet" in ask("user", "list").output


def test_a_password_may_stand_in_a_file(ask, tmp_path):
    (tmp_path / "p").write_text(PASSWORD + "\n")
    ask("user", "add", "ada", "--password-file", str(tmp_path / "p"))
    assert "password" in ask("user", "list").output
    assert ask("user", "add", "ada", "--password-file", str(tmp_path / "none")).exit_code == 2


def test_a_weak_password_is_refused(ask):
    assert ask("user", "add", "ada", given="short\nshort\n").exit_code == 2
    assert "no users yet" in ask("user", "list").output


def test_a_token_is_shown_once_and_works(ask, tmp_path):
    token = ask("user", "token", "--label", "nightly").output.strip()
    found = use_session(Workspace(tmp_path / "w"), token, kind=SCRIPT)
    assert (found.user, found.label) == ("local", "nightly")
    assert ask("user", "token", "nobody").exit_code == 2


def test_a_server_for_others_without_users_does_not_start(ask):
    done = ask("serve", "--host", "0.0.0.0", "--port", "0")
    assert done.exit_code == 2
    assert "nobody has a password" in done.output


def test_a_certificate_needs_its_key(ask):
    assert "together" in ask("serve", "--port", "0", "--tls-key", "x").output


def test_what_is_missing_is_said_with_how_to_get_it(ask, monkeypatch):
    monkeypatch.setattr(serve_command, "NEEDED", ("fastapi", "a_package_that_is_not_there"))
    done = ask("serve", "--port", "0")
    assert done.exit_code == 2
    assert "a_package_that_is_not_there" in done.output
    assert "pip install 'shoal[serve]'" in done.output
