"""Decorators for compiled functions, and the folder where compiled code is kept.

Numba notices when a function's own file changes, but not when a function it calls changes in
another file; so the folder is named after the sources of all kernels. Numba itself keys the files
inside by CPU and writes them atomically, so two first runs at once do no harm.
"""

import hashlib
import os
from collections.abc import Callable
from functools import cached_property, update_wrapper
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.caching import FunctionCache
from numba.core.runtime.nrt import rtsys
from platformdirs import user_cache_path

from shoal.engine.linking import Linked
from shoal.version import __version__

OPTIONS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
DOORLESS: dict[str, Any] = {"pipeline_class": Linked, "no_cpython_wrapper": True}
ROOMS = ("engine", "search", "methods")  # the rooms that hold kernels
OWN = ("kernel", "linking")  # how they are compiled and kept

Function = TypeVar("Function", bound=Callable[..., object])


def kernel(function: Function) -> Function:
    """Compile a function on first use, keep the result on disk, release the GIL while it runs."""
    compiled = numba.njit(**OPTIONS)(function)
    compiled._cache = Kept(function)
    return compiled


def inner(function: Function) -> Function:
    """A kernel that only kernels call: without a door for Python, compiled as part of them."""
    return cast("Function", Inner(function))


def inline(function: Function) -> Function:
    """An inner kernel whose code is copied to where it is called, before that is compiled.

    For functions that are called in one place with many arrays: passing those takes time when the
    kernel runs, and more time when it is compiled. Unlike in an inner kernel, branches for
    arguments that are None are not left out.
    """
    return cast("Function", Inner(function, inline="always"))


class Inner:
    """Known to Numba only when a kernel that calls it is compiled: most runs find all compiled."""

    def __init__(self, function: Callable[..., object], **targetoptions: str) -> None:
        self.py_func = function
        self.targetoptions = targetoptions  # what Numba asks before it compiles a call
        update_wrapper(self, function)

    @cached_property
    def dispatcher(self) -> Any:  # noqa: ANN401  (Numba's functions have no types)
        """What is compiled."""
        return numba.njit(**DOORLESS, **OPTIONS)(self.py_func)

    @property
    def _numba_type_(self) -> object:
        """What Numba asks of an object that it does not know."""
        return self.dispatcher._numba_type_


class Kept:
    """The compiled forms of a kernel on disk, found again without waking the compiler.

    Before Numba loads a compiled function, it loads everything that compiling would need: every
    function that it knows of NumPy and, where it is installed, of SciPy. A run whose kernels are
    all kept needs none of it. It also tries the folder of every function when the function is
    declared; here that waits for the first call.

    This uses methods that Numba does not promise to keep; a test fails if they are gone.
    """

    def __init__(self, function: Callable[..., object]) -> None:
        self._function = function

    @cached_property
    def _cache(self) -> Any:  # noqa: ANN401  (Numba's caches have no types)
        found: Any = FunctionCache
        cache = found(self._function)
        cache._impl.reduce = _reduce_for_disk
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


def _reduce_for_disk(compiled: Any) -> tuple[object, ...]:  # noqa: ANN401
    """What is written to disk: without modules of inner functions, which kernels do not need."""
    *kept, _environments = compiled._reduce()
    return (*kept, ())


def cache_folder() -> Path:
    """Where compiled kernels of this version and these sources are kept."""
    root = os.environ.get("SHOAL_CACHE")
    parent = Path(root) if root else user_cache_path("shoal")
    return parent / "kernels" / f"{__version__}-{_fingerprint()}"


def _fingerprint() -> str:
    """A short name for the state of all sources that hold kernels."""
    package = Path(__file__).parent.parent
    digest = hashlib.sha256(numba.__version__.encode())
    for room in ROOMS:
        for source in sorted((package / room).rglob("*.py")):
            text = source.read_bytes()
            if b"from shoal.engine.kernel import" in text or source.stem in OWN:
                digest.update(text)
    return digest.hexdigest()[:12]


numba.config.CACHE_DIR = str(cache_folder())  # type: ignore[attr-defined]
