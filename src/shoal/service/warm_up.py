"""Compiles every kernel once, before the first run, by solving very small problems.

Kernels are compiled for the types of arrays they are given, so they are called as a run calls them:
through `anonymize`, with every strategy, and directly where a small table would not need them.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path

import numpy as np
import polars as pl

from shoal.data.table import Table
from shoal.engine.encode import encode
from shoal.engine.kernel import cache_folder
from shoal.engine.lattice import Lattice
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.methods.clustering.space import Space
from shoal.methods.graph.clustering import cluster_graph
from shoal.methods.graph.graph import Graph
from shoal.methods.local_suppression import suppress_locally
from shoal.methods.subcombinations import minimal_unsafe, suppressed
from shoal.privacy import privacy_models
from shoal.progress import Watch, ignore_progress
from shoal.quality import quality_models
from shoal.risk import measure_models
from shoal.search import Problem, strategies
from shoal.search.by_class.sweep import scores
from shoal.search.local_recoding import Local
from shoal.service.frontier import sweep_study
from shoal.service.risk.classes import classes_shown
from shoal.service.risk.columns import columns_of
from shoal.service.verbs import anonymize
from shoal.study.keys.plain import ColumnKeys, Settings, StudyKeys
from shoal.study.study import Study

# Texts below and above the 12 bytes that Arrow keeps in place, and a missing value.
TABLE = pl.DataFrame(
    {
        "age": ["34", "39", "66", "61", "34", "66"],
        "ward": ["surgery", "surgery, second floor", None, "surgery", "surgery", None],
    }
)
AGE: ColumnKeys = {"role": "quasi-identifier", "hierarchy": {"builder": "masking"}}
WARD: ColumnKeys = {"role": "quasi-identifier", "hierarchy": {"builder": "suppression"}}
GAME: dict[str, float] = {
    "publisher_benefit": 10,
    "publisher_loss": 5,
    "adversary_gain": 5,
    "adversary_cost": 1,
}
LIMITS = {"seconds": 0.1, "candidates": 8}  # for strategies that go on while they may


@dataclass(frozen=True)
class Warmed:
    """What a warm-up did.

    Attributes:
        seconds: How long it took.
        files: How many compiled kernels were added to those kept.
        folder: Where they are kept.
    """

    seconds: float
    files: int
    folder: Path


def warm_up(watch: Watch = ignore_progress) -> Warmed:
    """Compile what is not compiled yet; later runs, also of other processes, find it."""
    start, before = time.perf_counter(), len(_kernel_files())
    for exercise in exercises(watch):
        exercise()
    seconds = time.perf_counter() - start
    return Warmed(seconds, len(_kernel_files()) - before, cache_folder())


def exercises(watch: Watch) -> Iterator[Callable[[], object]]:
    """Small pieces of work that together call every kernel."""
    for name in strategies:
        for low in (0, 1):  # searches that start above level 0 roll up first
            yield partial(anonymize, TABLE, _study(name, low), watch=watch)
    for low in (0, 1):  # losses that are statistics of classes, promises about values
        yield partial(anonymize, TABLE, _prediction(low), watch=watch)
        yield partial(anonymize, TABLE, _secret(low), watch=watch)
    yield partial(anonymize, TABLE, _uniques(), watch=watch)
    yield partial(anonymize, TABLE, _profit(), watch=watch)
    yield _scores
    yield partial(sweep_study, Study.of(_study("optimal", 0)), Table.of(TABLE), watch=watch)
    yield _measure_risk
    yield _combinations
    kinds = TABLE.with_columns(kind=pl.Series(list("ababab")))
    for name in ("sangreea", "mondrian"):
        yield partial(anonymize, kinds, _clusters(name), watch=watch)
    yield _graph
    for study in _locals():
        yield partial(anonymize, kinds, study, watch=watch)
    yield _near_nodes
    yield _wide_keys


def _study(strategy: str, low: int) -> StudyKeys:
    """A study of ages and wards with a strategy; `low` is the lowest level of ages."""
    known = {field.name for field in fields(strategies.class_of(strategy))}
    limits = {key: value for key, value in LIMITS.items() if key in known}
    return {
        "columns": {"age": {**AGE, "min_level": low}, "ward": WARD},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "suppression_limit": 0.5,
        "search": {"strategy": strategy, **limits},
    }


def _prediction(low: int) -> StudyKeys:
    """A study of ages that serve to predict wards."""
    return {
        "columns": {"age": {**AGE, "min_level": low}, "ward": {"role": "insensitive"}},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "quality": {"model": "classification", "targets": ["ward"]},
        "suppression_limit": 0.5,
    }


def _secret(low: int) -> StudyKeys:
    """A study in which the ward is sensitive."""
    return {
        "columns": {"age": {**AGE, "min_level": low}, "ward": {"role": "sensitive"}},
        "privacy": [{"model": "distinct-l-diversity", "column": "ward", "l": 2}],
        "suppression_limit": 0.5,
    }


def _uniques() -> StudyKeys:
    """A study with a promise about the whole table."""
    study = _study("optimal", 0)
    return {**study, "privacy": [{"model": "sample-uniqueness", "threshold": 0.1}]}


def _profit() -> StudyKeys:
    """A study with a promise about what classes lost."""
    return {**_study("optimal", 0), "privacy": [{"model": "prosecutor-profitability"}]}


def _clusters(name: str) -> StudyKeys:
    """A study of clusters of ages and wards, of which some must be merged."""
    numbers: ColumnKeys = {"role": "quasi-identifier", "type": "integer"}
    diverse: Settings = {"model": "distinct-l-diversity", "column": "kind", "l": 2}
    return {
        "columns": {"age": numbers, "ward": WARD, "kind": {"role": "sensitive"}},
        "method": {"name": name, "k": 2, "constraints": [diverse]},
    }


def _graph() -> None:
    """Clusters of the nodes of a graph."""
    hierarchy = Hierarchy.of([["34", "39", "61", "66"], ["*"] * 4], "ages")
    encoded = encode({"age": TABLE["age"]}, {"age": hierarchy})
    ends = np.array([[0, 1], [1, 2], [3, 4], [4, 5]], np.int32)
    cluster_graph(Space.of(encoded), Graph.of(encoded.records, ends), 4)


def _locals() -> Iterator[StudyKeys]:
    """Classes with levels of their own: by size, by values, with people."""
    columns: dict[str, ColumnKeys] = {"age": AGE, "ward": WARD, "kind": {"role": "sensitive"}}
    promise: Settings = {"model": "k-anonymity", "k": 2}
    spread: Settings = {"model": "t-closeness", "column": "kind", "t": 0.4}
    for privacy in (promise, spread):
        yield {"columns": columns, "privacy": [privacy], "recoding": "local"}
    person: dict[str, ColumnKeys] = {"age": AGE, "ward": WARD, "kind": {"role": "identifier"}}
    yield {"columns": person, "person": "kind", "privacy": [promise], "recoding": "local"}
    # Outliers may be suppressed, and attacked classes are merged.
    known: StudyKeys = {**_study("optimal", 0), "recoding": "local"}
    yield {**known, "quality": {"model": "publisher-payout"}, "game": GAME}
    yield known


def _near_nodes() -> None:
    """Level vectors near the data, for lattices too large to look at all of them."""
    names = [f"c{at}" for at in range(10)]
    values = pl.Series(list("abcabd"))
    levels = [["a", "b", "c", "d"], ["x", "x", "y", "y"], ["*"] * 4]
    encoded = encode(
        dict.fromkeys(names, values), dict.fromkeys(names, Hierarchy.of(levels, "near"))
    )
    promise = privacy_models.build({"model": "k-anonymity", "k": 2})
    problem = Problem(
        encoded, Lattice((0,) * 10, (2,) * 10), (promise,), quality_models.build({"model": "loss"})
    )
    Local(effort=0).run(problem, strategies.build({"strategy": "optimal"}), ignore_progress)


def _scores() -> None:
    """The losses of every candidate of a lattice."""
    encoded = encode(
        {"age": TABLE["age"]}, {"age": Hierarchy.of([["34", "39", "61", "66"]], "ages")}
    )
    promise = privacy_models.build({"model": "k-anonymity", "k": 2})
    loss = quality_models.build({"model": "discernibility"})
    scores(Problem(encoded, Lattice((0,), (0,)), (promise,), loss))


def _wide_keys() -> None:
    """Keys of more than one word: columns whose codes need more than 64 bits together."""
    values = pl.Series(map(str, np.arange(2048)))
    hierarchy = Hierarchy.of([values], "wide")
    names = [f"c{at}" for at in range(6)]  # 11 bits each
    encode(dict.fromkeys(names, values.head(4)), dict.fromkeys(names, hierarchy))


def _measure_risk() -> None:
    """What `shoal risk --models` measures: ages are quasi-identifiers, wards are sensitive."""
    columns = columns_of(Table.of(TABLE), None, ("age",), ("ward",))
    measure_models(classes_shown(columns), ("ward",), 100)


def _combinations() -> None:
    """Blanking cells: by all combinations, by some, giving back, by importance."""
    suppressed(TABLE, 2, restore=True)
    suppressed(TABLE, 2, largest=1)
    minimal_unsafe(TABLE, 2)
    suppress_locally(TABLE, 2)


def _kernel_files() -> list[Path]:
    """The compiled kernels that are kept on disk."""
    return list(cache_folder().glob("*/*.nbc"))
