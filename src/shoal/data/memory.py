"""How much memory there is, and how much of it this process may have."""

import os
from pathlib import Path

try:
    import resource
except ImportError:  # not on Windows: there, processes have no bound
    resource = None  # type: ignore[assignment]

# Files in which Linux says how much memory a container may have (cgroup versions 2 and 1).
_CONTAINER = ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes")
_UNKNOWN = 4 << 30  # bytes that are assumed if the system does not say


def host_memory() -> int:
    """The memory of this computer, or of the container in which this process runs, in bytes.

    4 GiB if the system does not say.
    """
    try:
        whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return _UNKNOWN
    return min([whole, *_container()])


def bind_memory(most: int) -> None:
    """Make the system refuse this process more than `most` bytes of memory, if it can.

    The process also writes no core dump from then on.
    """
    if resource is None:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (allowed, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # no core dump: it would hold patients' data


def memory_bound() -> int | None:
    """The bytes of memory that this process may have; None if it has no bound."""
    if resource is None:
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_DATA)
    return None if soft == resource.RLIM_INFINITY else soft


def _container() -> list[int]:
    """The bounds of the container in bytes; empty if there is none."""
    bounds = []
    for name in _CONTAINER:
        try:
            text = Path(name).read_text(encoding="ascii").strip()
        except (OSError, UnicodeDecodeError):
            continue
        bounds += [int(text)] if text.isdecimal() else []
    return bounds
