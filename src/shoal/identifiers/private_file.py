"""Files that only their owner may read: keys, mappings, and the record of who looked something up.

The rule is that of OpenSSH and PostgreSQL: a secret that others can read is refused, not used.
"""

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from shoal.errors import DataError, ShoalError

try:
    import fcntl
except ImportError:  # Windows has no locks on folders; runs there must not start together
    fcntl = None  # type: ignore[assignment]

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_OWNER_ONLY = 0o600


def read_private(path: Path) -> bytes:
    """The bytes of a file that nobody else may read; looked at and read through one handle."""
    with _explained(path), path.open("rb") as file:
        found = os.fstat(file.fileno())
        if os.name == "posix" and found.st_mode & _OTHERS:
            raise DataError(
                f"{path.name} can be read by others than its owner. Forbid it:"
                f" chmod 600 {path.name} (and think about who has seen it)."
            )
        return file.read()


def create_private(path: Path, content: bytes) -> bool:
    """Write a new file; False if there is one already, which is never touched."""
    with _explained(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
        except FileExistsError:
            return False
        _write(handle, content)
        return True


def replace_private(path: Path, content: bytes) -> None:
    """Write a file all at once: whoever reads it sees the old or the new one."""
    with _explained(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)  # owner-only
        try:
            _write(handle, content)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


def append_private(path: Path, line: str) -> None:
    """Add a line to the end of a file, on disk before this returns."""
    with _explained(path):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, _OWNER_ONLY)
        _write(handle, f"{line}\n".encode())


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Nobody else changes the file meanwhile; the operating system lets go when we die."""
    with _explained(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if fcntl is None:
        yield
        return
    handle = os.open(path.parent, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # a network file system without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _write(handle: int, content: bytes) -> None:
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except ShoalError:
        raise
    except OSError as error:
        raise DataError(f"{path.name} cannot be used: {error.strerror}.") from None
