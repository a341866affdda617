"""Who is signed in: the person has a random secret, the workspace has its fingerprint.

A browser sends its session in a cookie, a script sends its token in a header. Both are 256 random
bits. Only their SHA-256 is stored, so whoever reads the workspace cannot sign in.
"""

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass

from shoal.ledger.workspace import Workspace

BROWSER, SCRIPT = "browser", "script"
# All of a session but the digest of its secret, in the order of `Session`.
AS_FOUND = "SELECT id, user, kind, label, created, expires, used FROM sessions"
REFRESH = 60.0  # seconds between two updates of the time of the last use


@dataclass(frozen=True)
class Session:
    """A person at a browser, or a script of theirs.

    Attributes:
        id: Its public name, not the secret.
        user: Whose it is.
        kind: `BROWSER` or `SCRIPT`.
        label: The name that a person gave to the token of a script.
        created: When, in seconds since 1970.
        expires: Until when, in seconds since 1970.
        used: When it was used last, accurate to a minute.
    """

    id: str
    user: str
    kind: str
    label: str
    created: float
    expires: float
    used: float


def open_session(
    workspace: Workspace, user: str, seconds: float, *, kind: str = BROWSER, label: str = ""
) -> tuple[str, Session]:
    """Store a new session; returns its secret, which is stored nowhere, and the session.

    Also deletes the expired sessions of all users.
    """
    secret, now = secrets.token_urlsafe(32), time.time()
    session = Session(secrets.token_hex(16), user, kind, label, now, now + seconds, now)
    with workspace.transaction() as connection:
        connection.execute("DELETE FROM sessions WHERE expires < ?", (now,))
        connection.execute(
            "INSERT INTO sessions (id, digest, user, kind, label, created, expires, used)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (session.id, _digest(secret), user, kind, label, now, session.expires, now),
        )
    return secret, session


def use_session(
    workspace: Workspace, secret: str, *, kind: str, idle: float | None = None
) -> Session | None:
    """The session of a secret; None if it is unknown, expired, or unused for `idle` seconds.

    Asking counts as use, so the time of the last use is stored. A session that was unused for too
    long is closed.
    """
    now = time.time()
    with workspace.snapshot() as connection:
        row = connection.execute(
            f"{AS_FOUND} WHERE digest = ? AND kind = ? AND expires > ?",
            (_digest(secret), kind, now),
        ).fetchone()
    if row is None:
        return None
    session = Session(*row)
    if idle is not None and now - session.used > idle:
        close_session(workspace, session.user, session.id)
        return None
    if now - session.used > REFRESH:
        with workspace.transaction() as connection:
            connection.execute("UPDATE sessions SET used = ? WHERE id = ?", (now, session.id))
    return session


def sessions_of(workspace: Workspace, user: str, kind: str) -> list[Session]:
    """The sessions of one kind that a user has and that have not expired, newest first."""
    with workspace.snapshot() as connection:
        rows = connection.execute(
            f"{AS_FOUND} WHERE user = ? AND kind = ? AND expires > ? ORDER BY created DESC, id",
            (user, kind, time.time()),
        ).fetchall()
    return [Session(*row) for row in rows]


def close_session(workspace: Workspace, user: str, id: str) -> bool:
    """End a session of this user; returns whether there was one."""
    with workspace.transaction() as connection:
        closed = connection.execute("DELETE FROM sessions WHERE id = ? AND user = ?", (id, user))
        return closed.rowcount > 0


def csrf_token(secret: str) -> str:
    """The token that our pages send along and other sites cannot know; derived from the secret."""
    return hmac.digest(secret.encode(), b"shoal csrf", "sha256").hex()


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
