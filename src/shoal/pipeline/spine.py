"""The picture of the whole library: data flows one way, and every arrow is a function.

    study, table ─ prepare ─► texts, hierarchies, lattice ─ encode ─► Problem
        ─ search ─► Outcome ─ transform ─► frame ─ write, verify ─► Verdict ─ summarize ─► Report

`anonymize` is the part without files. A run folder and a table in memory differ only in where the
frame goes before it is verified.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import polars as pl
from polars.selectors import by_name

from shoal.data.table import Table
from shoal.engine.encode import encode
from shoal.engine.encoded import EncodedTable
from shoal.engine.transform import transform
from shoal.hierarchies.hierarchy import Hierarchy
from shoal.hierarchies.order import values_in_order
from shoal.pipeline.prepare.explain import searched
from shoal.pipeline.prepare.population import refuse_outsiders
from shoal.pipeline.prepare.prepare import Prepared, prepare, trees_of
from shoal.pipeline.prepare.ranges import with_numbers
from shoal.pipeline.prepare.same_values import compared_values, people_of, refuse_contradictions
from shoal.pipeline.release.aggregated import aggregates_of
from shoal.pipeline.release.frame import released_frame
from shoal.pipeline.release.labels import with_released_labels
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.progress import Progress, Watch, ignore_progress
from shoal.search.local_tables import recoded_locally
from shoal.search.problem import Problem
from shoal.search.problem.outcome import Outcome
from shoal.search.problem.strategy import seeded
from shoal.study.across_keys import measured_by_hierarchy
from shoal.study.method_rules import refuse_hopeless_method
from shoal.study.study import Study
from shoal.study.targets import joint_texts, quality_of, refuse_unfit, target_texts

if TYPE_CHECKING:
    from shoal.methods.registry import Treated


@dataclass(frozen=True, eq=False)
class Anonymized:
    """A study's answer for a table, in the order of its records.

    Attributes:
        study: What was asked.
        explicit: The study with the hierarchies that were made automatically.
        table: The input, declared missing values as null; only the research subset, if any.
        problem: What was searched.
        outcome: What was found.
        frame: The released columns; suppressed records have blank quasi-identifiers.
        hierarchies: The hierarchy of each quasi-identifier that forms classes.
        whole: The input with the records outside the research subset.
        chosen: Which of its records are in the research subset; None where there is none.
        recoded: The table with levels of their own for each class, where recoding is local, or
            with cells of their own for each record, where a method blanks or makes some.
        treated: What the method decided, where the study has one.
        notes: What the steward should know about what was read.
    """

    study: Study
    explicit: Study
    table: Table
    problem: Problem
    outcome: Outcome
    frame: pl.DataFrame
    hierarchies: Mapping[str, Hierarchy]
    whole: Table
    chosen: pl.Series | None
    recoded: EncodedTable | None = None
    treated: "Treated | None" = None
    notes: tuple[str, ...] = ()

    def without_cells(self) -> "Anonymized":
        """What the report needs: quasi-identifiers are counted on tuples, not on records."""
        by_record = self.study.shown_by_record
        counted = [name for name in self.study.generalized if name not in by_record]
        table = replace(self.table, frame=self.table.frame.drop(by_name(counted)))
        shown = [name for name in by_record if name in self.frame.columns]
        return replace(self, table=table, frame=self.frame.select(by_name(shown)), whole=table)


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
        recoded, outcome, treated = answered(study, prepared, problem, watch)
    if not outcome.canceled:
        watch(Progress("transform", 0, 1))
    with clock.stage("transform"):
        done = applied(study, prepared, (problem, recoded), outcome)
        return replace(done, treated=treated)


def applied(
    study: Study, prepared: Prepared, problems: tuple[Problem, Problem], outcome: Outcome
) -> Anonymized:
    """The release of an outcome; it is about the second problem, the recoded one if it is local."""
    prepared, (problem, recoded) = with_released_labels(prepared, problems, outcome)
    texts = transform(recoded.encoded, outcome.levels, outcome.suppressed)
    texts |= aggregates_of(study, prepared.table, recoded, outcome)
    frame = released_frame(study, prepared.table, outcome, texts)
    return Anonymized(
        study,
        prepared.explicit,
        prepared.table,
        problem,
        outcome,
        frame,
        prepared.hierarchies,
        prepared.whole,
        prepared.chosen,
        recoded.encoded if study.is_by_record else None,
        notes=(*prepared.notes, *outcome.notes),
    )


def answered(
    study: Study, prepared: Prepared, problem: Problem, watch: Watch
) -> "tuple[Problem, Outcome, Treated | None]":
    """What is found, and the problem whose classes it is about: the recoded one if it is local."""
    if study.private is not None:
        from shoal.pipeline.ways.private import privately_chosen  # noqa: PLC0415  (few need it)

        return problem, privately_chosen(study, prepared, problem, watch), None
    if study.method is not None:
        # It loads every method, which most studies do without.
        from shoal.methods.applied import applied as applied_method  # noqa: PLC0415

        refuse_hopeless_method(study, problem)
        graph = () if prepared.connected is None else (prepared.connected.graph,)
        treated = study.method.run(problem, watch, *graph)
        return (*applied_method(study.method, problem, treated), treated)
    strategy = seeded(study.search, study.seed)
    if not study.is_local:
        return problem, searched(strategy, problem, watch), None
    recoding = study.recoding
    if study.continues is not None:
        from shoal.ledger.continued import continued  # noqa: PLC0415  (few need the ledger here)

        recoding = continued(study, prepared, problem)
    return (*recoded_locally(recoding, problem, strategy, watch), None)


def problem_of(study: Study, prepared: Prepared) -> Problem:
    """The question that a study asks about a table."""
    encoded = encode(
        prepared.texts,
        prepared.hierarchies,
        **_sensitive(study, prepared),
        person=_people(study, prepared),
        **_population(prepared),
        targets=target_texts(study, prepared),
        joint=joint_texts(study, prepared),
        counts=prepared.table.counts,
        weights={name: study.columns[name].weight for name in study.quasi_identifiers},
    )
    encoded = with_numbers(study, encoded)
    refuse_unfit(study, encoded)
    refuse_outsiders(study, encoded)
    # Differential privacy suppresses whatever it must; nobody may learn that it was too much.
    limit = study.suppression_limit if study.private is None else Decimal(1)
    return Problem(encoded, prepared.lattice, prepared.privacy, quality_of(study), limit)


def _population(prepared: Prepared) -> dict[str, Any]:
    """The population, where a promise counts it."""
    wide = prepared.population
    return {} if wide is None else {"population": wide.texts, "population_person": wide.person}


def _sensitive(study: Study, prepared: Prepared) -> dict[str, Any]:
    """Columns outside the key that matter: their values, in order, and their hierarchies."""
    types = {name: column.options.type for name, column in study.columns.items()}
    asked = sorted({promise.column for promise in study.promised if hasattr(promise, "column")})
    values = {name: compared_values(prepared.table, name, types[name]) for name in asked}
    outside = {name: prepared.aggregated[name] for name in study.outside_the_key}
    trees = trees_of(
        prepared.explicit, {name: values[name] for name in measured_by_hierarchy(study)}
    )
    refuse_contradictions(study, prepared.table, trees)
    return {
        "sensitive": values,
        "aggregated": outside,
        "orders": {
            name: values_in_order(given, types[name]) for name, given in (values | outside).items()
        },
        "trees": trees,
    }


def _people(study: Study, prepared: Prepared) -> pl.Series | None:
    """Whose record each record is, where the study counts people."""
    return people_of(study, prepared.table)
