"""The report of a run, from its release and its verdict; each section of it has a file here."""

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import polars as pl

from shoal.data.table import exact_column
from shoal.grammar import agree
from shoal.pipeline.prepare.check import removed_columns, warnings_about
from shoal.pipeline.prepare.explain import estimates_without_solution
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.stopwatch import Stopwatch, peak_memory_mb
from shoal.pipeline.states.written import Verified
from shoal.pipeline.summary.columns import count_columns, with_columns
from shoal.pipeline.summary.graph import with_graph
from shoal.pipeline.summary.method import with_method
from shoal.pipeline.summary.payouts import with_payouts
from shoal.pipeline.summary.people import with_people
from shoal.pipeline.summary.pseudonyms import with_pseudonyms
from shoal.pipeline.summary.recoding import with_recoding
from shoal.report.headline import headline
from shoal.report.summary import Run, as_plain, report, summarize
from shoal.report.types.quality import Quality
from shoal.report.types.sections import Promise
from shoal.report.types.summary import Report
from shoal.study.encodings import notes_on_encodings
from shoal.utility import Known, qualities
from shoal.utility.comparison import Comparison
from shoal.utility.of_release import compare_release

if TYPE_CHECKING:
    from shoal.pipeline.states.sides import Sides


def make_report(verified: Verified, clock: Stopwatch) -> Report:
    """The report of a run: everything that it tells about its release. Models are judged here."""
    written, verdict = verified.written, verified.verdict
    done, keys, shown = written.released, written.keys, written.shown
    with clock.stage("evaluate"):
        columns = count_columns(done, written.passed or {})
        quality = cast(Quality, qualities(_comparison(done)))
        add_learning = _judge_models(done, written.sides)
    run = Run(
        sha256=done.sha256,
        privacy=cast("list[Promise]", verdict.privacy),
        quality=quality,
        removed_columns=removed_columns(done.study, done.table),
        warnings=[
            *warnings_about(done.study, done.table),
            *notes_on_encodings(done.study.given(), keys),
            *_warnings(done),
            *verdict.warnings,
        ],
        seconds=clock.seconds,
        cpu_seconds=clock.cpu_seconds,
        peak_memory_mb=peak_memory_mb(),
    )
    summary = with_method(summarize(done.problem, done.outcome, run, done.recoded), done)
    summary = with_pseudonyms(with_payouts(with_recoding(summary, done), done), done)
    summary = with_people(summary, done)
    if done.chosen is not None:
        summary["input"]["outside_subset"] = _records_outside(done)
    summary = with_columns(summary, done, columns, shown)
    summary["uniqueness"] = as_plain(shown.uniqueness)
    summary["reproducible"] = done.study.reproducible
    summary["headline"] = headline(summary).plain()  # the last: it looks at all of the above
    sizes = done.problem.encoded.counts, done.outcome.class_sizes
    full_report = add_learning(report(summary, keys, columns, sizes, quality))
    full_report = with_graph(full_report, written.graph)
    if written.engine is not None:
        full_report["summary"]["engine"] = written.engine
    warnings = [*full_report["summary"]["warnings"], *written.warnings]
    full_report["summary"]["warnings"] = [*map(agree, warnings)]
    return full_report


def _judge_models(done: Released, sides: "Sides | None") -> Callable[[Report], Report]:
    """Judge models, where the study asks for them; returns what adds them to a report."""
    if sides is None:
        return lambda report: report
    from shoal.pipeline.learning.learned import try_to_score_models, with_learning  # noqa: PLC0415  (rare)

    learning = try_to_score_models(done.study, sides)
    return lambda report: with_learning(report, learning)


def _records_outside(done: Released) -> int:
    """How many records of the table are outside the research subset."""
    return 0 if done.chosen is None else int((~done.chosen).sum())


def _warnings(done: Released) -> list[str]:
    """Notes from before, and sentences about the subset, the outcome and estimators."""
    sentences = [*done.notes]
    if done.chosen is not None:
        inside = done.problem.encoded.records
        sentences.append(
            f"Only the {done.way.chosen_are} released: {inside:,} of {len(done.chosen):,} records;"
            " all figures are about it."
        )
    if done.table.records and done.outcome.suppressed.all():
        sentences.append("Every record was suppressed; the release tells nothing.")
    sentences += estimates_without_solution(done.problem, done.problem.lattice.minimum)
    if done.outcome.canceled:
        sentences.append("The search was stopped; this is the best release it had found by then.")
    return sentences


def _comparison(done: Released) -> Comparison:
    """The released quasi-identifiers before and after, as `shoal compare` compares them, too."""
    study = done.study
    names = [name for name in study.quasi_identifiers if name in study.released]
    known = {name: _column_facts(done, name) for name in names or study.quasi_identifiers}
    changed = {name: _texts(done, name) for name in study.columns_by_record if name in known}
    outcome = done.outcome
    encoded = done.problem.encoded
    return compare_release(encoded, outcome.levels, outcome.suppressed, known, changed=changed)


def _column_facts(done: Released, name: str) -> Known:
    """Type and hierarchy of a column; an aggregate is not a label of its hierarchy."""
    column = done.study.columns[name]
    hierarchy = None if name in done.study.aggregated else done.hierarchies.get(name)
    return Known(column.options.type, column.type, hierarchy)


def _texts(done: Released, name: str) -> tuple[pl.Series, pl.Series]:
    """The cells of a column before and after; all blank after, if it is not written."""
    before = done.table.texts(name, done.study.columns[name].options.type)
    if name not in done.frame.columns:  # no quasi-identifier is written at all
        return before, pl.repeat(None, len(before), dtype=pl.String, eager=True)
    return before, exact_column(done.frame, name).cast(pl.String)
