"""SaNGreeA, exact and in blocks, and Mondrian on Adult as in paper 002; a million records."""

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import polars as pl

from benchmarks.datasets import SHARED
from benchmarks.options import Options
from benchmarks.tables import table
from shoal.data.table import Table
from shoal.engine.arrays import Counts
from shoal.methods.clustering.loss import Formed
from shoal.methods.clustering.space import Space
from shoal.methods.clustering.splitting import parts_of
from shoal.methods.sangreea import table_clusters
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.prepare.problem import problem_of
from shoal.pipeline.ways.choice import read_of
from shoal.progress import ignore_progress
from shoal.study.study import Study

TITLE = "Clusters of Adult"
NUMBERS = ("age", "fnlwgt", "education-num", "capital-gain", "capital-loss", "hours-per-week")
CATEGORIES = (
    *("workclass", "native-country", "sex", "race"),
    *("marital-status", "relationship", "occupation"),
)
MILLION = 1_000_000
BLOCKS = (1_000, 3_000, 5_000, 10_000)
Call = Callable[[], Counts]


def section(options: Options) -> str:
    """What clusters lose and how long they take."""
    space = _space()
    for k in (2, 3):  # compiles
        table_clusters(space.part(np.arange(99)), k, ignore_progress)
        parts_of(space.part(np.arange(99)), k)
    head = ("k", "CPU s", "NGIL", "categories", "published", "numbers", "clusters", "smallest")
    sizes = (7,) if options.quick else (3, 7, 11, 15, 19)
    rows = [_exact(options, space, k) for k in sizes]
    ways = ("way", "CPU s", "NGIL", "more than exact", "smallest")
    return (
        f"SaNGreeA, {space.records:,} records, {len(NUMBERS)} columns of numbers and"
        f" {len(CATEGORIES)} of categories, equal weights; exact greedy. Categories and numbers are"
        " the mean share lost per column; published is that of categories in the tables of paper"
        " 002's author, whose objective differs.\n\n"
        f"{table(head, rows)}\n\n"
        "The same table with k = 7, other ways:\n\n"
        f"{table(ways, _ways(options, space))}\n\n{_million(options, space)}"
    )


def _exact(options: Options, space: Space, k: int) -> tuple[object, ...]:
    cpu, found = _measured(space, lambda: table_clusters(space, k, ignore_progress))
    shares = found.by_column(space)
    options.say(f"k = {k}: {cpu:.1f} CPU-s")
    parts = shares[list(space.categories)].mean(), shares[list(space.ranges)].mean()
    return (
        k,
        cpu,
        f"{found.ngil(space):.4f}",
        f"{parts[0]:.3f}",
        f"{_published(space, k):.3f}",
        f"{parts[1]:.3f}",
        len(found.sizes),
        int(found.sizes.min()),
    )


def _ways(options: Options, space: Space) -> list[tuple[object, ...]]:
    calls: dict[str, Call] = {"exact": lambda: table_clusters(space, 7, ignore_progress)}
    for block in BLOCKS:
        calls[f"blocks of {block:,}"] = lambda block=block: table_clusters(  # type: ignore[misc]
            space, 7, ignore_progress, block
        )
    calls["Mondrian"] = lambda: parts_of(space, 7)
    rows, exact = [], None
    for name, call in calls.items():
        cpu, found = _measured(space, call)
        ngil = found.ngil(space)
        exact = exact or ngil
        options.say(f"{name}: {cpu:.1f} CPU-s")
        rows.append((name, cpu, f"{ngil:.4f}", f"{ngil / exact - 1:+.1%}", int(found.sizes.min())))
    return rows


def _million(options: Options, space: Space) -> str:
    """Adult drawn again and again, its numbers a little off so that records differ."""
    records = MILLION // 20 if options.quick else MILLION
    rng = np.random.default_rng(0)
    large = space.part(rng.integers(0, space.records, records))
    shaken = large.numbers + rng.normal(0, 0.01, large.numbers.shape) * space.limits
    large = replace(large, numbers=np.clip(shaken, 0, space.limits))
    cpu, found = _measured(large, lambda: table_clusters(large, 7, ignore_progress, 5_000))
    split, _ = _measured(large, lambda: parts_of(large, 7))
    return (
        f"{records:,} records drawn from these, k = 7: blocks of 5,000 take {cpu:.1f} CPU-s"
        f" (smallest cluster {int(found.sizes.min())}), Mondrian {split:.1f}."
    )


def _measured(space: Space, call: Call) -> tuple[float, Formed]:
    start = time.process_time()
    cluster = call()
    return time.process_time() - start, Formed.of(space, cluster)


def _published(space: Space, k: int) -> float:
    """The mean height of categories in a published table."""
    frame = pl.read_csv(
        SHARED / "malle" / f"adult_sangreea_k{k:02}_equal.csv.gz", infer_schema=False
    )
    shares = []
    for tree, name in zip(space.taxonomies, CATEGORIES, strict=True):
        known = dict(zip(tree.labels.to_list(), tree.costs.tolist(), strict=True))
        shares.append(np.mean([known[label] for label in frame[name].str.strip_chars().to_list()]))
    return float(np.mean(shares))


def _space() -> Space:
    frame = pl.read_csv(SHARED / "adult" / "adult_uci_train.csv.gz", infer_schema=False)
    frame = frame.select(pl.all().str.strip_chars())
    frame = frame.filter(~pl.any_horizontal(pl.all() == "?"))
    trees = SHARED / "graph" / "gen_hierarchies_csv"
    columns = {name: {"role": "quasi-identifier", "type": "integer"} for name in NUMBERS}
    columns |= {
        name: {"role": "quasi-identifier", "hierarchy": str(trees / f"{name}.csv")}
        for name in CATEGORIES
    }
    study = Study.of({"columns": columns, "method": {"name": "sangreea", "k": 7}})
    return Space.of(problem_of(prepare(read_of(study, Table.of(frame)))).encoded)
