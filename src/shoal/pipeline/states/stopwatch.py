"""Where the time of a run goes: wall-clock and processor seconds per stage, and peak memory."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

STAGES = ("read", "encode", "kernels", "search", "transform", "write", "verify", "evaluate")


def _now() -> tuple[float, float]:
    """Wall-clock and processor seconds by now; only differences mean something."""
    return time.perf_counter(), time.process_time()


@dataclass(frozen=True)
class Stopwatch:
    """Adds up the seconds of each stage; the total runs from the start.

    Attributes:
        wall: Wall-clock seconds per stage so far.
        processor: Processor seconds per stage so far, all threads together.
        started: Both clocks at the start.
    """

    wall: dict[str, float] = field(default_factory=lambda: dict.fromkeys(STAGES, 0.0))
    processor: dict[str, float] = field(default_factory=lambda: dict.fromkeys(STAGES, 0.0))
    started: tuple[float, float] = field(default_factory=_now)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add the time of the block to a stage."""
        before = _now()
        try:
            yield
        finally:
            after = _now()
            self.wall[name] += after[0] - before[0]
            self.processor[name] += after[1] - before[1]

    @property
    def seconds(self) -> dict[str, float]:
        """Wall-clock seconds per stage, and `total` since the start."""
        return {**self.wall, "total": _now()[0] - self.started[0]}

    @property
    def cpu_seconds(self) -> dict[str, float]:
        """Processor seconds per stage, all threads together, and `total` since the start."""
        return {**self.processor, "total": _now()[1] - self.started[1]}


def peak_memory_mb() -> float | None:
    """The most memory this process has held, in mebibytes; None if the system does not tell."""
    if (status := Path("/proc/self/status")).exists():
        # Linux's other count outlives the program that started this one, if that was larger.
        lines = dict(line.split(":", 1) for line in status.read_text().splitlines() if ":" in line)
        if "VmHWM" in lines:
            return int(lines["VmHWM"].split()[0]) / (1 << 10)
    try:
        import resource  # noqa: PLC0415  (not on Windows)
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Linux counts kibibytes, macOS bytes.
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
