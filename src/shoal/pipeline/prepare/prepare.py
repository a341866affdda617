"""From a study and its table to what the engine needs; everything wrong with both at once."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

import polars as pl

from shoal.data.checks import checked
from shoal.data.table import Table
from shoal.engine.lattice import Lattice
from shoal.errors import (
    DataError,
    NoReleaseError,
    ShoalError,
    StudyError,
    UndecidedError,
    did_you_mean,
    first_of,
)
from shoal.hierarchies import Hierarchy, built, typed
from shoal.hierarchies.spelled import spelled
from shoal.pipeline.prepare.automatic import with_hierarchies, without_meaning
from shoal.pipeline.prepare.births import future_births
from shoal.pipeline.prepare.decisions import open_decisions
from shoal.pipeline.prepare.domain import (
    fixed_levels,
    forgotten,
    known_values,
    private_hierarchies,
    suspicious,
)
from shoal.pipeline.prepare.extras import require_extras
from shoal.pipeline.prepare.graph import connected_of
from shoal.pipeline.prepare.guards import guarded
from shoal.pipeline.prepare.orders import missing_problems, order_problems
from shoal.pipeline.prepare.population import everybody, promises_of, sample_size
from shoal.pipeline.prepare.replacing import replacing_problems
from shoal.pipeline.prepare.same_values import spelling_notes
from shoal.pipeline.prepare.subset import research_subset
from shoal.pipeline.states.prepared import Prepared
from shoal.privacy.game import EVERY_SIZE
from shoal.privacy.model import Promise, minimum_size
from shoal.study.across_keys import measured_by_hierarchy
from shoal.study.hierarchy import builder_of
from shoal.study.study import Study

if TYPE_CHECKING:
    pass

Result = TypeVar("Result")


def prepare(study: Study, table: Table, decimal: str = ".") -> Prepared:
    """What the engine needs, or one error that lists everything wrong.

    Args:
        study: The study.
        table: The table as it was read, or as it is in memory.
        decimal: The decimal mark in the table's texts.
    """
    require_extras(study)
    whole, unfit = _fitting(study, table, decimal)
    problems: list[ShoalError] = [*_absent_columns(study, table), *unfit.values()]
    chosen = None if problems else attempt(problems, lambda: research_subset(study, whole))
    fitting = whole if chosen is None else whole.chosen(chosen)
    wide = None if problems else attempt(problems, lambda: everybody(study, whole))
    connected = None if problems else attempt(problems, lambda: connected_of(study, whole))

    def values(names: list[str]) -> dict[str, pl.Series]:
        fit = [name for name in names if name in table.names and name not in unfit]
        return {name: fitting.texts(name, study.columns[name].options.type) for name in fit}

    texts, aggregated = values(study.generalized), values(study.aggregated)
    domain = texts if wide is None else wide.with_sample(texts)
    notes: tuple[str, ...] = ()
    if study.private is None:
        counts = None if domain is not texts else fitting.counts
        explicit = with_hierarchies(study, domain | values(measured_by_hierarchy(study)), counts)
        hierarchies, unbuilt = _hierarchies(explicit, domain)
        notes = tuple(without_meaning(explicit))
    else:
        explicit, hierarchies, unbuilt = private_hierarchies(study)
        known = known_values(texts, hierarchies)
        found = suspicious(study, whole, {name: hierarchies[name] for name in known})
        notes, texts = (*forgotten(texts, known), *found), known
    problems += [*unbuilt, *_wrong_levels(study, hierarchies)]
    problems += [*_not_aggregated(study, aggregated), *open_decisions(study, whole)]
    problems += [*_of_values(study, fitting), *replacing_problems(study, fitting, unfit)]
    notes = notes if problems else (*notes, *spelling_notes(study, fitting))
    privacy: tuple[Promise, ...] = ()
    if not problems:
        sample = sample_size(study, fitting)
        privacy = attempt(problems, lambda: promises_of(study, sample, whole, wide)) or ()
        # Too few records for a class are no error here: that would tell how many there are.
        problems += _too_few(privacy, fitting) if study.private is None else []
    if problems:
        raise together(problems)
    return Prepared(
        fitting,
        texts,
        aggregated,
        hierarchies,
        _lattice(study, hierarchies),
        explicit,
        privacy,
        wide,
        whole,
        chosen,
        (*notes, *(connected.notes if connected else ())),
        connected,
    )


def attempt(problems: list[ShoalError], step: Callable[[], Result]) -> Result | None:
    """What a step gives; what is wrong with it joins the problems."""
    try:
        return step()
    except ShoalError as error:
        problems.append(error)
        return None


def _of_values(study: Study, table: Table) -> Iterator[ShoalError]:
    """What is wrong with the values of columns, each by itself."""
    yield from guarded(study, table)
    yield from order_problems(study, table)
    yield from missing_problems(study, table)
    yield from future_births(study, table)


def _fitting(study: Study, table: Table, decimal: str) -> tuple[Table, dict[str, ShoalError]]:
    """The table with checked columns, and the columns that are not what the study says."""
    unfit: dict[str, ShoalError] = {}
    for name, column in study.columns.items():
        if name in table.names:
            try:
                table = checked(table, {name: column.options}, decimal)
            except DataError as error:
                unfit[name] = error
    return table, unfit


def _hierarchies(
    study: Study, texts: dict[str, pl.Series]
) -> tuple[dict[str, Hierarchy], list[ShoalError]]:
    """The hierarchies that can be built, and what is wrong with the others."""
    built, problems = {}, []
    for name, values in texts.items():
        try:
            built[name] = hierarchy_of(study, name, values)
        except ShoalError as error:
            problems.append(_about(name, error))
    return built, problems


def trees_of(study: Study, texts: dict[str, pl.Series]) -> dict[str, Hierarchy]:
    """The hierarchies that promises measure by, or one error about all that cannot be built."""
    built, problems = _hierarchies(study, texts)
    if problems:
        raise together(problems)
    return built


def hierarchy_of(study: Study, name: str, values: pl.Series) -> Hierarchy:
    """The hierarchy of a column, with a row for the missing value where some are missing."""
    column = study.columns[name]
    builder = typed(builder_of(column, study.folder), column.options.type)
    # A hierarchy from a file is complete by itself; others grow from the values that occur.
    from_file = getattr(builder, "path", None) is not None
    if values.null_count() == len(values) and not from_file:
        raise DataError(f"all {len(values):,} values are missing. Take it out of the study.")
    hierarchy = built(builder, values.clear() if from_file else values)
    hierarchy = spelled(hierarchy, column.options.type)
    return hierarchy.with_missing() if values.null_count() else hierarchy


def hierarchy_file_problems(study: Study) -> list[ShoalError]:
    """What is wrong with hierarchies from files, which can be told without a table."""
    nothing = pl.Series([], dtype=pl.String)
    paths = {name: getattr(study.columns[name].hierarchy, "path", None) for name in study.columns}
    return _hierarchies(study, {name: nothing for name in paths if paths[name] is not None})[1]


def together(problems: Sequence[ShoalError]) -> ShoalError:
    """All problems as one error; a wrong study or table comes before an impossible one."""
    decidable = [error for error in problems if isinstance(error, UndecidedError)]
    wrong = [error for error in problems if not isinstance(error, NoReleaseError)]
    chosen = [*decidable, *wrong] or problems
    kinds = {type(error) for error in wrong or chosen}
    kind = kinds.pop() if len(kinds) == 1 else StudyError
    return kind(*(problem for error in chosen for problem in error.problems))


def _absent_columns(study: Study, table: Table) -> list[ShoalError]:
    there = set(table.names)
    told = "the data has no such column."
    absent = (name for name in study.columns if name not in there)
    problems = first_of(f"columns.{name}: {told}{did_you_mean(name, there)}" for name in absent)
    return [StudyError(problem) for problem in problems]


def _too_few(promises: tuple[Promise, ...], table: Table) -> list[ShoalError]:
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
    return [
        StudyError(
            f"columns.{name}.{key}: level {level} is above the hierarchy's highest level,"
            f" {hierarchy.height}."
        )
        for name, hierarchy in hierarchies.items()
        for key in ("min_level", "max_level")
        if (level := getattr(study.columns[name], key)) is not None and level > hierarchy.height
    ]


def _not_aggregated(study: Study, aggregated: dict[str, pl.Series]) -> Iterator[ShoalError]:
    """What is wrong with the values of aggregated columns."""
    for name, values in aggregated.items():
        column = study.columns[name]
        if values.null_count() == len(values) and column.is_outside_the_key:
            missing = f"all {len(values):,} values are missing. Take it out of the study."
            yield _about(name, DataError(missing))
        elif refuse := getattr(column.aggregate, "refuse", None):
            try:
                refuse(values)
            except ShoalError as error:
                yield _about(name, error)


def _lattice(study: Study, hierarchies: dict[str, Hierarchy]) -> Lattice:
    if study.private is not None and not study.private.is_data_dependent:
        levels = fixed_levels(study, hierarchies)
        return Lattice(levels, levels)
    columns = [(study.columns[name], hierarchy) for name, hierarchy in hierarchies.items()]
    return Lattice(
        tuple(column.min_level or 0 for column, _ in columns),
        tuple(
            hierarchy.height if column.max_level is None else column.max_level
            for column, hierarchy in columns
        ),
    )


def _about(name: str, error: ShoalError) -> ShoalError:
    """The same error, with the column named in every sentence."""
    kind = type(error) if isinstance(error, DataError | StudyError) else DataError
    return kind(*(f"Column {name!r}: {problem}" for problem in error.problems))
