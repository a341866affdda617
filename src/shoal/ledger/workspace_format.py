"""The tables of a workspace's database, and how an older one becomes like a new one.

Format 2 gave every release and every spending an owner (the person of the command line has no
name: the empty text), and added what a service keeps: tables, studies, runs, jobs, people.
Format 3 gave people ids. The id is the name, unless an account of that name was there before:
whoever gets an old name later is somebody else.
Format 4 added rosters, by which people are recognized in a changed input.
Format 5 renamed the state `kept` to `draft`, as on the command line.
"""

import sqlite3
from collections.abc import Iterable

FORMAT = 5
_FIRST = (
    """CREATE TABLE spending (
        id INTEGER PRIMARY KEY, input TEXT NOT NULL, epsilon TEXT NOT NULL, delta TEXT NOT NULL,
        release TEXT NOT NULL, time TEXT NOT NULL)""",
    """CREATE TABLE releases (
        number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, state TEXT NOT NULL,
        time TEXT NOT NULL, input TEXT NOT NULL, place TEXT NOT NULL, trace TEXT NOT NULL,
        facts TEXT NOT NULL)""",
    """CREATE TABLE traces (
        trace TEXT NOT NULL, part INTEGER NOT NULL, body BLOB NOT NULL,
        PRIMARY KEY (trace, part))""",
)
_SECOND = (
    "ALTER TABLE spending ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE releases ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
    """CREATE TABLE tables (
        id TEXT PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL, kind TEXT NOT NULL,
        format TEXT NOT NULL, file TEXT NOT NULL, bytes INTEGER NOT NULL, sha256 TEXT NOT NULL,
        records INTEGER NOT NULL, columns TEXT NOT NULL, created TEXT NOT NULL)""",
    """CREATE TABLE keys (
        id TEXT PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL, created TEXT NOT NULL)""",
    """CREATE TABLE studies (
        id TEXT PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL, table_id TEXT,
        body TEXT NOT NULL, created TEXT NOT NULL, changed TEXT NOT NULL)""",
    """CREATE TABLE runs (
        id TEXT PRIMARY KEY, owner TEXT NOT NULL, study_id TEXT NOT NULL, table_id TEXT NOT NULL,
        body TEXT NOT NULL, release TEXT NOT NULL, created TEXT NOT NULL, given TEXT)""",
    """CREATE TABLE shares (
        run TEXT NOT NULL, user TEXT NOT NULL, created TEXT NOT NULL, PRIMARY KEY (run, user))""",
    """CREATE TABLE jobs (
        number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, owner TEXT NOT NULL,
        action TEXT NOT NULL, arguments TEXT NOT NULL, state TEXT NOT NULL, seconds REAL,
        progress TEXT, result TEXT, problem TEXT, created TEXT NOT NULL, started TEXT,
        ended TEXT, turn INTEGER NOT NULL DEFAULT 0)""",
    """CREATE TABLE users (
        name TEXT PRIMARY KEY, role TEXT NOT NULL, password TEXT, created TEXT NOT NULL)""",
    """CREATE TABLE sessions (
        id TEXT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, user TEXT NOT NULL, kind TEXT NOT NULL,
        label TEXT NOT NULL, created REAL NOT NULL, expires REAL NOT NULL, used REAL NOT NULL)""",
    "CREATE INDEX tables_of ON tables (owner)",
    "CREATE INDEX studies_of ON studies (owner)",
    "CREATE INDEX runs_of ON runs (owner)",
    "CREATE INDEX jobs_of ON jobs (owner, state)",
    "CREATE INDEX jobs_in ON jobs (state)",
)
_OWNED = ("tables", "keys", "studies", "runs", "jobs", "releases", "spending")
_THIRD = (
    "CREATE TABLE owners (id TEXT PRIMARY KEY)",  # every one there ever was
    "ALTER TABLE users ADD COLUMN id TEXT NOT NULL DEFAULT ''",
    "UPDATE users SET id = name",
    "CREATE UNIQUE INDEX users_by ON users (id)",
    "INSERT INTO owners SELECT name FROM users UNION SELECT user FROM shares",
    *(f"INSERT OR IGNORE INTO owners SELECT DISTINCT owner FROM {name}" for name in _OWNED),  # noqa: S608
    "DELETE FROM shares WHERE user NOT IN (SELECT name FROM users)",  # nobody is there to see them
)
_FOURTH = (
    "ALTER TABLE spending ADD COLUMN roster TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE releases ADD COLUMN roster TEXT NOT NULL DEFAULT ''",
    """CREATE TABLE rosters (
        roster TEXT NOT NULL, part INTEGER NOT NULL, body BLOB NOT NULL,
        PRIMARY KEY (roster, part))""",
)
_FIFTH = ("UPDATE releases SET state = 'draft' WHERE state = 'kept'",)
_STEPS = (_FIRST, _SECOND, _THIRD, _FOURTH, _FIFTH)  # each leads from one format to the next


def make_tables(connection: sqlite3.Connection) -> None:
    """Make all tables in an empty database."""
    _step(connection, range(FORMAT))


def migrate(connection: sqlite3.Connection) -> None:
    """Bring an older database to today's format, in one transaction; others find it done."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        _step(connection, range(version, FORMAT))
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _step(connection: sqlite3.Connection, formats: Iterable[int]) -> None:
    """Bring a database from each of these formats to the next one."""
    for number in formats:
        for statement in _STEPS[number]:
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {number + 1}")
