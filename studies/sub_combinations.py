"""Tables 3a to 6 of paper 003 as they are printed, beside ours, with every difference."""

import time
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from string import Template
from typing import Any

import polars as pl
from benchmarks.tables import table

import shoal
from shoal.methods.bins import bins_of
from shoal.methods.subcombinations import smallest_bins
from studies import sub_combination_tables as printed
from studies.places import Places
from studies.sub_combination_bits import bits_of_table_2, implied_records, stand_in

FIELDS = ("ethnicity", "birth", "sex", "zip")
HEADS = ("Ethnicity", "Birth", "Sex", "ZIP")
TABLE_2 = pl.DataFrame(printed.rows(printed.TABLE_2), schema=["ssn", *FIELDS], orient="row")
TWO = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
BIRTH = {
    "role": "quasi-identifier",
    "type": "date",
    "hierarchy": {
        "builder": "dates",
        "granularities": ["month", "year"],
        "formats": {"year": "yyyy"},
    },
}
ZIP = {"role": "quasi-identifier", "hierarchy": {"builder": "masking", "character": "0"}}
COLUMNS = {"ethnicity": TWO, "birth": BIRTH, "sex": TWO, "zip": ZIP}
SSN = {"role": "quasi-identifier", "hierarchy": {"builder": "identity"}}
AT_YEAR = {"ssn": SSN, **COLUMNS, "birth": {**BIRTH, "min_level": 2}}
DATAFLY = {"name": "datafly", "bin_size": 2}
DEFAULT = {"name": "subcombinations", "bin_size": 2}
STAGES = {**DEFAULT, "maximum_outliers": 0.1, "suppression": "greedy"}
RATED = {"ssn": 1, "birth": 2, "sex": 2, "zip": 2, "ethnicity": 3}
ARGUS = {"name": "argus", "bin_size": 2, "identifying": RATED}
Row = tuple[str, ...]


def study(places: Places) -> str:
    """Make all tables again, compare them, and write the page."""
    start = time.perf_counter()
    parts = {**_tables_3(), **_tables_4_and_5(), **_tables_6(places)}
    text = (Path(__file__).parent / "sub_combinations.md").read_text(encoding="utf-8")
    seconds = round(time.perf_counter() - start)
    return Template(text).substitute(parts, seconds=seconds)


def release(method: Mapping[str, Any], columns: Mapping[str, Any] | None = None) -> Any:  # noqa: ANN401  (public result)
    """What a method releases of Table 2."""
    keys = {"columns": columns or COLUMNS, "method": dict(method), "suppression_limit": 0.1}
    return shoal.anonymize(TABLE_2, keys)


def at_levels(birth: int, zip_code: int) -> pl.DataFrame:
    """Table 2 with births as the first parts of a date, and ZIP codes with zeros at the end."""
    births = TABLE_2["birth"].str.slice(0, (10, 7, 4)[birth])
    codes = TABLE_2["zip"].str.slice(0, 5 - zip_code) + "0" * zip_code
    return TABLE_2.select("ethnicity", births, "sex", codes)


def our_bins(birth: int, zip_code: int) -> list[Row]:
    """Our bins at these levels, with size and cumulative share as the paper rounds it."""
    found = bins_of(at_levels(birth, zip_code)).rows()
    return [(*row[:4], str(row[4]), f"{round(100 * row[5])}%") for row in found]


def compare(theirs: Sequence[Row], ours: Sequence[Row]) -> tuple[list[Row], str]:
    """Each printed row with ours at its place, and how many of them are the same."""
    paired = [
        (*row, "same" if row == own else " ".join(cell or "–" for cell in own))
        for row, own in zip(theirs, ours, strict=True)
    ]
    same = sum(row[-1] == "same" for row in paired)
    return paired, f"{same} of {len(paired)} lines are the same."


def _tables_3() -> dict[str, str]:
    """Tables 3a to 3c; bins are compared in their order, and as sets in the note."""
    parts = {}
    for name, text, levels in (
        ("3a", printed.TABLE_3A, (2, 0)),
        ("3b", printed.TABLE_3B, (2, 1)),
    ):
        theirs, ours = printed.rows(text), our_bins(*levels)
        paired, note = compare(theirs, ours)
        parts[f"table_{name}"] = table((*HEADS, "BinSize", "% of N", "ours"), paired)
        alike = {row[:5] for row in theirs} == {row[:5] for row in ours}
        bins = "the same" if alike else "NOT the same"
        parts[f"note_{name}"] = f"{note} The bins and their sizes, in any order, are {bins}."
    done = release(DATAFLY)
    kept = done.table.filter(~pl.Series(done.suppressed)).select(FIELDS).rows()
    return parts | _released("3c", printed.TABLE_3C, kept)


def _tables_4_and_5() -> dict[str, str]:
    """Tables 4a, 4b and 5."""
    argus = release(ARGUS, AT_YEAR).table
    blank = argus["ssn"].null_count() == argus.height
    five = _released("5", printed.TABLE_5, argus.select(FIELDS).rows())
    five["note_5"] += " The SSN is blank in every record, as printed." if blank else " NOT the SSN."
    four = _released("4b", printed.TABLE_4B, release(STAGES).table.select(FIELDS).rows())
    return _table_4a() | four | five


def _released(name: str, text: str, ours: Sequence[tuple[str | None, ...]]) -> dict[str, str]:
    """A released table beside ours, without the SSN, which is shown as printed."""
    theirs = printed.rows(text)
    paired, note = compare(
        [row[1:] for row in theirs], [tuple(cell or "" for cell in row) for row in ours]
    )
    rows = [(row[0], *pair) for row, pair in zip(theirs, paired, strict=True)]
    return {f"table_{name}": table(("SSN", *HEADS, "ours"), rows), f"note_{name}": note}


def _table_4a() -> dict[str, str]:
    """All pairs of columns, those that too few records share in bold."""
    frame = at_levels(2, 0)
    pairs = list(combinations(FIELDS, 2))
    rare = {pair: smallest_bins(frame.select(pair)) < 2 for pair in pairs}
    rows = [
        [_pair(row, pair, bool(rare[pair][at])) for pair in pairs]
        for at, row in enumerate(frame.iter_rows(named=True))
    ]
    heads = [f"{HEADS[FIELDS.index(a)]}, {HEADS[FIELDS.index(b)]}" for a, b in pairs]
    found = sum(int(flags.sum()) for flags in rare.values())
    records = sorted({at + 1 for flags in rare.values() for at in flags.nonzero()[0].tolist()})
    note = f"{found} outlier pairs, of record {', '.join(map(str, records))}: the Caucasian woman."
    return {"table_4a": table(heads, rows), "note_4a": note}


def _pair(row: Mapping[str, str], pair: tuple[str, str], rare: bool) -> str:
    text = " ".join(row[name] for name in pair)
    return f"**{text}**" if rare else text


def _tables_6(places: Places) -> dict[str, str]:
    """Tables 6a and 6b as printed, what they imply, and a stand-in; and the bits of Table 2."""
    heads = ("bin size", *map(str, printed.BIN_SIZES))
    methods = {
        "Datafly (Table 3c)": DATAFLY,
        "sub-combination analysis as printed (Table 4b)": STAGES,
        "sub-combination analysis by default": DEFAULT,
        "the same, `greedy`": {**DEFAULT, "suppression": "greedy"},
    }
    return {
        "bits": bits_of_table_2({name: release(one).summary for name, one in methods.items()}),
        "table_6a": table(heads, printed.rows(printed.TABLE_6A)),
        "table_6b": table(heads, printed.rows(printed.TABLE_6B)),
        **implied_records(),
        **stand_in(places),
    }
