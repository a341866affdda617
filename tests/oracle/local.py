"""The independent tool's local recoding, step by step, and both results by one definition.

Its own score of a locally recoded table is not the loss of the table: the granularity it prints is
that of its view. So its list of steps is replayed on the data and scored by definition: the mean
over records and columns of (values covered - 1) / (values - 1), a suppressed record counting 1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

import numpy as np

from oracle.answers import every_answer, frame_of, hierarchy_in
from oracle.promises import promise_settings
from shoal.engine.classes import classes_of
from shoal.engine.encode import encode
from shoal.engine.encoded import EncodedTable
from shoal.engine.grouping import group
from shoal.engine.lattice import Lattice
from shoal.engine.parts import part_of
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.privacy import privacy_models
from shoal.quality import quality_models
from shoal.search import Outcome, Problem


@dataclass(frozen=True)
class Scored:
    """A recoded table by definition.

    Attributes:
        loss: The mean loss of a cell; of suppressed and fully generalized records it is 1.
        suppressed: Records that are suppressed, or at the top in every column.
        classes: Classes of the others.
    """

    loss: float
    suppressed: int
    classes: int


def answers() -> list[dict[str, Any]]:
    """All problems about local recoding."""
    return [answer for answer in every_answer() if answer["config"].get("local_recoding")]


def problem_of(config: Mapping[str, Any], suppressed: int = 0) -> Problem:
    """The question, where so many records may be suppressed."""
    table = _encoded(_key(config))
    promises = tuple(map(privacy_models.build, map(promise_settings, config["privacy_models"])))
    top = tuple(column.height for column in table.columns)
    limit = (Decimal(suppressed) + Decimal("0.5")) / table.records if suppressed else Decimal(0)
    lattice = Lattice((0,) * len(top), top)
    return Problem(table, lattice, promises, quality_models.build({"model": "loss"}), limit)


def replayed(answer: Mapping[str, Any]) -> Scored:
    """Their steps on the data; the records of each step must be theirs."""
    problem, result = problem_of(answer["config"]), answer["result"]
    table = problem.encoded
    left = np.ones(len(table.counts), bool)
    levels = np.tile(np.array(problem.lattice.maximum, np.int16), (len(table.counts), 1))
    for step in [{"levels": result["levels"]}, *result["local_step_list"]]:
        placed = np.zeros_like(left)
        placed[left] = _kept(problem, left, step["levels"])
        records = int(table.counts[placed].sum())
        assert step.get("records_transformed", records) == records
        levels[placed] = step["levels"]
        left &= ~placed
    return scored(table, levels, left)


def answered(problem: Problem, recoded: Problem, outcome: Outcome) -> Scored:
    """Our result, scored by the same code from the levels that each record got."""
    columns = problem.encoded.columns
    starts = [np.cumsum([0, *column.sizes]) for column in columns]
    table = recoded.encoded
    levels = np.stack(
        [
            np.searchsorted(start, table.codes(at), side="right") - 1
            for at, start in enumerate(starts)
        ],
        axis=1,
    )[table.tuple_of_record]
    return scored(problem.encoded, levels, outcome.suppressed, problem.encoded.tuple_of_record)


def scored(
    table: EncodedTable,
    levels: np.ndarray[Any, Any],
    gone: np.ndarray[Any, Any],
    of: np.ndarray[Any, Any] | None = None,
) -> Scored:
    """Tuples, or the tuples `of` records, at levels of their own."""
    each = np.arange(len(table.counts)) if of is None else of
    counts = table.counts if of is None else np.ones(len(of), np.int64)
    shown, losses = [], np.zeros(len(each))
    for at, column in enumerate(table.columns):
        leaves = table.codes(at)[each]
        starts = np.cumsum([0, *column.sizes])
        cells = np.choose(levels[:, at], [codes[leaves] for codes in column.codes])
        covered = np.concatenate(column.covers)[starts[levels[:, at]] + cells]
        losses += (covered - 1) / (column.domain - 1) / len(table.columns)
        shown.append(starts[levels[:, at]] + cells)
    top = np.array([column.height for column in table.columns])
    lost = gone | (levels == top).all(axis=1)
    losses[lost] = 1
    classes = np.unique(np.stack(shown)[:, ~lost], axis=1)
    records = int(counts[lost].sum())
    return Scored(float((losses * counts).sum() / table.records), records, classes.shape[1])


def _kept(problem: Problem, left: np.ndarray[Any, Any], levels: Any) -> np.ndarray[Any, Any]:
    """Which of the tuples that are left are in a class that keeps every promise."""
    part = part_of(problem.encoded, left)
    grouping = group(part, levels)
    classes = classes_of(part, grouping)
    broken = np.zeros(len(classes.sizes), bool)
    for promise in problem.privacy:
        broken |= promise.violations(classes)
    return ~broken[grouping.class_of_tuple]


def _key(config: Mapping[str, Any]) -> tuple[str, tuple[str, ...], tuple[str, ...], bool]:
    about = {one["attribute"] for one in config["privacy_models"] if "attribute" in one}
    flat = "two levels" in str(config.get("hierarchies"))
    return config["dataset"], tuple(config["quasi_identifiers"]), tuple(sorted(about)), flat


@cache
def _encoded(key: tuple[str, tuple[str, ...], tuple[str, ...], bool]) -> EncodedTable:
    dataset, names, sensitive, flat = key
    frame = frame_of(dataset)
    return encode(
        {name: frame[name] for name in names},
        {name: _hierarchy(dataset, name, flat=flat) for name in names},
        sensitive={name: frame[name] for name in sensitive},
    )


def _hierarchy(dataset: str, name: str, *, flat: bool) -> Hierarchy:
    found = hierarchy_in(dataset, name)
    return Hierarchy.of([found.levels[0], ["*"] * len(found.levels[0])], name) if flat else found
