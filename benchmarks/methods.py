"""Datafly, µ-Argus and sub-combination analysis on discharges: detail, blanks, what stays small."""

import time
from collections.abc import Mapping
from typing import Any

import polars as pl

from benchmarks.datasets import SHARED
from benchmarks.options import Options
from benchmarks.tables import table
from shoal.methods.subcombinations import smallest_bins
from shoal.service.verbs import anonymize

TITLE = "Methods on discharges"
BIN_SIZE = 5
RECORDS = 100_000
COLUMNS = (
    *("race", "gender", "age", "admission_type_id", "discharge_disposition_id"),
    *("admission_source_id", "time_in_hospital", "medical_specialty", "num_procedures"),
    *("number_diagnoses", "insulin", "readmitted"),
)
IDENTIFYING = {
    **{"age": 1, "race": 2, "gender": 2, "time_in_hospital": 2, "medical_specialty": 2},
    **{"discharge_disposition_id": 3, "admission_source_id": 3, "number_diagnoses": 3},
}
METHODS: Mapping[str, Mapping[str, Any]] = {
    "datafly": {"name": "datafly"},
    "argus, by record": {"name": "argus", "identifying": IDENTIFYING, "suppression": "by-record"},
    "subcombinations": {"name": "subcombinations"},
    "subcombinations, restored": {"name": "subcombinations", "restore": True},
}


def section(options: Options) -> str:
    """Every method once on the same records, from a table in memory to a verified release."""
    path = SHARED / "discharge" / "diabetes130_us_hospitals.csv.gz"
    rows = RECORDS // 10 if options.quick else RECORDS
    given = pl.read_csv(path, infer_schema=False, n_rows=rows).select(COLUMNS)
    head = ("method", "CPU s", "search s", "verify s", "dropped", "blank cells", "bits", "shown")
    found = [_row(options, name, method, given) for name, method in METHODS.items()]
    return (
        f"Diabetes-130, {rows:,} records, {len(COLUMNS)} columns with two levels each, bin size"
        f" {BIN_SIZE}; Datafly drops at most 10 %. Bits are the detail of paper 003, Table 6; shown"
        " the same over cells that are not blank, in percent of the input; small are records that"
        " fewer than the bin size match.\n\n"
        f"{table((*head, 'small'), found)}"
    )


def _row(
    options: Options, name: str, method: Mapping[str, Any], given: pl.DataFrame
) -> tuple[object, ...]:
    column = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
    keys = {
        "columns": dict.fromkeys(COLUMNS, column),
        "method": {**method, "bin_size": BIN_SIZE},
        "suppression_limit": 0.1,
    }
    start = time.process_time()
    release = anonymize(given, keys)
    cpu = time.process_time() - start
    summary: dict[str, Any] = release.summary
    detail, seconds = summary["utility"]["detail"], summary["cpu_seconds"]
    shown = pl.DataFrame(release.table).filter(~pl.Series(release.suppressed))
    small = int((smallest_bins(shown) < BIN_SIZE).sum())
    options.say(f"{name}: {cpu:.1f} CPU-s")
    return (
        name,
        cpu,
        seconds["search"],
        seconds["verify"],
        summary["suppressed_records"],
        summary["method"].get("blank_cells"),
        f"{detail['after'] / detail['before']:.1%}",
        f"{detail['shown_after'] / detail['shown_before']:.1%}",
        small,
    )
