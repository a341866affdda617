"""From a study and its table to what the engine needs, or one error with everything wrong."""

from collections.abc import Iterator
from dataclasses import replace

import polars as pl

from shoal.data.checks import check_table
from shoal.data.table import Table
from shoal.errors import (
    DataError,
    NoReleaseError,
    ShoalError,
    StudyError,
    did_you_mean,
    first_of,
)
from shoal.hierarchies import Hierarchy
from shoal.pipeline.prepare.decisions import open_decisions
from shoal.pipeline.prepare.guards import future_births, guard_errors
from shoal.pipeline.prepare.hierarchies import error_about
from shoal.pipeline.prepare.orders import missing_problems, order_problems
from shoal.pipeline.prepare.population import promises_of, read_population, sample_size
from shoal.pipeline.prepare.problems import as_one_error, attempt
from shoal.pipeline.prepare.replacing import replacement_problems
from shoal.pipeline.prepare.same_values import notes_on_spelling
from shoal.pipeline.states.prepared import Prepared
from shoal.pipeline.states.read import Read
from shoal.pipeline.states.way import Values, Way
from shoal.privacy.game import EVERY_SIZE
from shoal.privacy.model import Promise, minimum_size
from shoal.study.across_keys import columns_measured_by_hierarchy
from shoal.study.study import Study


def prepare(read: Read) -> Prepared:
    """The state after `Read`, with hierarchies and lattice; or one error with everything wrong.

    Some steps are left out once a problem was found; the others go on, to find more.
    """
    study, way, table = read.study, read.way, read.table
    _require_extras(study)
    whole, unfit = _check_columns(study, table, read.decimal)
    problems: list[ShoalError] = [*_absent_columns(study, table), *unfit.values()]
    chosen = read.drawn
    if chosen is None and not problems:
        chosen = attempt(problems, lambda: way.choose(whole))
    subset = whole if chosen is None else whole.select_lines(chosen)
    population = None if problems else attempt(problems, lambda: read_population(study, whole))
    connected = None if problems else attempt(problems, lambda: way.connect(whole))

    def values(names: list[str]) -> dict[str, pl.Series]:
        """The values of columns in the subset; columns that are absent or unfit are left out."""
        fit = [name for name in names if name in table.names and name not in unfit]
        return {name: subset.texts(name, study.columns[name].options.type) for name in fit}

    texts, aggregated = values(study.generalized), values(study.aggregated)
    known = texts if population is None else population.with_sample(texts)
    measured = values(columns_measured_by_hierarchy(study))
    domain = way.domain(Values(whole, subset, texts, known, measured))
    problems += [*domain.problems, *_wrong_levels(study, domain.hierarchies)]
    problems += [*_aggregate_errors(study, aggregated), *open_decisions(read.way, whole)]
    problems += [*_value_errors(way, subset), *replacement_problems(study, subset, unfit)]
    notes = domain.notes if problems else (*domain.notes, *notes_on_spelling(study, subset))
    privacy: tuple[Promise, ...] = ()
    if not problems:
        sample = sample_size(study, subset)
        privacy = attempt(problems, lambda: promises_of(study, sample, whole, population)) or ()
        # Where records are drawn by chance, this error would tell how many were drawn.
        problems += [] if way.draws else _too_few_records(privacy, subset)
    if problems:
        raise as_one_error(problems)
    return Prepared(
        replace(read, table=whole),
        subset,
        domain.texts,
        aggregated,
        domain.hierarchies,
        way.lattice(domain.hierarchies),
        domain.explicit,
        privacy,
        population,
        whole,
        chosen,
        (*notes, *(connected.notes if connected else ())),
        connected,
    )


def _require_extras(study: Study) -> None:
    """Refuse a study that evaluates models, if the libraries for that are not installed."""
    if study.evaluate is not None:
        from shoal.learning.libraries import require_learning  # noqa: PLC0415  (rarely needed)

        require_learning()


def _value_errors(way: Way, table: Table) -> Iterator[ShoalError]:
    """What is wrong with the values of single columns."""
    study = way.study
    yield from guard_errors(way, table)
    yield from order_problems(study, table)
    yield from missing_problems(study, table)
    yield from future_births(study, table)


def _check_columns(study: Study, table: Table, decimal: str) -> tuple[Table, dict[str, ShoalError]]:
    """The table with checked columns, and an error for each column unlike what the study says."""
    unfit: dict[str, ShoalError] = {}
    for name, column in study.columns.items():
        if name in table.names:
            try:
                table = check_table(table, {name: column.options}, decimal)
            except DataError as error:
                unfit[name] = error
    return table, unfit


def _absent_columns(study: Study, table: Table) -> list[ShoalError]:
    """An error for each column of the study that the table lacks; the first ones of many."""
    there = set(table.names)
    sentence = "the data has no such column."
    absent = (name for name in study.columns if name not in there)
    problems = first_of(f"columns.{name}: {sentence}{did_you_mean(name, there)}" for name in absent)
    return [StudyError(problem) for problem in problems]


def _too_few_records(promises: tuple[Promise, ...], table: Table) -> list[ShoalError]:
    """An error if the table has fewer records than a promise asks of a single class."""
    largest = max(map(minimum_size, promises), default=1)
    if largest <= table.records:
        return []
    if largest >= EVERY_SIZE:
        return [NoReleaseError("The stakes of the `game` are such that no class of any size pays.")]
    return [
        NoReleaseError(
            f"The data has {table.records:,} records, but a promise asks for classes of at least"
            f" {largest:,}. Collect more records, or weaken the promise."
        )
    ]


def _wrong_levels(study: Study, hierarchies: dict[str, Hierarchy]) -> list[ShoalError]:
    """An error for each `min_level` or `max_level` that is above the highest level."""
    return [
        StudyError(
            f"columns.{name}.{key}: level {level} is above the hierarchy's highest level,"
            f" {hierarchy.height}."
        )
        for name, hierarchy in hierarchies.items()
        for key in ("min_level", "max_level")
        if (level := getattr(study.columns[name], key)) is not None and level > hierarchy.height
    ]


def _aggregate_errors(study: Study, aggregated: dict[str, pl.Series]) -> Iterator[ShoalError]:
    """What is wrong with the values of aggregated columns."""
    for name, values in aggregated.items():
        column = study.columns[name]
        if values.null_count() == len(values) and column.is_outside_the_key:
            missing = f"all {len(values):,} values are missing. Take it out of the study."
            yield error_about(name, DataError(missing))
        elif refuse := getattr(column.aggregate, "refuse", None):
            try:
                refuse(values)
            except ShoalError as error:
                yield error_about(name, error)
