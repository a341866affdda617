"""Sub-combination analysis of 100,000 hospital stays, and the cells it blanks."""

from itertools import combinations

import numpy as np
import polars as pl

from benchmarks.datasets import SHARED
from benchmarks.measure import warm
from benchmarks.options import Options
from benchmarks.tables import table
from shoal.methods.combinations.coded import codes_of
from shoal.methods.combinations.matching import match_counts
from shoal.methods.greedy import blank_greedily
from shoal.methods.subcombinations import minimal_unsafe, smallest_bins, suppressed

TITLE = "Sub-combination analysis"
RECORDS, BIN_SIZE = 100_000, 5
COLUMNS = (
    *("race", "gender", "age", "admission_type_id", "discharge_disposition_id"),
    *("admission_source_id", "time_in_hospital", "medical_specialty", "num_procedures"),
    *("number_diagnoses", "insulin", "readmitted"),
)
SAMPLES = ((60, 4, 3), (120, 5, 5), (200, 5, 5), (300, 6, 3))
ABOUT = """Diabetes 130-US hospitals, the first 100,000 stays, 12 columns, bin size 5; CPU seconds
in one process. *Analysis* finds all minimal unsafe combinations; *suppressed* finds and blanks the
cheapest cells of each record; *check* counts the exact wildcard bin of every record on all columns;
*restored* is suppression with cells given back. Targets: analysis under 15 s, suppression with
check under 30 s, restored under 60 s. *Fits one* is the share of records whose shown cells fit a
single record of the input: without giving back, nobody's do.
"""
SAID = """Blanked cells of random samples (records × columns, bin size), beside the paper's greedy
way, which blanks the cell in most outliers first:
"""


def section(options: Options) -> str:
    """The whole table, missing values as values and as blanks; then samples."""
    whole = pl.read_csv(
        SHARED / "discharge" / "diabetes130_us_hospitals.csv.gz",
        columns=list(COLUMNS),
        infer_schema=False,
    ).select(COLUMNS)
    records = 10_000 if options.quick else RECORDS
    head, filled = whole.head(records), whole.fill_null("unknown")
    rows = [
        _row("missing is a value", filled.head(records), options),
        _row("missing is blank", head, options),
    ]
    names = ("table", "records", "unsafe combinations", "outliers", "analysis s")
    names += ("suppressed s", "check s", "cells", "restored s", "cells left", "fits one")
    return f"{ABOUT}\n{table(names, rows)}\n{SAID}\n{_samples(filled, options)}"


def _row(name: str, frame: pl.DataFrame, options: Options) -> tuple[object, ...]:
    analysis = warm(lambda: minimal_unsafe(frame, BIN_SIZE), 2)
    unsafe = analysis.result
    blanking = warm(lambda: suppressed(frame, BIN_SIZE), 2)
    check = warm(lambda: smallest_bins(blanking.result), 2)
    restoring = warm(lambda: suppressed(frame, BIN_SIZE, restore=True), 2)
    if min(check.result.min(), smallest_bins(restoring.result).min()) < BIN_SIZE:
        raise AssertionError("A bin is too small.")
    both = codes_of(pl.concat([restoring.result, frame]))
    fits = match_counts(both[: frame.height], both[frame.height :])
    options.say(f"{name}: {analysis.cpu:.1f}, {blanking.cpu + check.cpu:.1f}, {restoring.cpu:.1f}")
    return (
        *(name, frame.height, len(unsafe.masks), len(unsafe.outliers), analysis.cpu),
        *(blanking.cpu, check.cpu, _blanked(frame, blanking.result)),
        *(restoring.cpu, _blanked(frame, restoring.result), f"{np.mean(fits == 1):.0%}"),
    )


def _samples(whole: pl.DataFrame, options: Options) -> str:
    rows = []
    for records, columns, bin_size in SAMPLES[: 2 if options.quick else None]:
        cells = np.zeros(4, np.int64)
        for seed in range(10):
            chosen = np.random.default_rng(seed).choice(COLUMNS, columns, replace=False)
            frame = whole.sample(records, seed=seed).select(chosen.tolist())
            optimum = _blanked(frame, suppressed(frame, bin_size))
            restored = _blanked(frame, suppressed(frame, bin_size, restore=True))
            greedy = _blanked(frame, _greedy(frame, bin_size))
            cells += (optimum, restored, greedy, restored < greedy)
        rows.append((f"{records} × {columns}, {bin_size}", *map(int, cells)))
    return table(("sample", "optimum", "restored", "greedy", "fewer in, of 10"), rows)


def _greedy(frame: pl.DataFrame, bin_size: int) -> pl.DataFrame:
    for size in range(2, frame.width + 1):
        chosen = list(combinations(range(frame.width), size))
        frame = blank_greedily(frame, bin_size, chosen)
    return frame


def _blanked(before: pl.DataFrame, after: pl.DataFrame) -> int:
    return sum(after.null_count().row(0)) - sum(before.null_count().row(0))
