import json
import os
import subprocess
import sys

import pytest

from shoal.service import warm_up

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


def test_a_folder_without_kernels_is_cold(tmp_path, monkeypatch):
    monkeypatch.setenv("SHOAL_CACHE", str(tmp_path))
    assert warm_up.is_cold()
    kept = warm_up.cache_folder() / "engine"
    kept.mkdir(parents=True)
    (kept / "kernel.nbc").touch()
    assert not warm_up.is_cold()
