"""The workspace: a private folder with what must be remembered from one run to the next.

    .shoal/                  beside the study, or where SHOAL_WORKSPACE says; for its owner only
        workspace.sqlite     the ledger of releases, the accounts of differential privacy, and what
                             a service keeps: tables, studies, runs, jobs, people
        workspace.key        the key of all fingerprints in it; without it they tell nothing
        tables/ID/           uploaded tables and hierarchies (`shoal.server.stored`)
        keys/ID.key          keys of pseudonyms, drawn here
        runs/ID/             ordinary run folders
        jobs/ID/             what jobs wrote besides (`shoal.server.jobs`)
        aside/TIME/          what a server found at its start and nobody knew

Several processes may use it at once: every change is one transaction, and one waits for another.
It appears with the first run that has something to remember. Several workspaces can share one
ledger, that of the workspace which SHOAL_LEDGER names (`ledger_of`). Where a group may write into
its folder, it may write its files, too.
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

from shoal.data.file_system import locked
from shoal.errors import ShoalError, StudyError
from shoal.ledger.lost_database import refuse_damaged, refuse_lost
from shoal.ledger.workspace_format import FORMAT, make_tables, migrate

SETTING, OWNER, NAME = "SHOAL_WORKSPACE", "SHOAL_OWNER", ".shoal"
LEDGER = "SHOAL_LEDGER"
PATIENCE = 60.0  # seconds that one process waits for another


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
        """Whether anything was ever remembered here; StudyError if it was, and got lost."""
        if self.file.exists() and self.file.stat().st_size:
            return True
        refuse_lost(self.file)
        return False

    @property
    def command(self) -> str:
        """How a command about the ledger begins, so that it looks here."""
        usual = workspace_of(Path()).folder
        where = "" if self.folder == usual else f" --workspace {shlex.quote(str(self.folder))}"
        return f"shoal ledger{where}"

    @contextlib.contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is on disk when the block ends, or nothing after an error."""
        with _explained(self), contextlib.closing(self._connected()) as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A look at one moment of the workspace, which must be there."""
        with _explained(self), contextlib.closing(self._connected()) as connection:
            connection.execute("BEGIN")
            yield connection

    def refuse_damaged(self) -> None:
        """Before a server starts: whether the database is whole, if there is one."""
        if self.exists:
            with self.reading() as connection:
                refuse_damaged(self.file, connection)

    def refuse_unusable(self) -> None:
        """Before any work: whether a run could be remembered here; makes nothing."""
        if self.exists:
            with self.reading():
                pass
        there = next(path for path in (self.folder, *self.folder.parents) if path.exists())
        if not os.access(there, os.W_OK | os.X_OK) or not _may_be_written(self.file):
            raise StudyError(
                f"The workspace {self.folder} may not be written, so the release could not be"
                f" remembered. Allow it, or name another folder in {SETTING}."
            )

    def key(self) -> bytes:
        """The secret of all fingerprints; drawn from the operating system, kept for the owner."""
        self.make()
        path = self.folder / "workspace.key"
        with locked(self.folder):
            if not path.exists():
                if self._has_releases():
                    raise StudyError(
                        f"{path} is missing, so releases and inputs in the ledger cannot be"
                        " compared any more. Put the file back from a backup."
                    )
                _write_private(path, secrets.token_bytes(32))
        found = path.read_bytes()
        if len(found) != 32:
            raise StudyError(f"{path} is damaged. Put it back from a backup.")
        return found

    def _has_releases(self) -> bool:
        if not self.exists:
            return False
        with self.reading() as connection:
            known = "SELECT 1 FROM traces UNION ALL SELECT 1 FROM rosters"
            return connection.execute(known).fetchone() is not None

    def _connected(self) -> sqlite3.Connection:
        self.make()
        return _connection(self.file)

    def make(self) -> None:
        """Make the folder, for its owner only, and the database before anything else in it."""
        if self.exists:
            return
        self._make_folder()
        # Two first runs: one makes the tables, the other waits.
        with _explained(self), locked(self.folder):
            _make_database(self.file)

    def _make_folder(self) -> None:
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise StudyError(
                f"The workspace {self.folder} cannot be made: {error.strerror}."
                f" Name a folder that may be written in {SETTING}."
            ) from None


def workspace_of(folder: Path, otherwise: Path | None = None) -> Workspace:
    """The workspace of studies in a folder.

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

    In a shared ledger, other workspaces are other owners.
    """
    shared = os.environ.get(LEDGER)
    folder = Path(shared).expanduser().resolve() if shared else workspace.folder
    if folder == workspace.folder:  # it is the ledger itself
        return workspace
    who = hashlib.sha256(b"ledger" + workspace.key()).hexdigest()[:16]
    return Workspace(folder, f"{who}/{workspace.owner}")


@contextlib.contextmanager
def everywhere(workspace: Workspace) -> Iterator[None]:
    """This workspace is that of every study, as long as the block lasts."""
    before = {name: os.environ.get(name) for name in (SETTING, OWNER)}
    os.environ |= {SETTING: str(workspace.folder), OWNER: workspace.owner}
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name)
            os.environ |= {} if value is None else {name: value}


def _make_database(file: Path) -> None:
    """An empty workspace; whoever comes second finds it made.

    It is made beside its place and appears complete: another process that comes meanwhile sees no
    database yet, and waits for the lock.
    """
    if file.exists() and file.stat().st_size:
        return
    draft = file.with_suffix(".draft")
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_CREAT | os.O_RDWR, 0o600))
    draft.chmod(_mode_in(file.parent))
    with contextlib.closing(sqlite3.connect(draft, timeout=PATIENCE, isolation_level=None)) as made:
        made.execute("BEGIN IMMEDIATE")
        make_tables(made)
        made.execute("COMMIT")
        # The last: on a full disk, tables would stay in a log beside the draft and be lost.
        made.execute("PRAGMA journal_mode = WAL")
    draft.replace(file)


def _connection(file: Path) -> sqlite3.Connection:
    mode = _mode_in(file.parent)
    if file.stat().st_mode & 0o077 & ~mode and os.name != "nt":
        file.chmod(mode)
    connection = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None)
    try:
        (found,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute("PRAGMA synchronous = FULL")  # what was spent stays spent
        connection.execute("PRAGMA secure_delete = ON")  # what was forgotten is gone
        if 0 < found < FORMAT:
            migrate(connection)
            found = FORMAT
    except sqlite3.Error:
        connection.close()
        raise
    if found != FORMAT:
        connection.close()
        raise StudyError(
            f"{file} has format {found}; this version of Shoal reads format {FORMAT}."
            " Use the version of Shoal that wrote it, or name another folder in"
            f" {SETTING}."
        )
    return connection


def _mode_in(folder: Path) -> int:
    """For the owner only, unless whoever made the folder lets a group write there."""
    return 0o660 if folder.stat().st_mode & 0o020 else 0o600


def _may_be_written(file: Path) -> bool:
    return not file.exists() or os.access(file, os.R_OK | os.W_OK)


def _write_private(path: Path, content: bytes) -> None:
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    path.chmod(_mode_in(path.parent))
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(handle)


@contextlib.contextmanager
def _explained(workspace: Workspace) -> Iterator[None]:
    """A broken, busy or closed database in words; what it says itself could quote a value."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}:
            raise ShoalError(
                f"{workspace.file} was busy for {PATIENCE:.0f} seconds. Nothing was kept."
            ) from None
        if error.sqlite_errorcode & 0xFF in {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}:
            raise ShoalError(
                f"The workspace {workspace.folder} could not be written: the disk is full or"
                " refused. Nothing was kept."
            ) from None
        raise StudyError(
            f"{workspace.file} cannot be used: it may not be opened or written. Nothing was kept."
            f" Allow it, or name another folder in {SETTING}."
        ) from None
    except sqlite3.DatabaseError:
        raise StudyError(
            f"{workspace.file} is damaged, or not a workspace of Shoal. Nothing was kept. Put it"
            " back from a backup: without it, nobody knows what was released before."
        ) from None
