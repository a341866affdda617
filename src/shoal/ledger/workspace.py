"""The workspace: a private folder with what must be remembered from one run to the next.

    .shoal/                  beside the study, or where SHOAL_WORKSPACE says; for its owner only
        workspace.sqlite     the ledger of releases, the accounts of differential privacy, and what
                             a service keeps: tables, studies, runs, jobs, people
        workspace.key        the key of all fingerprints in it; without it they tell nothing
        tables/ID/           uploaded tables and hierarchies (`shoal.server.stored`)
        keys/ID.key          keys of pseudonyms, drawn here
        runs/ID/             ordinary run folders
        jobs/ID/             what jobs wrote besides (`shoal.server.jobs`)
        aside/TIME/          files that a server found at its start and that belong to nobody

Several processes may use it at once: every change is one transaction, and one waits for another.
It appears with the first run that has something to remember. Several workspaces can share one
ledger, that of the workspace which SHOAL_LEDGER names (`ledger_of`). If a group may write into the
folder, it may write its files, too.
"""

import contextlib
import hashlib
import os
import secrets
import shlex
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from shoal.data.file_system import hold_lock
from shoal.errors import StudyError
from shoal.ledger.workspace_database import (
    SETTING,
    connect,
    explain_errors,
    file_mode_in,
    make_database,
    refuse_damaged,
    refuse_lost_database,
)

OWNER, LEDGER = "SHOAL_OWNER", "SHOAL_LEDGER"  # environment variables
NAME = ".shoal"


@dataclass(frozen=True)
class Workspace:
    """A folder that may not be there yet.

    Attributes:
        folder: Where it is.
        owner: Whose releases and accounts are meant; empty for the person of the command line.
    """

    folder: Path
    owner: str = ""

    @property
    def file(self) -> Path:
        """The database."""
        return self.folder / "workspace.sqlite"

    @property
    def exists(self) -> bool:
        """Whether the database is there; StudyError if it was once there, and is lost."""
        if self.file.exists() and self.file.stat().st_size:
            return True
        refuse_lost_database(self.file)
        return False

    @property
    def command(self) -> str:
        """The beginning of a command about this ledger, with `--workspace` where it is needed."""
        usual = workspace_of(Path()).folder
        where = "" if self.folder == usual else f" --workspace {shlex.quote(str(self.folder))}"
        return f"shoal ledger{where}"

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """Open a transaction: all of it is on disk when the block ends, nothing after an error.

        It waits for transactions of other processes. The workspace is made if there is none.
        """
        with explain_errors(self.file), contextlib.closing(self._connect()) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[sqlite3.Connection]:
        """Open the database for reading: all queries of the block see the same moment.

        The workspace is made if there is none; ask `exists` first where nothing should be made.
        """
        with explain_errors(self.file), contextlib.closing(self._connect()) as connection:
            connection.execute("BEGIN")
            yield connection

    def refuse_damaged(self) -> None:
        """Raise an error if there is a database and it is damaged; a server asks when it starts."""
        if self.exists:
            with self.snapshot() as connection:
                refuse_damaged(self.file, connection)

    def refuse_unusable(self) -> None:
        """Raise an error, before any work, if a run could not be remembered here; makes nothing."""
        if self.exists:
            with self.snapshot():
                pass
        there = next(path for path in (self.folder, *self.folder.parents) if path.exists())
        if not os.access(there, os.W_OK | os.X_OK) or not _may_be_written(self.file):
            raise StudyError(
                f"The workspace {self.folder} may not be written, so the release could not be"
                f" remembered. Allow it, or name another folder in {SETTING}."
            )

    def key(self) -> bytes:
        """The secret of all fingerprints: 32 bytes, in a file that others may not read.

        The first call makes the workspace and draws the secret from the operating system. If the
        file is lost although fingerprints were kept, or is damaged, this is a `StudyError`.
        """
        self.make()
        path = self.folder / "workspace.key"
        with hold_lock(self.folder):
            if not path.exists():
                if self._has_releases():
                    raise StudyError(
                        f"{path} is missing, so releases and inputs in the ledger cannot be"
                        " compared any more. Put the file back from a backup."
                    )
                _write_private(path, secrets.token_bytes(32))
        key = path.read_bytes()
        if len(key) != 32:
            raise StudyError(f"{path} is damaged. Put it back from a backup.")
        return key

    def _has_releases(self) -> bool:
        """Whether the database holds fingerprints that were made with the key."""
        if not self.exists:
            return False
        with self.snapshot() as connection:
            known = "SELECT 1 FROM traces UNION ALL SELECT 1 FROM rosters"
            return connection.execute(known).fetchone() is not None

    def _connect(self) -> sqlite3.Connection:
        self.make()
        return connect(self.file)

    def make(self) -> None:
        """Make the folder, for its owner only, and the database before anything else in it."""
        if self.exists:
            return
        self._make_folder()
        # Two first runs: one makes the tables, the other waits.
        with explain_errors(self.file), hold_lock(self.folder):
            make_database(self.file)

    def _make_folder(self) -> None:
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StudyError(
                f"The workspace {self.folder} cannot be made: {error.strerror}."
                f" Name a folder that may be written in {SETTING}."
            ) from None


def workspace_of(folder: Path, otherwise: Path | None = None) -> Workspace:
    """The workspace of studies in a folder; the one that SHOAL_WORKSPACE names, if it is set.

    Args:
        folder: The folder of the study.
        otherwise: Where the workspace is if the study's folder has none and may not be written.
    """
    if chosen := os.environ.get(SETTING):
        return Workspace(Path(chosen).expanduser().resolve(), os.environ.get(OWNER, ""))
    home = folder.resolve()
    usual = Workspace(home / NAME)
    closed = not usual.folder.exists() and not os.access(home, os.W_OK | os.X_OK)
    return Workspace(otherwise.resolve() / NAME) if closed and otherwise else usual


def ledger_of(workspace: Workspace) -> Workspace:
    """Where the releases of a workspace are remembered: in its own ledger, or in a shared one.

    In a shared ledger, other workspaces are other owners. A workspace that shares one is made if
    it is not there yet, because its key says which owner it is.
    """
    shared = os.environ.get(LEDGER)
    folder = Path(shared).expanduser().resolve() if shared else workspace.folder
    if folder == workspace.folder:  # it is the ledger itself
        return workspace
    who = hashlib.sha256(b"ledger" + workspace.key()).hexdigest()[:16]
    return Workspace(folder, f"{who}/{workspace.owner}")


@contextlib.contextmanager
def use_everywhere(workspace: Workspace) -> Iterator[None]:
    """Make this workspace that of every study, as long as the block lasts.

    It sets environment variables, so it holds for the whole process and for those it starts.
    """
    before = {name: os.environ.get(name) for name in (SETTING, OWNER)}
    os.environ |= {SETTING: str(workspace.folder), OWNER: workspace.owner}
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            os.environ |= {} if value is None else {name: value}


def _may_be_written(file: Path) -> bool:
    """Whether this process may read and write a file, or the file is not there yet."""
    return not file.exists() or os.access(file, os.R_OK | os.W_OK)


def _write_private(path: Path, content: bytes) -> None:
    """Write a new file with the permissions of `file_mode_in`, and wait until it is on disk."""
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    path.chmod(file_mode_in(path.parent))
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(handle)
