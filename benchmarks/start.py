"""The first minute: a fresh clone, its first run, and what every later start costs."""

import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.calibration import calibration
from benchmarks.measure import launched
from benchmarks.options import Options
from benchmarks.studies import study
from benchmarks.tables import table

TITLE = "Start: from a fresh clone to the second run"
CHECKOUT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Clone:
    """A copy of the last commit in a folder of its own, with nothing kept from before.

    Attributes:
        folder: The clone.
        caches: Where it keeps what it compiles and downloads.
    """

    folder: Path
    caches: Path

    @property
    def python(self) -> str:
        """The interpreter that `make demo` installed."""
        return str(self.folder / ".venv" / "bin" / "python")

    @property
    def environment(self) -> dict[str, str]:
        """Variables of a person who has never used Shoal; sources are compiled as usual."""
        ours = {name: value for name, value in os.environ.items() if not _is_ours(name)}
        places = {"SHOAL_CACHE": "kernels", "PIP_CACHE_DIR": "pip", "SHOAL_WORKSPACE": "workspace"}
        return ours | {name: str(self.caches / place) for name, place in places.items()}


def section(options: Options) -> str:
    """Everything beside its target and beside a fixed loop."""
    clone, speed = Clone(options.folder / "clone", options.folder / "caches"), calibration()
    command = ["git", "clone", "--quiet", str(CHECKOUT), str(clone.folder)]
    subprocess.run(command, check=True)
    rows = [*_demo(clone, options), *_starts(clone, options)]
    rows.append(("a fixed loop (two million squares)", f"{speed:.3f} CPU s", ""))
    return (
        "A clone of the last commit with empty caches; `make demo` creates `.venv`, installs the"
        " core, compiles the kernels that the example needs and runs it. Everything below is"
        " measured with that environment: the least CPU of several processes, the largest"
        " memory. The loop tells how fast the machine was.\n\n"
        + table(("what", "measured", "target"), rows)
    )


def _demo(clone: Clone, options: Options) -> list[Sequence[str]]:
    """`make demo` on the clock, the size of what it installed, and the first compilation."""
    start = time.perf_counter()
    make = ["make", "-C", str(clone.folder), "demo"]
    subprocess.run(make, env=clone.environment, check=True, capture_output=True)
    wall = time.perf_counter() - start
    options.say(f"make demo: {wall:.1f} s")
    size = subprocess.run(["du", "-sm", clone.folder / ".venv"], capture_output=True, check=True)
    out = str(options.folder / "demo")
    empty = clone.environment | {"SHOAL_CACHE": str(clone.caches / "empty")}
    first = _least(clone, ["-m", "shoal", "demo", "--out", out], 1, empty)
    second = _least(clone, ["-m", "shoal", "demo", "--out", out], options.repeat)
    return [
        ("`make demo`, everything included", f"{wall:.1f} s", "75 s"),
        ("size of `.venv` after it", f"{int(size.stdout.split()[0])} MB", "700 MB"),
        ("compiling at the first run", f"{first[0] - second[0]:.1f} CPU s", "12 CPU s"),
    ]


def _starts(clone: Clone, options: Options) -> list[Sequence[str]]:
    """Later starts, with kernels and bytecode in place."""
    path, out = study(options.folder, "Adult-9", "0.05"), str(options.folder / "run")
    command = ["-m", "shoal", "run", str(path), "--out", out, "--force"]
    _least(clone, command, 1)  # compiles what the example did not need
    run = _least(clone, command, options.repeat)
    asked = {
        "`from shoal import run`": (["-c", "from shoal import run"], "0.5 CPU s"),
        "`import shoal`": (["-c", "import shoal"], ""),
        "`shoal --help`": (["-m", "shoal", "--help"], "0.5 CPU s"),
    }
    rows = [("second `shoal run` of Adult-9 at 5 %", _shown(run), "1.3 CPU s, 280 MB")]
    for name, (words, target) in asked.items():
        rows.append((name, _shown(_least(clone, words, options.repeat)), target))
        options.say(f"{rows[-1]}")
    return rows


def _least(
    clone: Clone, words: Sequence[str], repeat: int, environment: Mapping[str, str] | None = None
) -> tuple[float, float]:
    """The least CPU seconds and the largest peak of several processes."""
    variables = environment or clone.environment
    runs = [launched([clone.python, *words], variables) for _ in range(repeat)]
    return min(run[0] for run in runs), max(run[2] for run in runs)


def _shown(measured: tuple[float, float]) -> str:
    return f"{measured[0]:.2f} CPU s, {measured[1]:.0f} MB"


def _is_ours(name: str) -> bool:
    """Whether a variable would let the clone use this checkout, or start differently."""
    return name.startswith(("SHOAL_", "PYTHON", "MAKE", "VIRTUAL_ENV"))
