import json
import os
import subprocess
import sys
from collections import Counter

import numba
import pytest

from shoal.progress import Progress
from shoal.service import compiling

# Names every kernel that Python calls and that has not been compiled for any kind of array.
FORGOTTEN = """
import importlib, json, pkgutil
from numba.core.dispatcher import Dispatcher
import shoal.engine, shoal.methods, shoal.search
from shoal.progress import ignore_progress
from shoal.service import warm_up

for exercise in list(warm_up.exercises(ignore_progress))[{chosen}]:
    exercise()
found = [
    kernel
    for room in (shoal.engine, shoal.methods, shoal.search)
    for module in pkgutil.walk_packages(room.__path__, f"{{room.__name__}}.")
    for kernel in vars(importlib.import_module(module.name)).values()
    if isinstance(kernel, Dispatcher) and not kernel.targetoptions.get("no_cpython_wrapper")
    if kernel.__module__ != "shoal.engine.ordered_checks"  # for tests and benchmarks only
]
print(json.dumps(sorted({{kernel.__name__ for kernel in found if not kernel.signatures}})))
"""


def forgotten(chosen):
    """The kernels that some exercises of the warm-up leave out, found in a fresh process."""
    command = [sys.executable, "-c", FORGOTTEN.format(chosen=chosen)]
    return json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


@pytest.mark.slow
def test_the_warm_up_compiles_every_kernel():
    assert forgotten(":") == []


def test_a_forgotten_kernel_is_noticed():
    assert "_restore" in forgotten(":1")


@pytest.mark.slow
def test_a_run_after_the_warm_up_compiles_nothing(tmp_path, toy):
    env = {**os.environ, "SHOAL_CACHE": str(tmp_path / "cache")}

    def shoal(*arguments):
        command = [sys.executable, "-m", "shoal", *map(str, arguments)]
        return subprocess.run(command, env=env, capture_output=True, check=True, text=True)

    said = shoal("warm-up").stdout
    assert str(tmp_path / "cache") in said
    files = sorted(tmp_path.rglob("*.nbc"))
    assert files
    run = shoal("run", toy / "study.yaml", "--out", tmp_path / "run")
    assert sorted(tmp_path.rglob("*.nbc")) == files
    assert "compil" not in run.stderr


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
    *("tables._add_up", "pairs._unpacked", "pairs._pair", "pairs._spread", "walk.walk"),
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

    with compiling.telling_of_compiling(lambda: told.append("once"), signs.append) as watch:
        watch(Progress("search", 1, 10))
        outside(1)
        outside(2)
    outside(1.0)
    assert told == ["once"]
    stages = [sign.stage for sign in signs]
    assert stages == ["search", "compile", "compile", "search"]
