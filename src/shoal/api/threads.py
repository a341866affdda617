"""Threads apart from those that answer everybody: slow work of one kind waits among itself."""

from anyio import CapacityLimiter
from anyio.lowlevel import RunVar

_KINDS: RunVar[dict[str, CapacityLimiter]] = RunVar("threads of each kind")


def threads(kind: str, count: int) -> CapacityLimiter:
    """The threads of one kind of work in this server; so many work at the same time."""
    try:
        known = _KINDS.get()
    except LookupError:
        known = {}
        _KINDS.set(known)
    return known.setdefault(kind, CapacityLimiter(count))
