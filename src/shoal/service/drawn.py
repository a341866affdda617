"""Which records stand for those that a run drew by chance (docs/theory/learning.md).

Nothing keeps which records were drawn, and nothing is drawn here: the written release is given.
Every record was drawn with the same chance, so records that the release shows alike are
exchangeable: given the release, each of them is as likely as any other to be the one that is
written. The first ones stand for the written ones. What models learn from is what was written,
whoever stands for it.
"""

from dataclasses import dataclass
from pathlib import Path

import polars as pl
from polars.selectors import by_name

from shoal.data.checks import check_table
from shoal.errors import DataError, StudyError
from shoal.pipeline.prepare.problems import as_one_error
from shoal.pipeline.states.read import Read
from shoal.pipeline.states.released import Released
from shoal.pipeline.states.way import Values
from shoal.report.types.summary import Summary
from shoal.service.written import OTHER, as_written, read_written
from shoal.study.study import Study


@dataclass(frozen=True, eq=False)
class DrawnRecords:
    """Records that stand for those that were drawn and released.

    Attributes:
        drawn: One flag per record of the table: whether it stands for a written one.
        written: The written records that are not suppressed, in the order of these records.
    """

    drawn: pl.Series
    written: pl.DataFrame


def find_drawn_records(given: Read, summary: Summary, run: Path) -> DrawnRecords:
    """The records of a table that look like those of a run's written release, each as often.

    Args:
        given: The study of the run, with its table.
        summary: The summary of the run.
        run: The run folder.
    """
    study = given.study
    _refuse_unknowable(given, summary)
    written = _kept_records(study, read_written(run), summary["suppressed_records"])
    if not written.height:
        raise DataError(f"{run} released nobody, so there is nothing to learn from.")
    names = [name for name in study.released if name not in study.aggregated]
    frame, known = _frame_of_everybody(given, summary)
    places = _number_equal(as_written(study, frame.filter(known)), names).join(
        _number_equal(written, names).with_row_index("place"),
        on=by_name([*names, "occurrence"]),
        how="left",
        nulls_equal=True,
        maintain_order="left",
    )["place"]
    if len(places) - places.null_count() < written.height:
        raise DataError(OTHER)
    drawn = known.scatter(known.arg_true(), places.is_not_null())
    return DrawnRecords(drawn, written[places.drop_nulls()])


def shown_aggregates(done: Released, found: DrawnRecords) -> pl.DataFrame:
    """The frame of a release with the aggregates that were written: others were drawn then."""
    names = [name for name in done.study.aggregated if name in done.frame.columns]
    return done.frame.with_columns(found.written.select(by_name(names)))


def _refuse_unknowable(given: Read, summary: Summary) -> None:
    """Refuse releases in which levels and what is written do not tell the class of a record."""
    study = given.study
    forming = [name for name in study.aggregated if name not in study.outside_the_key]
    if summary["levels"] is None or not given.way.searches:
        why = "how a record is shown depends on the others that were drawn with it"
    elif forming:
        why = f"classes were formed by {forming[0]!r}, which shows an aggregate only"
    elif study.output.url is not None:
        why = "the release is in a database"
    else:
        return
    raise StudyError(
        f"Which records were drawn by chance is not kept, and here it cannot be told who looks"
        f" like a released record: {why}. Models learn from runs with one level for each column,"
        " or from studies that draw no records."
    )


def _frame_of_everybody(given: Read, summary: Summary) -> tuple[pl.DataFrame, pl.Series]:
    """All records in the form of the release, without aggregates, and flags of those that have one.

    The others have values that no drawn record had, so that hierarchies do not know them.
    """
    study, way, levels = given.study, given.way, summary["levels"] or {}
    options = {name: column.options for name, column in study.columns.items()}
    whole = check_table(given.table, options, given.decimal)
    texts = {name: whole.texts(name, options[name].type) for name in study.generalized}
    domain = way.domain(Values(whole, whole, texts, texts, {}))
    if domain.problems:
        raise as_one_error(domain.problems)
    columns, known = [], pl.repeat(value=True, n=whole.records, eager=True)
    for name in study.released:
        if name in study.aggregated:
            continue
        column = whole.frame[name]
        if name in study.generalized:
            rows = pl.Series(domain.hierarchies[name].rows(domain.texts[name]))
            known &= rows >= 0
            if levels[name] or way.in_labels:
                labels = domain.hierarchies[name].levels[levels[name] or 0].cast(pl.String)
                column = labels.gather(rows.clip(0)).alias(name)
        columns.append(column)
    return pl.DataFrame(columns), known


def _kept_records(study: Study, written: pl.DataFrame, suppressed: int) -> pl.DataFrame:
    """The written records without the suppressed ones, which may be there as blank lines."""
    if study.output.suppressed == "left-out" or not suppressed:
        return written
    shown = [name for name in study.quasi_identifiers if name in written.columns]
    names = written.columns if study.output.suppressed == "blank" else shown
    blank = written.select(pl.all_horizontal(by_name(names).is_null())).to_series()
    return written.filter(~blank | (blank.cum_sum() > suppressed))


def _number_equal(frame: pl.DataFrame, names: list[str]) -> pl.DataFrame:
    """Some columns, and how many equal records came before each, as `occurrence`."""
    before = pl.int_range(pl.len()).over(pl.struct(pl.all()))
    return frame.select(by_name(names)).with_columns(before.alias("occurrence"))
