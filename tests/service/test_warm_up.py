import json
import os
import subprocess
import sys
from collections import Counter

import numba
import pytest

from shoal.progress import Progress
from shoal.service import compiling

# Tells for which kinds of arrays each kernel that Python calls was compiled or loaded.
KINDS = """
import importlib, json, pkgutil, sys
from numba.core.dispatcher import Dispatcher
import shoal.engine, shoal.methods, shoal.search
from shoal.progress import ignore_progress
from shoal.service import verbs, warm_up

{work}
print(json.dumps({{
    f"{{kernel.__module__}}.{{kernel.__name__}}": sorted(map(str, kernel.signatures))
    for room in (shoal.engine, shoal.methods, shoal.search)
    for module in pkgutil.walk_packages(room.__path__, f"{{room.__name__}}.")
    for kernel in vars(importlib.import_module(module.name)).values()
    if isinstance(kernel, Dispatcher) and not kernel.targetoptions.get("no_cpython_wrapper")
    if kernel.__module__ != "shoal.engine.ordered_checks"  # for tests and benchmarks only
}}))
"""
WARM_UP = "for exercise in list(warm_up.exercises(ignore_progress))[{chosen}]:\n    exercise()"


def kinds_after(work):
    """What a fresh process has of every kernel once it has done some work."""
    command = [sys.executable, "-c", KINDS.format(work=work)]
    return json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


def forgotten(chosen):
    """The kernels that some exercises of the warm-up leave out."""
    found = kinds_after(WARM_UP.format(chosen=chosen))
    return sorted(name.rpartition(".")[2] for name, kinds in found.items() if not kinds)


@pytest.mark.slow
def test_the_warm_up_compiles_every_kernel():
    assert forgotten(":") == []


def test_a_forgotten_kernel_is_noticed():
    assert "_restore" in forgotten(":1")


def not_warm(folder, chosen):
    """The kernels that a run needs for kinds of arrays that the warm-up did not compile."""
    study, out = str(folder / "study.yaml"), str(folder / "run")
    needed = kinds_after(f"verbs.run({study!r}, {out!r})")
    assert sum(map(len, needed.values())) >= len(NEEDED)
    warm = kinds_after(WARM_UP.format(chosen=chosen))
    return sorted(name for name in needed if not {*needed[name]} <= {*warm[name]})


@pytest.mark.slow
def test_a_run_after_the_warm_up_compiles_nothing(toy):
    assert not_warm(toy, ":") == []


@pytest.mark.slow
def test_a_warm_up_without_the_search_is_noticed(toy):
    assert "shoal.search.exact.walk.walk" in not_warm(toy, ":0")


@pytest.mark.slow
def test_the_command_tells_where_the_kernels_are():
    command = [sys.executable, "-m", "shoal", "warm-up"]
    said = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    assert os.environ["SHOAL_CACHE"] in said


def compiled_by(study, folder):
    """What `shoal run` says, and the kernels it leaves in an empty cache."""
    env = {**os.environ, "SHOAL_CACHE": str(folder / "cache")}
    command = [sys.executable, "-m", "shoal", "run", str(study), "--out", str(folder / "run")]
    run = subprocess.run(command, env=env, capture_output=True, check=True, text=True)
    kept = (path.name.split("-")[0] for path in (folder / "cache").rglob("*.nbc"))
    return run.stderr, Counter(kept)


# What it takes to read, search by k-anonymity and suppress: each kernel for one kind of array.
NEEDED = {
    *("dictionary._index", "dictionary._look_up", "distinct._distinct_words", "packing._pack"),
    *("tables._add_up", "pairs._unpack", "pairs._pair", "pairs._spread", "walk.walk"),
    *("grouping._raise", "candidate._sums"),
}


def surplus(kept, needed):
    """Kernels that were compiled without need, or for several kinds of arrays."""
    return sorted((kept - Counter(needed)).elements())


@pytest.mark.slow
def test_a_first_run_compiles_only_the_kernels_it_calls(tmp_path, toy):
    said, kept = compiled_by(toy / "study.yaml", tmp_path)
    assert surplus(kept, NEEDED) == []
    assert "walk.walk" in kept
    assert said.count("Compiling") == 1


def test_a_needless_kernel_and_a_second_kind_of_array_are_noticed():
    lie = Counter(["walk.walk", "walk.walk", "sweep.sweep"])
    assert surplus(lie, NEEDED) == ["sweep.sweep", "walk.walk"]


def test_compiling_is_told_once_and_then_the_stage_that_needed_it():
    told, signs = [], []

    @numba.njit
    def inside(number):
        return number + 1

    @numba.njit
    def outside(number):
        return inside(number)

    with compiling.tell_of_compiling(lambda: told.append("once"), signs.append) as watch:
        watch(Progress("search", 1, 10))
        outside(1)
        outside(2)
    outside(1.0)
    assert told == ["once"]
    stages = [sign.stage for sign in signs]
    assert stages == ["search", "compile", "compile", "search"]
