"""Whoever starts a server names databases; whoever uses it knows their names and nothing else."""

import pytest

from shoal.errors import StudyError
from shoal.ledger.workspace import Workspace
from shoal.server.actions import answer
from shoal.server.connections import VARIABLE, connection, connections, read_connections

FILE = """
hospital: postgresql://reader@db.example.org/records
archive:
  url: sqlite:///archive.db
  stewards: [ann]
"""


@pytest.fixture
def named(tmp_path, monkeypatch):
    path = tmp_path / "connections.yaml"
    path.write_text(FILE)
    monkeypatch.setenv(VARIABLE, str(path))
    return path


def test_names_and_kinds_are_told_and_no_address(named, tmp_path):
    told = answer(Workspace(tmp_path / "workspace", "ann"), "connections", {})
    assert told == [
        {"name": "hospital", "kind": "postgresql"},
        {"name": "archive", "kind": "sqlite"},
    ]


def test_a_connection_may_be_for_some_people_only(named):
    assert list(connections("ann")) == ["hospital", "archive"]
    assert list(connections("bob")) == ["hospital"]
    with pytest.raises(StudyError, match="no connection of this name"):
        connection("bob", "archive")


def test_without_a_file_there_is_none(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    assert connections("ann") == {}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a: postgresql://me:secret@host/db", "password"),
        ("a: http://169.254.169.254/latest", "not of a known kind"),
        ("a: {url: 'sqlite:///x.db', pasword: x}", "no key `pasword`"),
        ("a: {url: 'sqlite:///x.db', stewards: ann}", "list of names"),
        ("a: {url: 'sqlite:///x.db', credentials: 3}", "path of a file"),
        ("'../a': sqlite:///x.db", "a name has"),
        ("a: {stewards: [ann]}", "must be a text"),
    ],
)
def test_what_is_wrong_with_the_file_is_told_at_once(tmp_path, text, told):
    path = tmp_path / "connections.yaml"
    path.write_text(text)
    with pytest.raises(StudyError, match=told) as error:
        read_connections(path)
    assert "secret" not in str(error.value)
