"""Datafly with records: Adult-9 resampled, from the file to a verified release."""

import json
from pathlib import Path

from benchmarks.datasets import ADULT_9, REDRAWN, adult, write_grown
from benchmarks.measure import Measured, cold
from benchmarks.options import Options
from benchmarks.studies import cpu_by_stage, write
from benchmarks.tables import table

TITLE = "Datafly"
SIZES = (100_000, 1_000_000)
BIN_SIZES = (5, 100)
TARGET = 10.0  # CPU seconds for a million records, from file to verified release
STAGES = ("read", "encode", "search", "transform", "write", "verify", "evaluate")


def section(options: Options) -> str:
    """One fresh process per size and bin size."""
    sizes = SIZES[:1] if options.quick else SIZES
    rows = [_row(options, size, bin_size) for size in sizes for bin_size in BIN_SIZES]
    head = ("records", "bin size", "CPU s", "peak MB", "generalized", "dropped")
    return (
        "Adult-9 resampled with seed 1, each cell redrawn from its column with probability"
        f" {REDRAWN}; at most 5 % of the records dropped. `shoal run` on the CSV file, one process"
        f" each; stages are CPU seconds. Target for a million records: {TARGET:.0f} CPU-seconds.\n"
        f"\n{table((*head, *(f'{stage} s' for stage in STAGES)), rows)}"
    )


def _row(options: Options, size: int, bin_size: int) -> tuple[object, ...]:
    data = write_grown(adult(), size, options.folder / f"datafly-{size}.csv")
    study = _with_method(write(data.with_suffix(".json"), data, ADULT_9, 5, "0.05"), bin_size)
    measured: Measured[Path] = cold(study, options.folder / "run", 1)
    stages = cpu_by_stage(measured.result)
    summary = json.loads((measured.result / "summary.json").read_text(encoding="utf-8"))
    steps, dropped = len(summary["method"]["steps"]) - 1, summary["suppressed_records"]
    options.say(f"{size:,} records, bins of {bin_size}: {measured.cpu:.1f} CPU-s {stages}")
    shown = (round(stages[stage], 2) for stage in STAGES)
    return (f"{size:,}", bin_size, measured.cpu, measured.memory, steps, dropped, *shown)


def _with_method(study: Path, bin_size: int) -> Path:
    """The study with Datafly instead of promise and search."""
    keys = json.loads(study.read_text(encoding="utf-8"))
    kept = {key: keys[key] for key in keys if key not in ("privacy", "search")}
    method = {"name": "datafly", "bin_size": bin_size}
    study.write_text(json.dumps({**kept, "method": method}), encoding="utf-8")
    return study
