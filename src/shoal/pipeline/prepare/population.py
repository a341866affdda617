"""The population of a study, as the engine needs it (docs/theory/uniques.md)."""

from dataclasses import replace

import numpy as np

from shoal.data.checks import check_table
from shoal.data.files import read
from shoal.data.table import Table
from shoal.engine.classes import classes_of
from shoal.engine.encoded import EncodedTable
from shoal.engine.grouping import group
from shoal.errors import DataError, StudyError, did_you_mean, first_of
from shoal.pipeline.prepare.same_values import people_of
from shoal.pipeline.states.everybody import Everybody, _members
from shoal.privacy.model import Promise
from shoal.privacy.population import needs_population, needs_population_size, within
from shoal.study.study import Study
from shoal.study.targets import with_stakes


def read_population(study: Study, whole: Table) -> Everybody | None:
    """The population: a table of its own, or all of the data where a subset is released.

    None if no promise and no loss counts it, or if the study has neither.
    """
    if not any(map(needs_population, (*study.privacy, study.quality))):
        return None
    table = _own_table(study)
    if table is None and study.subset is None:
        return None
    return _population_from(study, whole if table is None else table)


def promises_of(
    study: Study, sample: int, whole: Table, wide: Everybody | None
) -> tuple[Promise, ...]:
    """The promises of a study; those that need it know the size of the population.

    Raises an error if the population is smaller than the sample.

    Args:
        study: The study.
        sample: How many records may be released; people where these are counted.
        whole: The data, of which the sample may be a part.
        wide: The population, where a promise counts it.
    """
    promises = tuple(with_stakes(promise, study) for promise in study.privacy)
    if not any(map(needs_population_size, promises)):
        return promises
    size = _size(study, sample, whole, wide)
    if size < sample:
        unit = "records" if study.person_column is None else "people"
        raise StudyError(
            f"population: it has {size:,} members, fewer than the {sample:,} {unit} of the data."
            " Give the population that they are from."
        )
    return tuple(within(promise, sample, size) for promise in promises)


def refuse_outsiders(study: Study, encoded: EncodedTable) -> None:
    """Refuse a population table that does not contain the data.

    Each combination of quasi-identifiers must occur there at least as often as in the data.
    """
    if encoded.population is None or study.population is None or study.population.table is None:
        return
    records = replace(encoded, people=None, population=replace(encoded.population, people=None))
    classes = classes_of(records, group(records, (0,) * len(records.columns)))
    assert classes.population is not None  # noqa: S101  (there is one)
    missing = np.maximum(classes.records - classes.population, 0)
    if missing.any():
        raise DataError(
            f"population.table: {int(missing.sum()):,} of the {encoded.records:,} records are not"
            f" in it ({np.count_nonzero(missing):,} combinations of quasi-identifiers occur more"
            " often in the data). The population must contain everybody in the data."
        )


def sample_size(study: Study, table: Table) -> int:
    """How many records, or people where people are counted, a table has."""
    return _members(people_of(study, table), table.records)


def _size(study: Study, sample: int, whole: Table, wide: Everybody | None) -> int:
    """How many members the population has: as the study says, or as its table or the data show."""
    if study.population is not None and study.population.table is None:
        return study.population.people(sample) or 0
    if wide is None:
        table = _own_table(study)
        wide = _population_from(study, whole if table is None else table)
    return wide.size


def _own_table(study: Study) -> Table | None:
    """The checked table of the population; None if the study names none."""
    if study.population is None or study.population.table is None:
        return None
    source = study.population.table.source(study.folder)
    table = read(source)
    needed = [*study.generalized, *([] if study.person_column is None else [study.person_column])]
    absent = [name for name in needed if name not in table.names]
    if absent:
        hints = first_of(f"{name!r}.{did_you_mean(name, table.names)}" for name in absent)
        raise StudyError(*(f"population.table: it has no column {hint}" for hint in hints))
    options = {name: study.columns[name].options for name in needed}
    try:
        return check_table(table, options, source.decimal or ".")
    except DataError as error:
        raise DataError(*(f"population.table: {problem}" for problem in error.problems)) from None


def _population_from(study: Study, table: Table) -> Everybody:
    """The population that a table holds: its quasi-identifiers, and whose records they are."""
    types = {name: column.options.type for name, column in study.columns.items()}
    return Everybody(
        {name: table.texts(name, types[name]) for name in study.generalized},
        people_of(study, table),
    )
