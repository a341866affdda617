"""Ordered t-closeness: checks in three ways within a run, and distances by their definition.

Bild, Eicher & Prasser 2020, doi:10.3233/SHTI200149; docs/decisions/0007-ordered-t-closeness.md.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from shoal.engine.arrays import Bools, Counts, Floats
from shoal.engine.classes import Histogram
from shoal.engine.ordered_checks import SUMMED, check_plainly, check_with_pruning
from shoal.privacy import t_closeness

WAYS = ("plain", "paper 004", "Shoal")


@dataclass
class Clocked:
    """What checks took in one run.

    Attributes:
        seconds: Processor seconds of each way.
        calls: How many candidates were checked.
        checks: How many classes were checked.
        pruned: How many of these checks the paper's pruning shortened.
    """

    seconds: dict[str, float]
    calls: int = 0
    checks: int = 0
    pruned: int = 0


@contextmanager
def clocked_checks() -> Iterator[Clocked]:
    """Each check is done in all ways one after the other, so that a busy machine hits all alike."""
    usual, found = t_closeness.classes_beyond, Clocked(dict.fromkeys(WAYS, 0.0))

    def check(histogram: Histogram, classes: int, limit: float) -> Bools:
        asked, answers = (histogram, classes, limit), {}
        calls = {
            "plain": lambda: check_plainly(*asked),
            "paper 004": lambda: check_with_pruning(*asked),
            "Shoal": lambda: usual(*asked),
        }
        for at in range(len(WAYS)):  # who comes first finds nothing in the cache: they take turns
            way = WAYS[(at + found.calls) % len(WAYS)]
            answers[way] = _clocked(found, way, calls[way])
        pruned, fate = answers["paper 004"]
        if not all(np.array_equal(pruned, answers[way]) for way in ("plain", "Shoal")):
            raise AssertionError("The ways to check t-closeness do not agree.")
        found.calls += 1
        found.checks += classes
        found.pruned += int(np.count_nonzero(fate != SUMMED))
        return pruned

    t_closeness.classes_beyond = check
    try:
        yield found
    finally:
        t_closeness.classes_beyond = usual


def _clocked(clocked: Clocked, way: str, check: Callable[[], Any]) -> Any:  # noqa: ANN401
    began = time.process_time()
    found = check()
    clocked.seconds[way] += time.process_time() - began
    return found


def distances_of(
    released: pl.DataFrame, columns: Sequence[str], before: pl.Series, order: Sequence[object]
) -> tuple[Floats, Counts]:
    """The ordered distance of every class from the table, by its definition; and its records."""
    values = [name for name in released.columns if name not in columns]
    assert len(values) == 1
    counts = released.pivot(values[0], index=columns, values=values[0], aggregate_function="len")
    present = [name for name in map(str, order) if name in counts.columns]
    matrix = np.zeros((len(counts), len(order)))
    places = [list(map(str, order)).index(name) for name in present]
    matrix[:, places] = counts.select(present).fill_null(0).to_numpy()
    table_counts = dict(before.cast(pl.String).value_counts().rows())
    reference = np.array([table_counts[str(value)] for value in order], np.float64)
    apart = _cumulated(matrix) - _cumulated(reference[None])
    sizes = matrix.sum(axis=1).astype(np.int64)
    return np.abs(apart).sum(axis=1) / (len(order) - 1), sizes


def _cumulated(counts: Floats) -> Floats:
    return np.asarray(np.cumsum(counts / counts.sum(axis=1, keepdims=True), axis=1))
