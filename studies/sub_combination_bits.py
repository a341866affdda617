"""The bits of Tables 6a and 6b: what the printed figures imply, and those of a stand-in."""

from collections.abc import Mapping
from typing import Any

import polars as pl
from benchmarks.tables import table

import shoal
from studies import sub_combination_tables as printed
from studies.places import Places

RECORDS = 300
# The stand-in's column for each field of the paper, and how it becomes coarser.
FIELDS = {
    "Gender": ("gender", {"builder": "suppression"}),
    "VisitDate": ("num_lab_procedures", {"builder": "masking"}),
    "Ethnicity": ("race", {"builder": "suppression"}),
    "Diagnosis": ("diag_1", {"builder": "masking"}),
    "Birthdate": ("age", {"builder": "masking"}),
}
STANDIN = "diabetes130_us_hospitals.csv.gz"
DATAFLY = {"name": "datafly"}
STAGES = {"name": "subcombinations", "maximum_outliers": 0.1, "suppression": "greedy"}


def bits_of_table_2(summaries: Mapping[str, Mapping[str, Any]]) -> str:
    """Bits of Table 2 after each method."""
    rows = []
    for name, summary in summaries.items():
        detail, levels = summary["utility"]["detail"], summary["method"]["levels"]
        risen = ", ".join(f"{column} {level}" for column, level in levels.items() if level)
        blank = summary["method"].get("blank_cells", 0)
        found = (detail["after"], detail["shown_after"])
        rows.append((name, *found, blank, summary["suppressed_records"], risen or "none"))
    heads = ("release", "bits", "of shown cells", "blank cells", "dropped", "levels above 0")
    return table(heads, rows)


def implied_records() -> dict[str, str]:
    """How many records Table 6a would have by the bits per record of Table 6b."""
    rows, whole = [], 0
    for one, other in zip(
        printed.rows(printed.TABLE_6A), printed.rows(printed.TABLE_6B), strict=True
    ):
        bits = [int(cell) / RECORDS for cell in other[1:]]
        found = [int(cell) / each for cell, each in zip(one[1:], bits, strict=True)]
        whole += sum(records == int(records) for records in found)
        rows.append((one[0], *(f"{records:.1f}" for records in found)))
    note = (
        f"All figures of Table 6b are {RECORDS} records times a whole number of bits. Of the"
        f" {3 * len(rows)} figures of Table 6a, {whole} are a whole number of records, and no bin"
        " size has the same number in every field, as it must be where whole records are dropped."
        " Table 6a has been computed in another way, which the paper does not tell."
    )
    heads = ("bin size", *map(str, printed.BIN_SIZES))
    return {"implied": table(heads, rows), "note_6": note}


def stand_in(places: Places) -> dict[str, str]:
    """The same measure on a public table, field by field."""
    path = places.table(f"discharge/{STANDIN}")
    names = [name for name, _ in FIELDS.values()]
    frame = pl.read_csv(path, infer_schema=False, n_rows=RECORDS).select(names)
    found = {
        (name, size): _detail(frame, {**method, "bin_size": size})
        for name, method in (("Datafly", DATAFLY), ("sub-combinations", STAGES))
        for size in printed.BIN_SIZES
    }
    rows = [
        (field, *(_cell(detail["columns"][FIELDS[field][0]]["after"]) for detail in found.values()))
        for field in FIELDS
    ]
    whole = (f"{one['after']:,} / {one['shown_after']:,}" for one in found.values())
    heads = ("field", *(f"{name}, {size}" for name, size in found))
    columns = ", ".join(f"`{column}` for {field}" for field, (column, _) in FIELDS.items())
    return {
        "standin": columns,
        "standin_table": table(heads, [*rows, ("all fields", *whole)]),
        "conclusion": _conclusion(found),
    }


def _detail(frame: pl.DataFrame, method: Mapping[str, Any]) -> dict[str, Any]:
    """The bits of a release of the stand-in."""
    columns: dict[str, Any] = {}
    for name, hierarchy in FIELDS.values():
        columns[name] = {"role": "quasi-identifier", "hierarchy": hierarchy}
    keys = {"columns": columns, "method": dict(method), "suppression_limit": 0.1}
    detail: dict[str, Any] = shoal.anonymize(frame, keys).summary["utility"]["detail"]
    return detail


def _cell(side: Mapping[str, int]) -> str:
    return f"{side['detail']:,} / {side['shown']:,}"


def _conclusion(found: Mapping[tuple[str, int], Mapping[str, Any]]) -> str:
    """In how many bin sizes sub-combination analysis keeps more, by each count."""
    sizes = printed.BIN_SIZES
    more = {
        key: sum(found["sub-combinations", n][key] > found["Datafly", n][key] for n in sizes)
        for key in ("after", "shown_after")
    }
    return (
        "The paper concludes that sub-combination analysis keeps more detail at each setting. Here"
        f" it does at {more['after']} of {len(sizes)} bin sizes as the paper counts, and at"
        f" {more['shown_after']} of {len(sizes)} where only shown cells count."
    )
