"""Threads for slow work of one kind, apart from the threads that answer other requests."""

from anyio import CapacityLimiter
from anyio.lowlevel import RunVar

_KINDS: RunVar[dict[str, CapacityLimiter]] = RunVar("threads of each kind")


def threads(kind: str, count: int) -> CapacityLimiter:
    """The limiter of one kind of work in this server: `count` threads at the same time."""
    try:
        known = _KINDS.get()
    except LookupError:
        known = {}
        _KINDS.set(known)
    return known.setdefault(kind, CapacityLimiter(count))
