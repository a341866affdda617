"""Operations on files that Python has no function for.

Locks on folders, the exchange of two folders, waiting for the disk, and writing a file as a whole.
"""

import contextlib
import ctypes
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from shoal.errors import DataError

try:
    import fcntl
except ImportError:  # Windows has no locks on folders; runs there must not start together
    fcntl = None  # type: ignore[assignment]

_HERE, _EXCHANGE = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of renameat2(2)


@contextlib.contextmanager
def hold_lock(folder: Path) -> Iterator[None]:
    """Wait for the lock of a folder and hold it while the context lasts.

    The system releases it if the process dies. Where there are no locks (Windows, some network
    file systems), nobody waits and nothing is held.
    """
    with _open_handle(folder) as handle:
        if fcntl is not None and handle is not None:
            with contextlib.suppress(OSError):  # a network file system without locks
                fcntl.flock(handle, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def hold_lock_if_free(folder: Path) -> Iterator[bool]:
    """Hold the lock of a folder if nobody else does; yields False if somebody does.

    Where there are no locks (Windows, some network file systems), it yields True and nothing is
    held.
    """
    with _open_handle(folder) as handle:
        yield handle is None or not _is_held_by_another(handle)


def is_unlocked(folder: Path) -> bool:
    """Whether the folder is there and surely nobody holds its lock.

    False if the folder does not exist, or if the system has no locks. Asking takes the lock for a
    moment.
    """
    with contextlib.suppress(FileNotFoundError), _open_handle(folder) as handle:
        if fcntl is None or handle is None:
            return False
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
    return False


def exchange(first: Path, second: Path) -> bool:
    """Swap two folders in one step; False, with nothing changed, if the system cannot."""
    if not sys.platform.startswith("linux"):
        return False
    renameat2 = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if renameat2 is None:
        return False
    names = os.fsencode(first), os.fsencode(second)
    return bool(renameat2(_HERE, names[0], _HERE, names[1], _EXCHANGE) == 0)


def write_complete(path: Path, content: bytes) -> None:
    """Write a file as a whole or not at all: it appears once it is complete.

    It replaces a file that is there; a `DataError` if it cannot be written. It does not wait for
    the disk (`sync` does).
    """
    draft = path.with_name(f".{path.name}.draft")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise DataError(f"{path} cannot be written: {error.strerror}.") from None


def sync(path: Path) -> None:
    """Wait until a file or folder is on disk."""
    with _open_handle(path) as handle:
        if handle is not None:
            os.fsync(handle)


def _is_held_by_another(handle: int) -> bool:
    """Take the lock of an open folder if it is free; True if somebody else holds it."""
    if fcntl is not None:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:  # a network file system without locks
            return False
    return False


@contextlib.contextmanager
def _open_handle(path: Path) -> Iterator[int | None]:
    """A file descriptor, closed afterwards; None for a folder on Windows, which has none."""
    if os.name == "nt" and path.is_dir():
        yield None
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        yield handle
    finally:
        os.close(handle)
