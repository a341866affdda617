"""The database of a workspace: how it is made and opened, and how a lost one is noticed.

The database is made before anything else in the folder. So if other files lie there without it, it
was lost, and with it the ledger: what was released, and what was spent. That is an error, never
taken for a new beginning.
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from shoal.errors import ShoalError, StudyError
from shoal.ledger.workspace_format import FORMAT, make_tables, migrate

SETTING = "SHOAL_WORKSPACE"  # the environment variable that names the folder
PATIENCE = 60.0  # seconds that one process waits for another
# What Shoal puts beside its database, in this version and before.
BESIDE = (
    *("workspace.key", "workspace.sqlite-wal", "workspace.sqlite-shm"),
    *("tables", "keys", "runs", "jobs", "bookmarks", "aside"),
)


def make_database(file: Path) -> None:
    """Make a database with empty tables, unless there is one; the caller holds the lock.

    It is made under another name and renamed when complete. So another process sees either no
    database, and waits for the lock, or a complete one.
    """
    if file.exists() and file.stat().st_size:
        return
    draft = file.with_suffix(".draft")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_CREAT | os.O_RDWR, 0o600))
    draft.chmod(file_mode_in(file.parent))
    with contextlib.closing(sqlite3.connect(draft, timeout=PATIENCE, isolation_level=None)) as made:
        made.execute("BEGIN IMMEDIATE")
        make_tables(made)
        made.execute("COMMIT")
        # The last: on a full disk, tables would stay in a log beside the draft and be lost.
        made.execute("PRAGMA journal_mode = WAL")
    draft.replace(file)


def connect(file: Path) -> sqlite3.Connection:
    """Open the database and return the connection.

    An older format is brought to today's; any other is a `StudyError`. Permissions that are wider
    than those of `file_mode_in` are taken away.
    """
    mode = file_mode_in(file.parent)
    if file.stat().st_mode & 0o077 & ~mode and os.name != "nt":
        file.chmod(mode)
    connection = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute("PRAGMA synchronous = FULL")  # what was spent stays spent
        connection.execute("PRAGMA secure_delete = ON")  # what was forgotten is gone
        if 0 < version < FORMAT:
            migrate(connection)
            version = FORMAT
    except sqlite3.Error:
        connection.close()
        raise
    if version != FORMAT:
        connection.close()
        raise StudyError(
            f"{file} has format {version}; this version of Shoal reads format {FORMAT}."
            " Use the version of Shoal that wrote it, or name another folder in"
            f" {SETTING}."
        )
    return connection


@contextlib.contextmanager
def explain_errors(file: Path) -> Iterator[None]:
    """Turn errors of SQLite into ours; its own messages could quote a value."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise ShoalError(
                f"{file} was busy for {PATIENCE:.0f} seconds. Nothing was kept."
            ) from None
        if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}:
            raise ShoalError(
                f"The workspace {file.parent} could not be written: the disk is full or"
                " refused. Nothing was kept."
            ) from None
        raise StudyError(
            f"{file} cannot be used: it may not be opened or written. Nothing was kept."
            f" Allow it, or name another folder in {SETTING}."
        ) from None
    except sqlite3.DatabaseError:
        raise StudyError(
            f"{file} is damaged, or not a workspace of Shoal. Nothing was kept. Put it"
            " back from a backup: without it, nobody knows what was released before."
        ) from None


def refuse_lost_database(file: Path) -> None:
    """Raise an error if the database is empty, or missing though other files of Shoal are there."""
    if file.exists() and not file.stat().st_size:
        raise _lost_error(file, "is empty")
    left = [name for name in BESIDE if _has_content(file.parent / name)]
    if left and not file.exists():
        raise _lost_error(file, f"is missing, though {', '.join(left)} are there")


def refuse_damaged(file: Path, connection: sqlite3.Connection) -> None:
    """Raise an error if not every page of the database can be read."""
    try:
        (state,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError:
        state = "damaged"
    if state != "ok":
        raise _lost_error(file, "is cut off or damaged")


def file_mode_in(folder: Path) -> int:
    """The permissions of files in a folder: owner only, or the group too if it may write there."""
    return 0o660 if folder.stat().st_mode & 0o020 else 0o600


def _has_content(path: Path) -> bool:
    """Whether a file is there, or a folder that is not empty."""
    return any(path.iterdir()) if path.is_dir() else path.exists()


def _lost_error(file: Path, what: str) -> StudyError:
    """An error that begins with the file and `what`, such as "is empty"."""
    return StudyError(
        f"{file} {what}. Nothing was changed. Put it back from a backup: without it, nobody knows"
        " whose the tables and runs are, and what was released before. To begin anew, move the"
        f" whole folder {file.parent} elsewhere."
    )
