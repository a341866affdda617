"""Paper 004: whole runs with three ways to check ordered t-closeness, and every class's distance.

Bild, Eicher & Prasser 2020, doi:10.3233/SHTI200149, figures 1 and 2.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template

import numpy as np
import polars as pl
from benchmarks.tables import table

import shoal
from shoal.engine.arrays import Counts, Floats
from studies.closeness_checks import WAYS, Clocked, clocked_checks, distances_of
from studies.closeness_tables import LIMIT, PAPER, TABLES, Protected
from studies.pictures import Drawn, Panel, picture
from studies.places import Places

LIMITS = (0.5, 0.4, 0.3, 0.2, 0.1)
DRAWN = {0.5: "before", 0.3: "chosen", 0.1: "after"}
PRUNED = (0.69, 0.99)  # the share of checks that pruning shortened, in the paper
MANY = 50  # values of an ordered column
FASTER = 2  # "up to a factor of two"
# Figure 1: charges of two classes, and how far they are from those of the table.
FIGURE_1 = pl.DataFrame({"class": ["e1", "e1", "e2", "e2", "e2"], "charge": [50, 60, 60, 60, 70]})
FIGURE_1_DISTANCES = (1 / 4, 1 / 6)


@dataclass(frozen=True, eq=False)
class Run:
    """One table and one t.

    Attributes:
        t: The promise.
        candidates: How many candidates were checked.
        rest: Processor seconds of the run without its checks.
        clocked: What checks took.
        usual: Processor seconds of a usual run, which does not check every candidate.
        distances: How far each class of the release is from the table.
        sizes: How many records each has.
        measured: The largest distance, as the report tells it.
    """

    t: float
    candidates: int
    rest: float
    clocked: Clocked
    usual: float
    distances: Floats
    sizes: Counts
    measured: float

    def relative(self, way: str) -> float:
        """The time of the whole run, as a share of the plain way's."""
        seconds = self.clocked.seconds
        return (self.rest + seconds[way]) / (self.rest + seconds["plain"])


Done = Sequence[tuple[Protected, Sequence[Run]]]


def study(places: Places) -> str:
    """Every table and t; pictures are written beside the page."""
    began, done = time.process_time(), []
    for make in TABLES:
        one = make(places)
        shoal.anonymize(one.records, one.keys(LIMITS[0]))  # what is compiled once is not counted
        done.append((one, [run(one, t) for t in LIMITS]))
        print(f"{one.name}: {time.process_time() - began:.0f} s", flush=True)
    for name, title, panels in (
        ("times", "Whole runs relative to the plain way", times(done)),
        ("distances", "Distances of all classes from the table", distances(done)),
    ):
        path = places.pages / f"ordered-closeness-{name}.svg"
        path.write_text(picture(title, panels, across=3), encoding="utf-8")
    return page(done, time.process_time() - began)


def run(one: Protected, t: float) -> Run:
    """A run that checks every candidate in all ways, and a usual one for its release."""
    keys = one.keys(t)
    with clocked_checks() as clocked:
        every = shoal.anonymize(one.records, {**keys, "search": {"strategy": "exhaustive"}})
    usual = shoal.anonymize(one.records, keys)
    rest = every.summary["cpu_seconds"]["search"] - sum(clocked.seconds.values())
    kept = usual.table.filter(pl.Series(~usual.suppressed))
    found = distances_of(kept, [*one.columns], one.frame[one.ordered], one.order)
    return Run(
        t,
        every.summary["candidates_checked"],
        rest,
        clocked,
        usual.summary["cpu_seconds"]["search"],
        *found,
        usual.summary["privacy"][0]["measured"],
    )


def figure_1() -> tuple[float, ...]:
    """The distances of the two classes of the paper's example."""
    found, _ = distances_of(FIGURE_1, ["class"], FIGURE_1["charge"], [50, 60, 70])
    return tuple(found)


def page(done: Done, cpu_seconds: float) -> str:
    """The page of the study: its words are beside this file."""
    words = Template(Path(__file__).with_suffix(".md").read_text(encoding="utf-8"))
    runs = [run for _, found in done for run in found]
    shares = [run.clocked.pruned / run.clocked.checks for run in runs]
    least = {way: min(run.relative(way) for run in runs) for way in WAYS}
    return words.substitute(
        e1=f"{figure_1()[0]:.4f}",
        e2=f"{figure_1()[1]:.4f}",
        tables=table(TABLES_HEAD, [_facts(one, found) for one, found in done]),
        runs=table(RUNS_HEAD, [line for one, found in done for line in _times(one, found)]),
        distances=table(DISTANCES_HEAD, [x for one, found in done for x in _spread(one, found)]),
        pruned=f"{min(shares):.0%} to {max(shares):.0%}",
        paper_pruned=f"{PRUNED[0]:.0%} and {PRUNED[1]:.0%}",
        faster=FASTER,
        least_paper=f"{least['paper 004']:.2f}",
        least_ours=f"{least['Shoal']:.2f}",
        most_paper=f"{max(run.relative('paper 004') for run in runs):.2f}",
        most_ours=f"{max(run.relative('Shoal') for run in runs):.2f}",
        checks_many=_checks_of_many(done),
        many=MANY,
        limit=f"{LIMIT:.0%}",
        minutes=f"{cpu_seconds / 60:.0f}",
    )


TABLES_HEAD = (
    *("paper's table", "its records", "its values", "here", "records", "values"),
    *("columns", "candidates"),
)
RUNS_HEAD = (
    *("table", "t", "checks", "pruned", "run, plain (s)", "checks in it"),
    *("run: paper 004", "run: Shoal", "checks: paper 004", "checks: Shoal", "usual search (s)"),
)
DISTANCES_HEAD = (
    *("table", "t", "classes", "smallest", "lower quartile", "median", "upper quartile"),
    *("largest", "reported"),
)


def _checks_of_many(done: Done) -> str:
    """What our checks take of the plain ones' time, where the column has many values."""
    seconds = [run.clocked.seconds for one, found in done if len(one.order) > MANY for run in found]
    shares = [of["Shoal"] / of["plain"] for of in seconds]
    return f"{min(shares):.2f} to {max(shares):.2f}" if shares else "–"


def _facts(one: Protected, found: Sequence[Run]) -> list[object]:
    told = PAPER[one.name]
    records = "not told" if told.records is None else f"{told.records:,}"
    ours = [f"{len(one.frame):,}", len(one.order), len(one.columns), f"{found[0].candidates:,}"]
    return [one.name, records, told.values, one.words, *ours]


def _times(one: Protected, found: Sequence[Run]) -> list[list[object]]:
    return [
        [
            one.name, f"{run.t:.1f}", f"{run.clocked.checks:,}",
            f"{run.clocked.pruned / run.clocked.checks:.0%}",
            f"{run.rest + run.clocked.seconds['plain']:.2f}",
            f"{run.clocked.seconds['plain'] / (run.rest + run.clocked.seconds['plain']):.0%}",
            *(f"{run.relative(way):.2f}" for way in WAYS[1:]),
            *(f"{run.clocked.seconds[way] / run.clocked.seconds['plain']:.2f}" for way in WAYS[1:]),
            f"{run.usual:.3f}",
        ]
        for run in found
    ]  # fmt: skip


def _spread(one: Protected, found: Sequence[Run]) -> list[list[object]]:
    lines: list[list[object]] = []
    for run in found:
        shown = *np.quantile(run.distances, (0, 0.25, 0.5, 0.75, 1)), run.measured
        counts = f"{run.t:.1f}", f"{len(run.distances):,}"
        lines.append([one.name, *counts, *(f"{number:.3f}" for number in shown)])
    return lines


def times(done: Done) -> list[Panel]:
    """Figure 2: a panel for each table, the time of whole runs against t."""
    colors = dict(zip(WAYS, ("baseline", "chosen", "after"), strict=True))
    return [
        Panel(
            f"{one.name}, {len(one.order)} values",
            "t",
            "time relative to plain",
            [
                Drawn(way, color, [(run.t, run.relative(way)) for run in reversed(found)])
                for way, color in colors.items()
            ],
            x=(LIMITS[-1], LIMITS[0]),
            y=(0, 1.2),
        )
        for one, found in done
    ]


def distances(done: Done) -> list[Panel]:
    """Every class: which share of classes is at most so far from the table."""
    return [
        Panel(
            f"{one.name}, {len(one.order)} values",
            "distance from the table",
            "share of classes",
            [
                Drawn(f"t = {run.t}", DRAWN[run.t], profile(run.distances))
                for run in found
                if run.t in DRAWN
            ],
            x=(0, 0.5),
        )
        for one, found in done
    ]


def profile(found: Floats, points: int = 400) -> list[tuple[float, float]]:
    """The share of classes with at most each distance; many classes are drawn by some of them."""
    ordered = np.sort(found)
    places = np.unique(np.linspace(0, len(ordered) - 1, min(points, len(ordered))).round())
    chosen = places.astype(np.int64)
    curve = list(zip(ordered[chosen].tolist(), ((chosen + 1) / len(ordered)).tolist(), strict=True))
    return [(curve[0][0], 0.0), *curve]
