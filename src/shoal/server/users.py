"""Who may use a server, in which role; stored in its workspace.

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
LATER = "~"  # in ids of people whose name was used before; names cannot contain it
NAME = r"[a-z0-9][a-z0-9._@-]{0,63}"


@dataclass(frozen=True)
class User:
    """Somebody who may sign in.

    Attributes:
        id: The owner id of everything they store; never given to anybody else.
        name: Their name; after they are removed, somebody else may have it.
        role: steward, researcher or viewer.
        has_password: Whether they sign in with a password; otherwise by a proxy or a token.
        created: When they were added.
    """

    id: str
    name: str
    role: str
    has_password: bool
    created: str


def add_user(workspace: Workspace, name: str, role: str, password: str | None = None) -> User:
    """Add a user, or change their role and password; all their sessions end.

    Without a password they cannot sign in with one any more. StudyError for a wrong name or role,
    or a weak password.
    """
    if not re.fullmatch(NAME, name):
        raise StudyError(
            "A user's name is 1 to 64 small letters, digits and . _ @ -, beginning with a letter or"
            " digit. Take another."
        )
    if role not in ROLES:
        raise StudyError(f"There is no role {role!r}.{did_you_mean(role, ROLES)}")
    kept = None if password is None else passwords.hash_password(password)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    with workspace.transaction() as connection:
        connection.execute(
            "INSERT INTO users (id, name, role, password, created) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (name) DO UPDATE SET role = excluded.role, password = excluded.password",
            (_owner_id(connection, name), name, role, kept, now),
        )
        connection.execute("DELETE FROM sessions WHERE user = ?", (name,))
    return user(workspace, name)


def users(workspace: Workspace) -> list[User]:
    """All users, sorted by name."""
    with workspace.snapshot() as connection:
        rows = connection.execute(f"{_SELECT} ORDER BY name").fetchall()
    return [_user_from_row(row) for row in rows]


def find_user(workspace: Workspace, name: str) -> User | None:
    """The user of this name; None if there is none."""
    with workspace.snapshot() as connection:
        row = connection.execute(f"{_SELECT} WHERE name = ?", (name,)).fetchone()
    return None if row is None else _user_from_row(row)


def user(workspace: Workspace, name: str) -> User:
    """The user of this name; StudyError if there is none."""
    person = find_user(workspace, name)
    if person is None:
        known = [other.name for other in users(workspace)]
        raise StudyError(f"There is no user {name!r}.{did_you_mean(name, known)}")
    return person


def remove_user(workspace: Workspace, name: str) -> None:
    """Remove a user, their sessions, and what is shared with them; StudyError if there is none.

    What they stored stays, and nobody else can reach it.
    """
    person = user(workspace, name)
    with workspace.transaction() as connection:
        connection.execute("DELETE FROM shares WHERE user = ?", (person.id,))
        connection.execute("DELETE FROM sessions WHERE user = ?", (name,))
        connection.execute("DELETE FROM users WHERE name = ?", (name,))


def user_with_password(workspace: Workspace, name: str, password: str) -> User | None:
    """The user of this name and password; None if one is wrong.

    It takes as long for a name that does not exist.
    """
    with workspace.snapshot() as connection:
        row = connection.execute("SELECT password FROM users WHERE name = ?", (name,)).fetchone()
    fits = passwords.is_password_of(password, row[0] if row else None)
    return find_user(workspace, name) if fits else None


def id_of(workspace: Workspace, name: str) -> str:
    """The owner id of the user of this name; the name itself if there is no such user."""
    person = find_user(workspace, name)
    return person.id if person else name


def name_of(workspace: Workspace, id: str) -> str:
    """The name of an owner, even if the user was removed."""
    with workspace.snapshot() as connection:
        row = connection.execute("SELECT name FROM users WHERE id = ?", (id,)).fetchone()
    return str(row[0]) if row else id.partition(LATER)[0]


def local_user(workspace: Workspace) -> User:
    """The steward of a server that only this computer reaches; added if there is none."""
    return find_user(workspace, LOCAL) or add_user(workspace, LOCAL, STEWARD)


_SELECT = "SELECT id, name, role, password IS NOT NULL, created FROM users"


def _user_from_row(row: tuple[Any, ...]) -> User:
    id, name, role, has_password, created = row
    return User(id, name, role, bool(has_password), created)


def _owner_id(connection: sqlite3.Connection, name: str) -> str:
    """The owner id of a user: known, or new and never used before.

    The first user of a name has the name as id; a later one of the same name gets a random suffix.
    """
    known = connection.execute("SELECT id FROM users WHERE name = ?", (name,)).fetchone()
    if known is not None:
        return str(known[0])
    query = "SELECT 1 FROM owners WHERE id = ?"
    is_taken = connection.execute(query, (name,)).fetchone() is not None
    id = f"{name}{LATER}{secrets.token_hex(8)}" if is_taken else name
    connection.execute("INSERT INTO owners (id) VALUES (?)", (id,))
    return id
