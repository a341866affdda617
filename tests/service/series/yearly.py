"""A registry that grows: every year some people are new, and some have left."""

import numpy as np
import polars as pl
from benchmarks.joint_attack import Row

QUASI = ("age", "zip")
KEYS = {
    "columns": {
        "id": {"role": "identifier"},
        "age": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
        "zip": {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}},
        "illness": {"role": "sensitive"},
    },
    "privacy": [
        {"model": "k-anonymity", "k": 3},
        {"model": "distinct-l-diversity", "column": "illness", "l": 2},
    ],
    "suppression_limit": 0.5,
}


def tables(seed, years=4, first=240, new=0.15, leave=0.08):
    """The table of each year."""
    draw = np.random.default_rng(seed)
    here, born = list(range(first)), first
    for _ in range(years):
        yield pl.DataFrame([person(seed, number) for number in here], orient="row", schema=NAMES)
        stay = sorted(draw.permutation(here)[round(leave * len(here)) :].tolist())
        here = [*stay, *range(born, born + round(new * len(stay)))]
        born = here[-1] + 1


NAMES = ["id", "age", "zip", "illness"]


def person(seed, number):
    draw = np.random.default_rng([seed, number])
    age, zip = int(draw.integers(20, 80)), int(draw.integers(0, 40))
    return f"p{number}", str(age), f"{zip:02}", "abcdefgh"[int(draw.integers(0, 8))]


def shown(table, release):
    """What each person looks like in a release."""
    looks = release.table.select(QUASI).rows()
    rows = zip(table["id"], looks, table["illness"], release.suppressed, strict=True)
    return {who: Row(cells, value) for who, cells, value, gone in rows if not gone}
