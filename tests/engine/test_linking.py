"""Functions that only kernels call: compiled as part of them, and never by themselves."""

import numba
import numpy as np
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary

from shoal.engine import kernel
from shoal.engine.kernel import inner
from shoal.engine.linking import Part


@inner
def _square(number):
    return number * number


@kernel.kernel
def _sum_of_squares(numbers):
    total = 0
    for number in numbers:
        total += _square(number)
    return total


def machine_code(function):
    """Whether a compiled function was turned into machine code of its own."""
    (compiled,) = function.overloads.values()
    return bool(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def test_what_only_kernels_call_is_compiled_as_part_of_them():
    _sum_of_squares._cache = NullCache()  # compile it here and now
    assert _sum_of_squares(np.arange(4)) == 14
    assert machine_code(_sum_of_squares)
    assert not machine_code(_square.dispatcher)


def test_machine_code_of_a_function_of_its_own_is_noticed():
    @numba.njit
    def alone(number):
        return number + 1

    alone(1)
    assert machine_code(alone)


def unknown_to_numba(library):
    """Methods that override nothing, so that Numba never calls them."""
    own = {name for name, value in vars(library).items() if callable(value)}
    return {name for name in own if not hasattr(JITCodeLibrary, name)}


def test_numba_calls_what_was_overridden():
    assert unknown_to_numba(Part) == set()


def test_an_override_of_nothing_is_noticed():
    class Renamed(Part):
        def _optimize_module(self):
            """Numba's method has another name."""

    assert unknown_to_numba(Renamed) == {"_optimize_module"}
