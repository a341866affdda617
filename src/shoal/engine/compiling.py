"""How long this process has compiled kernels: whoever keeps a limit of time leaves that out.

A kernel is compiled once on a machine and kept; a search that happens to be the first would
otherwise end before it began.
"""

from time import monotonic

from numba.core.event import Event, Listener, register


def compile_seconds() -> float:
    """Seconds that were spent compiling since the process began, to this moment."""
    return _COMPILING.seconds


class _Compiling(Listener):
    """Adds up the time between beginnings and ends; what is compiled inside counts once."""

    def __init__(self) -> None:
        self._depth, self._start, self._done = 0, 0.0, 0.0

    @property
    def seconds(self) -> float:
        return self._done + (monotonic() - self._start if self._depth else 0.0)

    def on_start(self, event: Event) -> None:
        """A kernel begins to be compiled."""
        if self._depth == 0:
            self._start = monotonic()
        self._depth += 1

    def on_end(self, event: Event) -> None:
        """A kernel is compiled."""
        self._depth -= 1
        if self._depth == 0:
            self._done += monotonic() - self._start


_COMPILING = _Compiling()
register("numba:compile", _COMPILING)  # type: ignore[no-untyped-call]
