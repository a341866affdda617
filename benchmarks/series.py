"""Ten yearly releases of a growing table: what a series costs, and what it tells together."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from benchmarks.datasets import ADULT_8, adult, hierarchy_file
from benchmarks.joint_attack import Found, Release, Row, attack
from benchmarks.options import Options
from benchmarks.tables import table
from shoal.service.verbs import anonymize

TITLE = "A series of yearly releases"
ABOUT = """Adult as ten yearly tables: every year 10 % of the records are new and 5 % leave; which,
is drawn by a seed. Quasi-identifiers are those of Adult-8, occupation is sensitive; k = 5, l = 3
(distinct), {limit} of the records may be suppressed. Each year but the first says `continues`, and
is given without acknowledgment. *Optimum*: the exact optimum of that year alone, all records at the
same levels, with the same limit. The attack (benchmarks/joint_attack.py) shares no code with Shoal
and has all releases up to that year: people with fewer than k *candidates*, with fewer than l
possible *values*, in *differences* of fewer than k. *Alone*: the same for releases that are the
optimum of each year. *Matched*: groups of fewer than k for somebody who could match the records of
one person in all releases, which nothing here allows; only counterfeits would hide those.
"""
YEARS, NEW, LEAVE, K, L = 10, 0.10, 0.05, 5, 3
HEAD = (
    *("year", "records", "optimum", "series", "ratio", "left out", "CPU-s"),
    *("candidates", "values", "differences", "alone", "matched"),
)


@dataclass(frozen=True)
class Year:
    """One release, and what it is compared with."""

    records: int
    optimum: float
    loss: float
    left_out: int
    seconds: float
    found: Found
    alone: Found


def section(options: Options) -> str:
    """The figures of several draws."""
    draws = [(1, "0.1")] if options.quick else [(1, "0.1"), (2, "0.1"), (3, "0.1"), (1, "0.05")]
    parts = []
    for seed, limit in draws:
        found = years(options.folder / f"series-{seed}-{limit}", seed, limit, options)
        rows = [_row(at, year) for at, year in enumerate(found, 1)]
        parts.append(f"Draw {seed}, limit {float(limit):.0%}:\n\n{table(HEAD, rows)}")
    return "\n".join([ABOUT.format(limit="10 % or 5 %"), *parts])


def years(folder: Path, seed: int, limit: str, options: Options) -> Iterator[Year]:
    """The releases of a series, one after the other; each is given."""
    given: list[Release] = []
    alone: list[Release] = []
    before: str | None = None
    for number, frame in enumerate(tables(seed), 1):
        keys = study(limit)
        best = anonymize(frame, keys)
        alone.append(_shown(frame, best))
        start = time.process_time()
        more = {} if before is None else {"continues": before}
        release = anonymize(frame, keys | more, workspace=folder)
        release.give(to=f"year {number}")
        seconds = time.process_time() - start
        before = release.summary["ledger"]["id"]
        given.append(_shown(frame, release))
        options.say(f"draw {seed}, year {number}")
        yield Year(
            frame.height,
            best.summary["loss"],
            release.summary["loss"],
            release.summary["suppressed_records"],
            seconds,
            attack(given, K, L),
            attack(alone, K, L),
        )


def tables(seed: int) -> Iterator[pl.DataFrame]:
    """The table of each year; `id` tells who is who."""
    frame = adult().frame.with_columns(id=pl.int_range(pl.len()).cast(pl.String))
    draw = np.random.default_rng(seed)
    order = draw.permutation(frame.height)
    grown = (1 + NEW - LEAVE) ** (YEARS - 1)
    here = order[: int(frame.height / (1 + NEW * (grown - 1) / (NEW - LEAVE))) - YEARS]
    used = len(here)
    for _ in range(YEARS):
        yield frame[np.sort(here)]
        new, gone = round(NEW * len(here)), round(LEAVE * len(here))
        here = np.concatenate([draw.permutation(here)[gone:], order[used : used + new]])
        used += new


def study(limit: str) -> dict[str, Any]:
    """The study of a year."""
    quasi = {
        name: {"role": "quasi-identifier", "hierarchy": str(hierarchy_file("adult", name))}
        for name in ADULT_8
    }
    return {
        "columns": {**quasi, "occupation": {"role": "sensitive"}, "id": {"role": "identifier"}},
        "privacy": [
            {"model": "k-anonymity", "k": K},
            {"model": "distinct-l-diversity", "column": "occupation", "l": L},
        ],
        "suppression_limit": limit,
    }


def _shown(frame: pl.DataFrame, release: Any) -> Release:
    """What each person looks like in a release."""
    shown = release.table.select(ADULT_8).rows()
    rows = zip(frame["id"], shown, frame["occupation"], release.suppressed, strict=True)
    return {who: Row(looks, value) for who, looks, value, gone in rows if not gone}


def _row(number: int, year: Year) -> tuple[object, ...]:
    found, alone = year.found, year.alone
    return (
        number, year.records, year.optimum, year.loss, year.loss / year.optimum,
        f"{year.left_out / year.records:.1%}", year.seconds, found.candidates, found.values,
        found.differences, f"{alone.candidates} / {alone.values} / {alone.differences}",
        found.matched,
    )  # fmt: skip
