"""The few promises of a file system that Python does not wrap: locks on folders, exchange, sync."""

import contextlib
import ctypes
import os
import sys
from collections.abc import Iterator
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows has no locks on folders; runs there must not start together
    fcntl = None  # type: ignore[assignment]

_HERE, _EXCHANGE = -100, 2  # AT_FDCWD and RENAME_EXCHANGE of renameat2(2)


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder; the operating system lets go when the process dies."""
    with _opened(folder) as handle:
        if fcntl is not None and handle is not None:
            with contextlib.suppress(OSError):  # a network file system without locks
                fcntl.flock(handle, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def holding(folder: Path) -> Iterator[bool]:
    """Hold the lock of a folder if nobody else does; gives whether it is held."""
    with _opened(folder) as handle:
        try:
            if fcntl is not None and handle is not None:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def try_lock(folder: Path) -> bool:
    """Whether nobody holds the lock of a folder."""
    with contextlib.suppress(FileNotFoundError), _opened(folder) as handle:
        if fcntl is None or handle is None:
            return False
        with contextlib.suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
    return False


def exchange(one: Path, other: Path) -> bool:
    """Swap two folders in one step; False where the system cannot."""
    if not sys.platform.startswith("linux"):
        return False
    renameat2 = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if renameat2 is None:
        return False
    names = os.fsencode(one), os.fsencode(other)
    return bool(renameat2(_HERE, names[0], _HERE, names[1], _EXCHANGE) == 0)


def sync(path: Path) -> None:
    """Wait until a file or folder is on disk."""
    with _opened(path) as handle:
        if handle is not None:
            os.fsync(handle)


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[int | None]:
    """A file descriptor; None where folders have none."""
    if os.name == "nt" and path.is_dir():
        yield None
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        yield handle
    finally:
        os.close(handle)
