"""Tells a person that kernels are being compiled."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from numba.core import event

from shoal.progress import Progress, Watch


@contextmanager
def tell_of_compiling(tell: Callable[[], None], watch: Watch) -> Iterator[Watch]:
    """Call `tell` before the first kernel is compiled; meanwhile the watch shows that stage.

    Gives the watch to pass on: after a kernel is compiled, it shows the stage that needed it again.
    """
    listener = _Compiling(tell, watch)
    with event.install_listener("numba:compile", listener):
        yield listener.update


class _Compiling(event.Listener):
    """Passes on progress, and adds that of Numba's compiler."""

    def __init__(self, tell: Callable[[], None], watch: Watch) -> None:
        self._tell, self._watch = tell, watch
        self._depth, self._functions = 0, 0
        self._latest: Progress | None = None

    def update(self, sign: Progress) -> None:
        """Pass on progress, and remember it."""
        self._latest = sign
        self._watch(sign)

    def on_start(self, _: event.Event) -> None:
        """Numba begins to compile a function, perhaps inside another."""
        if not self._functions:
            self._tell()
        self._depth += 1
        self._functions += 1
        self._watch(Progress("compile", self._functions, 0))

    def on_end(self, _: event.Event) -> None:
        """Numba has compiled a function; after the outermost one, show the stage before again."""
        self._depth -= 1
        if self._depth == 0 and self._latest is not None:
            self._watch(self._latest)
