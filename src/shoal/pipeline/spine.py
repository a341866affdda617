"""The picture of the whole library: data flows one way, and every arrow is a function.

    study, table ─ prepare ─► texts, hierarchies, lattice ─ encode ─► Problem
        ─ search ─► Outcome ─ transform ─► frame ─ write, verify ─► Verdict ─ summarize ─► Report

`anonymize` is the part without files. A run folder and a table in memory differ only in where the
frame goes before it is verified.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from shoal.data.table import Table
from shoal.engine.transform import transform
from shoal.pipeline.prepare.explain import searched
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.prepare.problem import problem_of
from shoal.pipeline.release.aggregated import aggregates_of
from shoal.pipeline.release.frame import released_frame
from shoal.pipeline.release.labels import with_released_labels
from shoal.pipeline.states.prepared import Prepared
from shoal.pipeline.states.released import Anonymized
from shoal.pipeline.states.stopwatch import Stopwatch
from shoal.pipeline.ways.method import refuse_hopeless_method
from shoal.progress import Progress, Watch, ignore_progress
from shoal.search.local_tables import recoded_locally
from shoal.search.outcome import Outcome
from shoal.search.problem import Problem
from shoal.search.strategy import seeded
from shoal.study.study import Study

if TYPE_CHECKING:
    from shoal.methods.registry import Treated


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
