"""A database that was there and is not any more: said at once, never taken for a new beginning.

The database of a workspace is made before anything else in it. So whatever lies in its folder
without it tells that it was lost, and with it the ledger: what was released, and what was spent.
"""

import sqlite3
from pathlib import Path

from shoal.errors import StudyError

# What Shoal puts beside its database, in this version and before.
BESIDE = (
    *("workspace.key", "workspace.sqlite-wal", "workspace.sqlite-shm"),
    *("tables", "keys", "runs", "jobs", "bookmarks", "aside"),
)


def refuse_lost(file: Path) -> None:
    """Before a database is made, or taken for one that never was: whether there has been one."""
    if file.exists() and not file.stat().st_size:
        raise _lost(file, "is empty")
    left = [name for name in BESIDE if _says_something(file.parent / name)]
    if left and not file.exists():
        raise _lost(file, f"is missing, though {', '.join(left)} are there")


def refuse_damaged(file: Path, connection: sqlite3.Connection) -> None:
    """Before a server removes anything: whether every page of the database can be read."""
    try:
        (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError:
        found = "damaged"
    if found != "ok":
        raise _lost(file, "is cut off or damaged")


def _says_something(path: Path) -> bool:
    return any(path.iterdir()) if path.is_dir() else path.exists()


def _lost(file: Path, what: str) -> StudyError:
    return StudyError(
        f"{file} {what}. Nothing was changed. Put it back from a backup: without it, nobody knows"
        " whose the tables and runs are, and what was released before. To begin anew, move the"
        f" whole folder {file.parent} elsewhere."
    )
