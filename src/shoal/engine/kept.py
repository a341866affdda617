"""Compiled kernels on disk, found again without waking the compiler.

Before Numba loads a compiled function, it loads everything that compiling would need: every
function that it knows of NumPy and, where it is installed, of SciPy. A run whose kernels are all
kept needs none of it. It also tries the folder of every function when the function is declared;
here that waits for the first call.

This uses methods that Numba does not promise to keep; a test tells if they are gone.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from numba.core.caching import FunctionCache
from numba.core.runtime.nrt import rtsys


class Kept:
    """Where the compiled forms of a kernel are kept."""

    def __init__(self, function: Callable[..., object]) -> None:
        self._function = function

    @cached_property
    def _cache(self) -> Any:  # noqa: ANN401  (Numba's caches have no types)
        found: Any = FunctionCache
        cache = found(self._function)
        cache._impl.reduce = _reduced
        return cache

    def load_overload(self, signature: object, target: object) -> object:
        """The compiled form for some types; None where it has to be compiled."""
        rtsys.initialize(target)  # the one thing that compiled functions need, for arrays
        with self._cache._guard_against_spurious_io_errors():
            return self._cache._load_overload(signature, target)
        return None

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        """Everything else as Numba does it."""
        return getattr(self._cache, name)


def _reduced(compiled: Any) -> tuple[object, ...]:  # noqa: ANN401
    """What is kept, without the modules of the functions inside: kernels ask nothing of them."""
    *kept, _environments = compiled._reduce()
    return (*kept, ())
