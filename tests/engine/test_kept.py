"""Compiled kernels on disk: found again without everything that compiling needs."""

import subprocess
import sys

import pytest
from numba.core.caching import FunctionCache, NullCache

from shoal.engine import grouping
from shoal.engine.kernel import Kept

pytestmark = pytest.mark.slow

# Calls a kernel as a later run does, and tells what was loaded for it and whether it was kept.
PROGRAM = """
import sys
import numpy as np
from numba.core.caching import FunctionCache
from shoal.engine.grouping import _raise
if {plain}:
    _raise._cache = FunctionCache(_raise.py_func)
keys = np.zeros((2, 1), np.uint64)
_raise(keys, 0, 0, 1, np.zeros(2, np.int32), keys.copy())
print("numba.np.arraymath" in sys.modules, sum(_raise.stats.cache_hits.values()))
"""


def later_run(plain):
    command = [sys.executable, "-c", PROGRAM.format(plain=plain)]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    return done.stdout.split()


def test_a_kept_kernel_is_run_without_what_compiling_needs():
    later_run(plain=False)  # compiles, where nothing is kept yet
    assert later_run(plain=False) == ["False", "1"]


def test_numba_alone_loads_all_of_it():
    later_run(plain=False)
    assert later_run(plain=True) == ["True", "1"]


def test_every_kernel_is_kept_so():
    assert isinstance(grouping._raise._cache, Kept)
    assert grouping._raise._cache.cache_path


def test_numba_has_the_methods_that_are_used():
    assert hasattr(FunctionCache, "_load_overload")
    assert hasattr(FunctionCache, "_guard_against_spurious_io_errors")
    asked = {name for name in vars(NullCache) if not name.startswith("_")}
    assert asked == {"cache_path", "load_overload", "save_overload", "enable", "disable", "flush"}


def test_what_is_gone_is_compiled_again(tmp_path, monkeypatch):
    monkeypatch.setenv("SHOAL_CACHE", str(tmp_path))
    later_run(plain=False)
    for file in tmp_path.rglob("*.nbc"):
        file.unlink()
    assert later_run(plain=False)[1] == "0"


def test_what_is_kept_is_counted(tmp_path, monkeypatch):
    monkeypatch.setenv("SHOAL_CACHE", str(tmp_path))
    assert later_run(plain=False)[1] == "0"
    assert later_run(plain=False)[1] == "1"
