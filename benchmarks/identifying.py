"""How long it takes to tell how identifiable a table is."""

import numpy as np
import polars as pl

from benchmarks.datasets import ADULT_9, adult, table_file, write_grown
from benchmarks.measure import warm
from benchmarks.options import Options
from benchmarks.tables import table
from shoal.risk.column_subsets import column_subsets
from shoal.service.risk.risk import Asked, risk

TITLE = "How identifiable a table is"
RECORDS = 1_000_000
ABOUT = """`shoal risk` on a million records of Adult (grown with seed 1, nine quasi-identifiers,
reading included): attackers, risk profile, uniqueness; target under 3 CPU seconds. Then distinction
and separation of all 32,767 sets of the 15 columns of Adult-UCI (32,561 records); target under 60.
"""


def section(options: Options) -> str:
    """The profile of many records, and all sets of many columns."""
    records = 100_000 if options.quick else RECORDS
    path = write_grown(adult(), records, options.folder / "identifying.csv")
    asked = Asked(quasi_identifiers=tuple(ADULT_9))
    profile = warm(lambda: risk(path, None, asked), options.repeat)
    path.unlink()
    names, tuples, counts = _columns()
    sets = warm(lambda: column_subsets(names, tuples, counts), 1)
    rows = [
        ("attackers, profile, uniqueness", records, len(ADULT_9), profile.cpu),
        ("all sets of columns", int(counts.sum()), len(names), sets.cpu),
    ]
    return f"{ABOUT}\n{table(('what', 'records', 'columns', 'CPU s'), rows)}"


def _columns() -> tuple[list[str], np.ndarray, np.ndarray]:
    frame = pl.read_csv(table_file("adult").with_name("adult_uci_train.csv.gz"), infer_schema=False)
    codes = frame.select(pl.all().rank("dense").fill_null(0).cast(pl.Int32))
    counted = codes.group_by(codes.columns).len("\0n")
    return frame.columns, counted.drop("\0n").to_numpy(), counted["\0n"].to_numpy()
