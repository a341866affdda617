"""A fresh `shoal run` process each: from a file to a verified release with its report."""

from benchmarks.measure import cold
from benchmarks.options import Options
from benchmarks.problems import LIMITS
from benchmarks.studies import NAMES, cpu_by_stage, study
from benchmarks.tables import table

TITLE = "Cold: a fresh process, kernels cached"
STAGES = ("kernels", "read", "encode", "search", "verify", "evaluate")


def section(options: Options) -> str:
    """CPU, wall and peak memory; Adult-9 at 5 % has a target."""
    limits = ("0.05",) if options.quick else LIMITS
    rows = []
    for name in NAMES:
        for limit in limits:
            path = study(options.folder, name, limit)
            measured = cold(path, options.folder / "run", 1 if options.quick else 3)
            stages = cpu_by_stage(measured.result)
            shown = [round(stages[stage], 2) for stage in STAGES]
            share = f"{float(limit):.0%}"
            rows.append((name, share, measured.cpu, measured.wall, measured.memory, *shown))
            options.say(f"{rows[-1][:5]}")
    head = ("table", "limit", "CPU s", "wall s", "peak MB", *(f"{stage} s" for stage in STAGES))
    return (
        "`shoal run`: read, search, write, verify, report; the least CPU and the largest memory of"
        " several. Target: Adult-9 at 5 % under 2 CPU-seconds and 350 MB. Stages are CPU seconds;"
        " `kernels` is importing.\n\n" + table(head, rows)
    )
