"""From an anonymized table and its verdict to the report."""

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import numpy as np
import polars as pl

from shoal.data.table import exact_column
from shoal.engine.arrays import Counts
from shoal.pipeline.prepare.check import removed_columns, warnings_about
from shoal.pipeline.prepare.explain import unsolved_estimates
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.stopwatch import Stopwatch, peak_memory_mb
from shoal.pipeline.states.written import Verified
from shoal.pipeline.summary.columns import with_columns
from shoal.pipeline.summary.method import with_method
from shoal.pipeline.summary.payouts import with_payouts
from shoal.pipeline.summary.people import with_people
from shoal.pipeline.summary.pseudonyms import with_pseudonyms
from shoal.pipeline.summary.recoding import with_recoding
from shoal.pipeline.summary.worth import worth
from shoal.report.distributions import CountedColumn, Distribution
from shoal.report.headline import headline
from shoal.report.summary import Run, as_plain, report, summarize
from shoal.report.types.sections import Promise
from shoal.report.types.summary import Report
from shoal.study.encodings import assumed_encodings

if TYPE_CHECKING:
    from shoal.pipeline.states.sides import Sides


def evaluate(verified: Verified, clock: Stopwatch) -> Report:
    """The report of a run."""
    written, verdict = verified.written, verified.verdict
    done, keys, shown, sides = written.released, written.keys, written.shown, written.sides
    passed, sha256 = written.passed, done.sha256
    with clock.stage("evaluate"):
        known = passed or {}
        columns = [known.get(name) or _counted(done, name) for name in done.study.released]
        quality = worth(done)
        add_learning = _learning(done, sides)
    run = Run(
        sha256=sha256,
        privacy=cast("list[Promise]", verdict.privacy),
        quality=quality,
        removed_columns=removed_columns(done.study, done.table),
        warnings=[
            *warnings_about(done.study, done.table),
            *assumed_encodings(done.study.given(), keys),
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
        summary["input"]["outside_subset"] = _outside(done)
    summary = with_columns(summary, done, columns, shown)
    summary["uniqueness"] = as_plain(shown.uniqueness)
    summary["reproducible"] = done.study.reproducible
    summary["headline"] = headline(summary).plain()  # the last: it looks at all of the above
    sizes = done.problem.encoded.counts, done.outcome.class_sizes
    found = report(summary, keys, columns, sizes, quality)
    return add_learning(found)


def _learning(done: Released, sides: "Sides | None") -> Callable[[Report], Report]:
    """Judges models, where the study asks for them; gives what adds them to a report."""
    if sides is None:
        return lambda report: report
    from shoal.pipeline.learning.learned import attempted, with_learning  # noqa: PLC0415  (rare)

    learning = attempted(done.study, sides)
    return lambda report: with_learning(report, learning)


def _outside(done: Released) -> int:
    """How many records of the table are not in the research subset."""
    return 0 if done.chosen is None else int((~done.chosen).sum())


def _warnings(done: Released) -> list[str]:
    found = [*done.notes]
    if done.chosen is not None:
        inside = done.problem.encoded.records
        found.append(
            f"Only the {done.way.chosen_are} released: {inside:,} of {len(done.chosen):,} records;"
            " all figures are about it."
        )
    if done.table.records and done.outcome.suppressed.all():
        found.append("Every record was suppressed; the release tells nothing.")
    found += unsolved_estimates(done.problem, done.problem.lattice.minimum)
    if done.outcome.canceled:
        found.append("The search was stopped; this is the best release it had found by then.")
    return found


def _counted(done: Released, name: str) -> CountedColumn:
    column = done.study.columns[name]
    if name in done.study.shown_by_record:
        return _by_record(done, name)
    if column.generalized:
        at = done.study.generalized.index(name)
        before, after = _generalized(done, at)
        height = done.problem.encoded.columns[at].height
        return CountedColumn(name, column.role, column.type, height, before, after)
    kept = pl.Series(~done.outcome.suppressed)
    before, after = (
        Distribution.of(side.texts(name, column.options.type), side.counts)
        for side in (done.table, done.table.chosen(kept))
    )
    return CountedColumn(name, column.role, column.type, None, before, after)


def _by_record(done: Released, name: str) -> CountedColumn:
    """Values of a column whose released ones no level tells."""
    column, kept = done.study.columns[name], pl.Series(~done.outcome.suppressed)
    height = None
    if column.generalized:
        height = done.problem.encoded.columns[done.study.generalized.index(name)].height
    before = Distribution.of(done.table.texts(name, column.options.type))
    after = Distribution.of(exact_column(done.frame, name).filter(kept).cast(pl.String))
    return CountedColumn(name, column.role, column.type, height, before, after)


def _generalized(done: Released, at: int) -> tuple[Distribution, Distribution]:
    """Values of a quasi-identifier, counted on distinct tuples."""
    encoded, level = done.problem.encoded, done.outcome.levels[at]
    suppressed = np.zeros(encoded.counts.size, np.bool_)
    suppressed[encoded.tuple_of_record] = done.outcome.suppressed
    return (
        _distribution(done, at, 0, encoded.counts),
        _distribution(done, at, level, np.where(suppressed, 0, encoded.counts)),
    )


def _distribution(done: Released, at: int, level: int, counts: Counts) -> Distribution:
    encoded = done.problem.encoded
    labels = encoded.columns[at].labels[level]
    records = np.zeros(len(labels), np.int64)
    np.add.at(records, encoded.codes(at, level), counts)
    return Distribution.counted(labels, pl.Series(records))
