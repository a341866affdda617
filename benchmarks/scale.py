"""Beyond memory: Adult-9 grown to many records, in memory, through DuckDB and on Spark."""

import json
from pathlib import Path

from benchmarks.datasets import ADULT_9, REDRAWN, adult, grown
from benchmarks.measure import Measured, cold
from benchmarks.options import Options
from benchmarks.records import k_for
from benchmarks.studies import write
from benchmarks.tables import table
from shoal.data.files.streamed import write_frames

TITLE = "Beyond memory and beyond one machine"
SIZES = {"memory": (1_000_000,), "duckdb": (1_000_000,), "spark": (1_000_000,)}
LARGE = {"memory": (10_000_000,), "duckdb": (10_000_000, 50_000_000), "spark": (10_000_000,)}
QUICK = {"memory": (100_000,), "duckdb": (100_000,)}
STAGES = ("read", "encode", "search", "write", "verify", "evaluate", "total")
MEMORY_MB = 1024
LIMIT_MB = 4096


def section(options: Options) -> str:
    """One fresh process for each engine and size, from Parquet to a verified release."""
    asked = QUICK if options.quick else SIZES
    if options.large:
        asked = {engine: (*asked[engine], *LARGE[engine]) for engine in asked}
    rows = []
    for size in sorted({size for sizes in asked.values() for size in sizes}):
        data = write_grown(size, options.folder / f"grown-{size}.parquet")
        engines = [engine for engine, sizes in asked.items() if size in sizes]
        rows += [_row(options, engine, data, size) for engine in engines]
        data.unlink()
    head = ("records", "engine", "CPU s", "CPU s per million", "wall s", "peak MB")
    head = (*head, *(f"{stage} s" for stage in STAGES))
    return (
        f"Adult-9 resampled with seed 1, each cell redrawn with probability {REDRAWN}, as Parquet;"
        f" k in proportion, limit 5 %. DuckDB may use {MEMORY_MB:,} MB for its own tables; the peak"
        f" is that of the whole process (target {LIMIT_MB:,} MB). Of Spark only the Python process"
        f" is measured, not its Java side: compare by the clock.\n\n{table(head, rows)}\n"
    )


def write_grown(records: int, path: Path) -> Path:
    """The grown table as a Parquet file, without ever being in memory as a whole."""
    with write_frames(path, "parquet") as put:
        for piece in grown(adult(), records):
            put(piece)
    return path


def _row(options: Options, engine: str, data: Path, size: int) -> tuple[object, ...]:
    path = write(data.with_suffix(".json"), data, ADULT_9, k_for(size), "0.05")
    settings = {"name": engine, **({"memory_mb": MEMORY_MB} if engine == "duckdb" else {})}
    keys = {**json.loads(path.read_text()), "engine": settings}
    path.write_text(json.dumps(keys))
    measured: Measured[Path] = cold(path, options.folder / "run")
    seconds = json.loads((measured.result / "summary.json").read_text())["cpu_seconds"]
    options.say(f"{size:,} {engine}: {measured.cpu:.1f} CPU-s, {measured.memory:,.0f} MB")
    shown = (round(seconds[stage], 2) for stage in STAGES)
    per_million = round(measured.cpu / size * 1e6, 2)
    return (f"{size:,}", engine, measured.cpu, per_million, measured.wall, measured.memory, *shown)
