"""Workspaces of older versions are read and become like new ones; nothing in them is lost."""

import contextlib
import itertools
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

from shoal.ledger import ledger, workspace_format
from shoal.ledger.account import Cost, SpentBefore, accounts, balance, spend
from shoal.ledger.workspace import Workspace, use_everywhere, workspace_of
from shoal.server.stored.table_rows import tables
from shoal.server.users import add_user, find_user, name_of

FACTS = '{"shown": {}, "recipient": null}'


@pytest.fixture
def old(tmp_path):
    """A workspace as format 1 had it, with a release, its trace and some spending."""
    workspace = Workspace(tmp_path / "old")
    workspace.folder.mkdir()
    with contextlib.closing(sqlite3.connect(workspace.file, isolation_level=None)) as made:
        made.execute("PRAGMA journal_mode = WAL")
        for statement in workspace_format._FIRST:
            made.execute(statement)
        made.execute("PRAGMA user_version = 1")
        made.execute("INSERT INTO spending VALUES (1, 'x', '1/2', '0', 'r1', 'then')")
        row = ("r1", "released", "then", "x", "/run", "t", FACTS)
        made.execute(
            "INSERT INTO releases (id, state, time, input, place, trace, facts)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            row,
        )
        made.execute("INSERT INTO traces VALUES ('t', 0, x'00')")
    return workspace


def version(workspace):
    with workspace.snapshot() as connection:
        return connection.execute("PRAGMA user_version").fetchone()[0]


def test_an_old_workspace_keeps_its_releases_and_accounts(old):
    [one] = ledger.entries(old)
    assert (one.id, one.state, one.owner) == ("r1", "released", "")
    assert balance(old, "x").epsilon == Fraction(1, 2)
    assert version(old) == workspace_format.FORMAT == 5


def test_an_old_workspace_gets_the_tables_of_a_new_one(old, tmp_path):
    def shape(workspace):
        with workspace.transaction() as connection:
            return sorted(connection.execute("SELECT type, name FROM sqlite_master").fetchall())

    assert shape(old) == shape(Workspace(tmp_path / "new"))


def test_two_processes_may_find_it_old_at_once(old):
    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(version, [old] * 16)] == [5] * 16


def test_a_migration_that_fails_leaves_the_old_workspace(old, monkeypatch):
    steps = {
        1: (*workspace_format._SECOND, "CREATE TABLE tables (again)"),
        2: workspace_format._THIRD,
    }
    monkeypatch.setattr(workspace_format, "_STEPS", steps)
    with pytest.raises(Exception, match="cannot be used"):
        version(old)
    monkeypatch.undo()
    assert len(ledger.entries(old)) == 1


def test_what_all_owners_spend_adds_up_and_each_sees_their_own(tmp_path):
    ann, bob = (Workspace(tmp_path / "w", owner) for owner in ("ann", "bob"))
    spend(ann, "x", Cost(Fraction(1), Fraction(0)), "r1", only_first=True)
    with pytest.raises(SpentBefore):
        spend(bob, "x", Cost(Fraction(2), Fraction(0)), "r2", only_first=True)
    spend(bob, "x", Cost(Fraction(2), Fraction(0)), "r2")
    assert [balance(one, "x").epsilon for one in (ann, bob)] == [3, 3]
    assert [accounts(one)["x"].epsilon for one in (ann, bob)] == [1, 2]
    assert accounts(Workspace(tmp_path / "w")) == {}


def test_runs_that_were_kept_are_drafts_now(tmp_path):
    """Format 4 kept what a server's people had given to nobody."""
    workspace = Workspace(tmp_path / "fourth", "ann")
    workspace.folder.mkdir()
    with contextlib.closing(sqlite3.connect(workspace.file, isolation_level=None)) as made:
        for statement in itertools.chain(*workspace_format._STEPS[:4]):
            made.execute(statement)
        made.execute("PRAGMA user_version = 4")
        for id, state in (("r1", "kept"), ("r2", "released")):
            made.execute(
                "INSERT INTO releases (id, state, time, input, place, trace, facts, owner)"
                " VALUES (?, ?, 'then', 'x', '/run', 't', ?, 'ann')",
                [id, state, FACTS],
            )
    assert [one.state for one in ledger.entries(workspace)] == ["draft", "released"]


def test_what_an_older_version_ran_outside_a_server_was_given(old):
    [one] = ledger.entries(old)
    assert (one.at_once, one.visible_state) == (True, "released")


def test_a_worker_works_in_the_workspace_of_an_owner(tmp_path):
    with use_everywhere(Workspace(tmp_path / "w", "ann")):
        assert workspace_of(tmp_path) == Workspace(tmp_path / "w", "ann")
    assert workspace_of(tmp_path).owner == ""


@pytest.fixture
def second(tmp_path):
    """A workspace as format 2 had it: ann is there, bob was removed, both have a table."""
    workspace = Workspace(tmp_path / "second")
    workspace.folder.mkdir()
    with contextlib.closing(sqlite3.connect(workspace.file, isolation_level=None)) as made:
        for statement in (*workspace_format._FIRST, *workspace_format._SECOND):
            made.execute(statement)
        made.execute("PRAGMA user_version = 2")
        made.execute("INSERT INTO users VALUES ('ann', 'steward', NULL, 'then')")
        for owner in ("ann", "bob"):
            row = (owner * 11, owner, "t", "table", "csv", "f", 1, "x", 1, "[]", "then")
            made.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        made.execute("INSERT INTO spending VALUES (1, 'x', '1', '0', 'r', 'then', 'cat')")
        made.executemany("INSERT INTO shares VALUES (?, ?, '')", [("r", "ann"), ("r", "dan")])
    return workspace


def test_people_of_an_old_workspace_keep_their_things_and_nobody_inherits(second):
    assert len(tables(second, find_user(second, "ann").id)) == 1
    assert find_user(second, "ann").id == "ann"
    for name in ("bob", "cat", "dan"):  # each left something else
        made = add_user(second, name, "steward")
        assert made.id.startswith(f"{name}~")
        assert tables(second, made.id) == []
        assert name_of(second, made.id) == name
    assert add_user(second, "eve", "steward").id == "eve"
    with second.snapshot() as connection:
        assert connection.execute("SELECT user FROM shares").fetchall() == [("ann",)]
