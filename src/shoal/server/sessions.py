"""Who is signed in: a random secret for the person, its fingerprint in the workspace.

A browser has a session, in a cookie; a script has a token, in a header. Both are 256 random bits,
so that nothing but their SHA-256 must be kept, and whoever reads the workspace cannot sign in.
"""

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass

from shoal.ledger.workspace import Workspace

BROWSER, SCRIPT = "browser", "script"
AS_FOUND = "SELECT id, user, kind, label, created, expires, used FROM sessions"
REFRESH = 60.0  # seconds after which a use is written down again


@dataclass(frozen=True)
class Session:
    """A person at a browser, or a script of theirs.

    Attributes:
        id: What it is called; no secret.
        user: Whose it is.
        kind: browser or script.
        label: What a person calls the token of a script.
        created: When, in seconds since 1970.
        expires: Until when, in seconds since 1970.
        used: When it was used last, to a minute.
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
    """A new secret, told once, and what is known about it."""
    secret, now = secrets.token_urlsafe(32), time.time()
    made = Session(secrets.token_hex(16), user, kind, label, now, now + seconds, now)
    with workspace.changing() as connection:
        connection.execute("DELETE FROM sessions WHERE expires < ?", (now,))
        connection.execute(
            "INSERT INTO sessions (id, digest, user, kind, label, created, expires, used)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (made.id, _digest(secret), user, kind, label, now, made.expires, now),
        )
    return secret, made


def session_of(
    workspace: Workspace, secret: str, *, kind: str, idle: float | None = None
) -> Session | None:
    """Whose secret it is, unless it expired or was not used for too long."""
    now = time.time()
    with workspace.reading() as connection:
        row = connection.execute(
            f"{AS_FOUND} WHERE digest = ? AND kind = ? AND expires > ?",
            (_digest(secret), kind, now),
        ).fetchone()
    if row is None:
        return None
    found = Session(*row)
    if idle is not None and now - found.used > idle:
        close_session(workspace, found.user, found.id)
        return None
    if now - found.used > REFRESH:
        with workspace.changing() as connection:
            connection.execute("UPDATE sessions SET used = ? WHERE id = ?", (now, found.id))
    return found


def sessions_of(workspace: Workspace, user: str, kind: str) -> list[Session]:
    """What somebody has open, newest first."""
    with workspace.reading() as connection:
        rows = connection.execute(
            f"{AS_FOUND} WHERE user = ? AND kind = ? AND expires > ? ORDER BY created DESC, id",
            (user, kind, time.time()),
        ).fetchall()
    return [Session(*row) for row in rows]


def close_session(workspace: Workspace, user: str, id: str) -> bool:
    """Whether there was one of this user's; it is none any more."""
    with workspace.changing() as connection:
        closed = connection.execute("DELETE FROM sessions WHERE id = ? AND user = ?", (id, user))
        return closed.rowcount > 0


def csrf_of(secret: str) -> str:
    """What a page of ours sends along, so that no other page can; it follows from the secret."""
    return hmac.digest(secret.encode(), b"shoal csrf", "sha256").hex()


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
