"""How Numba compiles a function that only kernels call: as text for LLVM, to be linked in.

Numba optimizes every function on its own and turns it into machine code, then links a copy into
each caller, optimizes the whole again and turns it into machine code again. In a chain of calls
most of the work is done once per link of the chain, and thrown away except for the last. Here only
the last does it: what it calls is linked in as it was written, and optimized together with it.

This overrides methods that Numba does not promise to keep. If one of them is renamed, its override
is not called, and functions are compiled on their own again: slower, and just as right.
"""
# mypy: allow-untyped-calls

from numba.core.codegen import CodeLibrary, CPUCodegen, JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.cpu import CPUContext
from numba.core.typing.context import Context


class Linked(Compiler):
    """Numba's compiler, for functions without a door for Python."""

    def __init__(
        self, typing: Context, target: CPUContext, library: CodeLibrary | None, *others: object
    ) -> None:
        part = Part(target.codegen(), "part of a kernel") if library is None else library
        super().__init__(typing, target, part, *others)


class Part(JITCodeLibrary):
    """A compiled function that is never run by itself."""

    def _optimize_final_module(self) -> None:
        """Left to the kernels that it is linked into."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """No function has an address here; Numba knows that as 0."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> "_NoPlace":
        """Numba writes a function's environment through this; here it is not written anywhere."""
        return _NoPlace(self._codegen)


class _NoPlace:
    """Numba's code generator, except that nothing is written to a place in machine code."""

    def __init__(self, codegen: CPUCodegen) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> object:
        found: object = getattr(self._codegen, name)
        return found

    def set_env(self, name: str, environment: object) -> None:
        """Kernels need no environment: they neither raise errors with values nor print."""
