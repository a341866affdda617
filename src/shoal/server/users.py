"""Who may use a server, in which role; kept in its workspace.

    steward      has tables, sees them raw, makes releases and shares them
    researcher   gets the releases and certificates that a steward shares with them
    viewer       gets the certificates that a steward shares with them

`local` is the steward of a server that only this computer reaches.
"""

import re
import secrets
import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from shoal.errors import StudyError, did_you_mean
from shoal.ledger.workspace import Workspace
from shoal.server import passwords

STEWARD, RESEARCHER, VIEWER = "steward", "researcher", "viewer"
ROLES = (STEWARD, RESEARCHER, VIEWER)
LOCAL = "local"
LATER = "~"  # in ids of people whose name somebody had before; no name has it
NAME = r"[a-z0-9][a-z0-9._@-]{0,63}"


@dataclass(frozen=True)
class User:
    """Somebody who may sign in.

    Attributes:
        id: What they keep is kept under it; nobody else ever has the same.
        name: Their name; after they are removed, somebody else may have it.
        role: steward, researcher or viewer.
        has_password: Whether they can sign in with a password; else by a proxy or a token.
        created: When they were added.
    """

    id: str
    name: str
    role: str
    has_password: bool
    created: str


def add_user(workspace: Workspace, name: str, role: str, password: str | None = None) -> User:
    """Add somebody, or change their role and password; whoever is signed in must do so again."""
    if not re.fullmatch(NAME, name):
        raise StudyError(
            "A user's name is 1 to 64 small letters, digits and . _ @ -, beginning with a letter or"
            " digit. Take another."
        )
    if role not in ROLES:
        raise StudyError(f"There is no role {role!r}.{did_you_mean(role, ROLES)}")
    kept = None if password is None else passwords.hashed(password)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    with workspace.changing() as connection:
        connection.execute(
            "INSERT INTO users (id, name, role, password, created) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (name) DO UPDATE SET role = excluded.role, password = excluded.password",
            (_id(connection, name), name, role, kept, now),
        )
        connection.execute("DELETE FROM sessions WHERE user = ?", (name,))
    return user(workspace, name)


def users(workspace: Workspace) -> list[User]:
    """Everybody, by name."""
    with workspace.reading() as connection:
        rows = connection.execute(f"{_SELECT} ORDER BY name").fetchall()
    return [_made(row) for row in rows]


def find_user(workspace: Workspace, name: str) -> User | None:
    """Somebody, if they may sign in here."""
    with workspace.reading() as connection:
        row = connection.execute(f"{_SELECT} WHERE name = ?", (name,)).fetchone()
    return None if row is None else _made(row)


def user(workspace: Workspace, name: str) -> User:
    """Somebody who is known."""
    found = find_user(workspace, name)
    if found is None:
        known = [one.name for one in users(workspace)]
        raise StudyError(f"There is no user {name!r}.{did_you_mean(name, known)}")
    return found


def remove_user(workspace: Workspace, name: str) -> None:
    """Nobody signs in as this person any more; what they kept stays, and is nobody else's."""
    found = user(workspace, name)
    with workspace.changing() as connection:
        connection.execute("DELETE FROM shares WHERE user = ?", (found.id,))
        connection.execute("DELETE FROM sessions WHERE user = ?", (name,))
        connection.execute("DELETE FROM users WHERE name = ?", (name,))


def who_has(workspace: Workspace, name: str, password: str) -> User | None:
    """The user of a name and a password; as slow for a name that nobody has."""
    with workspace.reading() as connection:
        row = connection.execute("SELECT password FROM users WHERE name = ?", (name,)).fetchone()
    fits = passwords.fits(password, row[0] if row else None)
    return find_user(workspace, name) if fits else None


def id_of(workspace: Workspace, name: str) -> str:
    """Under which id somebody of this name keeps their things; the name, if there is nobody."""
    found = find_user(workspace, name)
    return found.id if found else name


def name_of(workspace: Workspace, id: str) -> str:
    """The name of an owner, also of one who was removed."""
    with workspace.reading() as connection:
        row = connection.execute("SELECT name FROM users WHERE id = ?", (id,)).fetchone()
    return str(row[0]) if row else id.partition(LATER)[0]


def local_user(workspace: Workspace) -> User:
    """The steward of a server that only this computer reaches."""
    return find_user(workspace, LOCAL) or add_user(workspace, LOCAL, STEWARD)


_SELECT = "SELECT id, name, role, password IS NOT NULL, created FROM users"


def _made(row: tuple[Any, ...]) -> User:
    id, name, role, has_password, created = row
    return User(id, name, role, bool(has_password), created)


def _id(connection: sqlite3.Connection, name: str) -> str:
    """An id that nobody had before: the name, or for the next one of this name a new word."""
    known = connection.execute("SELECT id FROM users WHERE name = ?", (name,)).fetchone()
    if known is not None:
        return str(known[0])
    query = "SELECT 1 FROM owners WHERE id = ?"
    was_there = connection.execute(query, (name,)).fetchone() is not None
    made = f"{name}{LATER}{secrets.token_hex(8)}" if was_there else name
    connection.execute("INSERT INTO owners (id) VALUES (?)", (made,))
    return made
