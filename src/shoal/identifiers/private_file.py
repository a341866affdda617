"""Files that only their owner may read: keys, mappings, and the log of who looked something up.

The rule is that of OpenSSH and PostgreSQL: a secret that others can read is refused, not used.
"""

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from shoal.data.file_system import hold_lock
from shoal.errors import DataError, ShoalError

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_OWNER_ONLY = 0o600


def read_private(path: Path) -> bytes:
    """The bytes of a file; a `DataError` if others may read it (on Windows, nobody checks).

    Permissions are checked and bytes read through one handle, so nobody can swap the file.
    """
    with _explain_errors(path), path.open("rb") as file:
        if os.name == "posix" and os.fstat(file.fileno()).st_mode & _OTHERS:
            raise DataError(
                f"{path.name} can be read by others than its owner. Forbid it:"
                f" chmod 600 {path.name} (and think about who has seen it)."
            )
        return file.read()


def create_private(path: Path, content: bytes) -> bool:
    """Write a new file, and its folder; returns False if there is one already, which stays."""
    with _explain_errors(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
        except FileExistsError:
            return False
        _write(handle, content)
        return True


def replace_private(path: Path, content: bytes) -> None:
    """Replace a file in one step: whoever reads it sees the old or the new content.

    A file that is not there is created, and so is its folder.
    """
    with _explain_errors(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # owner-only
        try:
            _write(handle, content)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def append_private(path: Path, line: str) -> None:
    """Add a line to the end of a file, on disk before this returns; a new file is created."""
    with _explain_errors(path):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, _OWNER_ONLY)
        _write(handle, f"{line}\n".encode())


@contextlib.contextmanager
def lock_file(path: Path) -> Iterator[None]:
    """Hold the lock of the file's folder, which is created if need be.

    Nobody else who asks for the lock changes files of this folder meanwhile.
    """
    with _explain_errors(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with hold_lock(path.parent):
        yield


def _write(handle: int, content: bytes) -> None:
    """Write bytes into an open file, wait until they are on disk, and close it."""
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


@contextlib.contextmanager
def _explain_errors(path: Path) -> Iterator[None]:
    """Turn errors of the system into a `DataError` that names the file."""
    try:
        yield
    except ShoalError:
        raise
    except OSError as error:
        raise DataError(f"{path.name} cannot be used: {error.strerror}.") from None
