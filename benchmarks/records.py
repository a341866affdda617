"""Growth with records: Adult-9 resampled, k in proportion, from the file to a verified release."""

from pathlib import Path

from benchmarks.datasets import ADULT_9, REDRAWN, adult, write_grown
from benchmarks.measure import Measured, cold
from benchmarks.options import Options
from benchmarks.plots import lines
from benchmarks.studies import cpu_by_stage, write
from benchmarks.tables import table

TITLE = "Growth with records"
SIZES = (30_000, 100_000, 300_000, 1_000_000)
LARGE = (3_000_000, 10_000_000)
STAGES = ("read", "encode", "search", "transform", "write", "verify", "evaluate")


def section(options: Options) -> str:
    """One fresh process per size."""
    sizes = SIZES[:2] if options.quick else SIZES
    runs = {size: _run(options, size) for size in (*sizes, *(LARGE if options.large else ()))}
    _plot(options, runs)
    head = ("records", "k", "CPU s", "wall s", "peak MB", *(f"{stage} s" for stage in STAGES))
    rows = [_row(size, *run) for size, run in runs.items()]
    return (
        f"Adult-9 resampled with seed 1, each cell redrawn from its column with probability"
        f" {REDRAWN}; limit 5 %. `shoal run` on the CSV file, one process each; stages are CPU"
        f" seconds.\n\n{table(head, rows)}\n{_targets(runs)}"
        "![CPU seconds by records](benchmarks/records.svg)\n"
    )


def k_for(records: int) -> int:
    """k = 5 on the original, in proportion: 1,658 of 10 million."""
    return max(2, round(5 * records / adult().frame.height))


def _run(options: Options, size: int) -> tuple[Measured[Path], dict[str, float]]:
    data = write_grown(adult(), size, options.folder / f"grown-{size}.csv")
    path = write(data.with_suffix(".json"), data, ADULT_9, k_for(size), "0.05")
    measured = cold(path, options.folder / "run", 2 if size <= 1_000_000 else 1)
    stages = cpu_by_stage(measured.result)
    data.unlink()
    options.say(f"{size:,} records: {measured.cpu:.1f} CPU-s, {measured.memory:,.0f} MB {stages}")
    return measured, stages


def _row(size: int, measured: Measured[Path], stages: dict[str, float]) -> tuple[object, ...]:
    shown = (round(stages[stage], 2) for stage in STAGES)
    return (f"{size:,}", k_for(size), measured.cpu, measured.wall, measured.memory, *shown)


def _targets(runs: dict[int, tuple[Measured[Path], dict[str, float]]]) -> str:
    if LARGE[-1] not in runs:
        return ""
    large, million = runs[LARGE[-1]][0], runs[1_000_000][0]
    return (
        f"Targets for 10 million: 90 CPU-seconds ({large.cpu:.1f}), 4,000 MB"
        f" ({large.memory:,.0f}), at most 11 times the CPU of 1 million"
        f" ({large.cpu / million.cpu:.1f}).\n\n"
    )


def _plot(options: Options, runs: dict[int, tuple[Measured[Path], dict[str, float]]]) -> None:
    total = [(float(size), measured.cpu) for size, (measured, _) in runs.items()]
    each = {
        stage: [(float(size), max(stages[stage], 0.001)) for size, (_, stages) in runs.items()]
        for stage in ("read", "encode", "search", "verify")
    }
    picture = lines(
        "From file to release, CPU seconds", "records", "CPU seconds", {"total": total, **each}
    )
    (options.plots / "records.svg").write_text(picture)
