"""CPU seconds of a call in this process, and of a whole process with its peak memory."""

import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

Result = TypeVar("Result")
UNIT = 1 if sys.platform == "darwin" else 1 << 10  # bytes in which a peak is told


@dataclass(frozen=True)
class Measured(Generic[Result]):
    """The least of several runs.

    Attributes:
        cpu: Processor seconds, all threads together.
        wall: Seconds on the clock.
        memory: Peak megabytes of a whole process; None within one.
        result: What came out.
    """

    cpu: float
    wall: float
    memory: float | None
    result: Result


def warm(call: Callable[[], Result], repeat: int, enough: float = 20.0) -> Measured[Result]:
    """The least of several calls, after one that is not counted; stops when they take long."""
    result = call()
    cpu = wall = float("inf")
    start = time.perf_counter()
    for _ in range(repeat):
        gc.collect()
        before = time.process_time(), time.perf_counter()
        result = call()
        cpu = min(cpu, time.process_time() - before[0])
        wall = min(wall, time.perf_counter() - before[1])
        if time.perf_counter() - start > enough:
            break
    return Measured(cpu, wall, None, result)


def cold(study: Path, out: Path, repeat: int = 1) -> Measured[Path]:
    """The least of several fresh `shoal run` processes; the peak is the largest."""
    runs = [_process("run", str(study), "--out", str(out), "--force") for _ in range(repeat)]
    cpu, wall = min(run[0] for run in runs), min(run[1] for run in runs)
    return Measured(cpu, wall, max(run[2] for run in runs), out)


def asked(*arguments: str, repeat: int = 1, **environment: str) -> Measured[None]:
    """The least of several fresh processes of the command line."""
    runs = [_process(*arguments, **environment) for _ in range(repeat)]
    least, wall = min(run[0] for run in runs), min(run[1] for run in runs)
    return Measured(least, wall, max(run[2] for run in runs), None)


# A process starts with the peak of the one that started it, so a small one stands in between.
LAUNCHER = """
import json, resource, subprocess, sys, time
start = time.perf_counter()
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([usage.ru_utime + usage.ru_stime, time.perf_counter() - start, usage.ru_maxrss]))
"""


def _process(*arguments: str, **environment: str) -> tuple[float, float, float]:
    """CPU seconds, seconds and peak megabytes of one process of the command line."""
    command = [sys.executable, "-m", "shoal", *arguments]
    with tempfile.TemporaryDirectory() as workspace:  # no run is compared with another
        return launched(command, {**os.environ, "SHOAL_WORKSPACE": workspace, **environment})


def launched(command: Sequence[str], env: Mapping[str, str]) -> tuple[float, float, float]:
    """CPU seconds, seconds and peak megabytes of a process and of those it starts."""
    words = [sys.executable, "-S", "-c", LAUNCHER, *command]
    done = subprocess.run(words, capture_output=True, check=True, text=True, env=env)
    cpu, wall, peak = json.loads(done.stdout)
    return cpu, wall, peak * UNIT / (1 << 20)
