"""The picture of the whole library: data flows one way, and every arrow is a function.

    study, table ─ prepare ─► texts, hierarchies, lattice ─ encode ─► Problem
        ─ search ─► Outcome ─ transform ─► frame ─ write, verify ─► Verdict ─ summarize ─► Report

`anonymize` is the part without files. A run folder and a table in memory differ only in where the
frame goes before it is verified.
"""

from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from shoal.data.table import Table
from shoal.data.types import ColumnType
from shoal.engine.encode import encode
from shoal.engine.transform import transform
from shoal.hierarchies.order import format_of, in_order, order_of
from shoal.progress import Progress, Watch, ignore_progress
from shoal.search.outcome import Outcome
from shoal.search.problem import Problem
from shoal.search.strategy import seeded
from shoal.service.explain import searched
from shoal.service.prepare import Prepared, hierarchy_of, prepare
from shoal.service.released import released_frame
from shoal.service.stopwatch import Stopwatch
from shoal.service.study import Study


@dataclass(frozen=True, eq=False)
class Anonymized:
    """A study's answer for a table, in the order of its records.

    Attributes:
        study: What was asked.
        explicit: The study with the hierarchies that were made automatically.
        table: The input, declared missing values as null.
        problem: What was searched.
        outcome: What was found.
        frame: The released columns; suppressed records have blank quasi-identifiers.
    """

    study: Study
    explicit: Study
    table: Table
    problem: Problem
    outcome: Outcome
    frame: pl.DataFrame

    def without_cells(self) -> "Anonymized":
        """What the report needs: quasi-identifiers are counted on tuples, not on records."""
        rest = self.table.frame.drop(self.study.quasi_identifiers)
        return replace(self, table=replace(self.table, frame=rest), frame=self.frame.clear())


def anonymize(
    study: Study,
    table: Table,
    clock: Stopwatch,
    watch: Watch = ignore_progress,
    decimal: str = ".",
) -> Anonymized:
    """Search the best release of a table and apply it."""
    watch(Progress("encode", 0, 1))
    with clock.stage("encode"):
        prepared = prepare(study, table, decimal)
        problem = problem_of(study, prepared)
    watch(Progress("search", 0, problem.lattice.size))
    with clock.stage("search"):
        outcome = searched(seeded(study.search, study.seed), problem, watch)
    if not outcome.canceled:
        watch(Progress("transform", 0, 1))
    with clock.stage("transform"):
        texts = transform(problem.encoded, outcome.levels, outcome.suppressed)
        frame = released_frame(study, prepared.table, outcome, texts)
    return Anonymized(study, prepared.explicit, prepared.table, problem, outcome, frame)


def problem_of(study: Study, prepared: Prepared) -> Problem:
    """The question that a study asks about a table."""
    encoded = encode(
        prepared.texts,
        prepared.hierarchies,
        **_sensitive(study, prepared),
        person=_people(study, prepared),
        weights={name: study.columns[name].weight for name in prepared.texts},
    )
    limit = study.suppression_limit
    return Problem(encoded, prepared.lattice, study.privacy, study.quality, limit)


def _sensitive(study: Study, prepared: Prepared) -> dict[str, Any]:
    """The columns that promises are about: their values, in order, and their hierarchies."""
    types = {name: column.options.type for name, column in study.columns.items()}
    asked = sorted({promise.column for promise in study.privacy if hasattr(promise, "column")})
    values = {name: prepared.table.texts(name, types[name]) for name in asked}
    return {
        "sensitive": values,
        "orders": {name: _in_order(values[name], types[name]) for name in asked},
        "trees": {
            name: hierarchy_of(study, name, values[name])
            for name in asked
            if study.columns[name].hierarchy is not None
        },
    }


def _in_order(values: pl.Series, type: ColumnType) -> pl.Series:
    """The different values from the lowest to the highest; the missing one, if any, comes last."""
    known = values.drop_nulls().unique()
    ordered = in_order(known, order_of(type), format_of(type)).texts
    return ordered.extend_constant(None, 1) if values.null_count() else ordered


def _people(study: Study, prepared: Prepared) -> pl.Series | None:
    """Whose record each record is, where the study counts people."""
    if study.person is None:
        return None
    return prepared.table.texts(study.person, study.columns[study.person].options.type)
