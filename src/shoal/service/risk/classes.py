"""The classes of a table that is measured as it is, and of the population around it."""

import polars as pl

from shoal.data.spellings import comparable_people, unify_spelling
from shoal.data.table import Table
from shoal.engine.classes import EquivalenceClasses, classes_of
from shoal.engine.encode import encode
from shoal.engine.grouping import group
from shoal.errors import DataError
from shoal.hierarchies import Hierarchy, build_hierarchy, builders
from shoal.hierarchies.order import values_in_order
from shoal.service.risk.columns import Columns

SUPPRESSED = "*"


def suppressed_records(columns: Columns) -> pl.Series:
    """Flags of suppressed records: all quasi-identifiers are `*`, or all cells are empty."""
    keys = pl.DataFrame(list(columns.texts().values()))
    stars = keys.select(pl.all_horizontal(pl.all().eq_missing(pl.lit(SUPPRESSED)))).to_series()
    blank = columns.table.frame.select(pl.all_horizontal(pl.all().is_null())).to_series()
    return stars | blank


def classes_shown(columns: Columns, wide: Table | None = None) -> EquivalenceClasses:
    """The classes of a table's values as they are; every column has only level 0.

    Args:
        columns: The table and the roles of its columns.
        wide: The population, which must contain the table; None without one.
    """
    texts = columns.texts()
    population = {} if wide is None else _population(columns, wide)
    hierarchies = {
        name: _identity(pl.concat((values, population[name])) if population else values)
        for name, values in texts.items()
    }
    sensitive = columns.values()
    encoded = encode(
        texts,
        hierarchies,
        sensitive=sensitive,
        orders={
            name: values_in_order(values, columns.sensitive[name].type)
            for name, values in sensitive.items()
        },
        trees=columns.trees,
        person=_people(columns),
        population=population or None,
    )
    classes = classes_of(encoded, group(encoded, (0,) * len(encoded.columns)))
    _refuse_other_population(classes)
    return classes


def _people(columns: Columns) -> pl.Series | None:
    """The person of each record, in one spelling each; None if records are counted."""
    if columns.person is None:
        return None
    return unify_spelling(columns.table.texts(columns.person), comparable_people)


def _identity(values: pl.Series) -> Hierarchy:
    """A hierarchy of level 0 only, with all values that occur."""
    different = values.drop_nulls().unique()
    if not len(different):
        return Hierarchy.of([pl.Series(values.name, [None], pl.String)], "identity")
    hierarchy = build_hierarchy(builders.build({"builder": "identity"}), different)
    return hierarchy.with_missing() if values.null_count() else hierarchy


def _population(columns: Columns, wide: Table) -> dict[str, pl.Series]:
    """The quasi-identifiers of the population; an error if it lacks one."""
    absent = [name for name in columns.keys if name not in wide.names]
    if absent:
        raise DataError(
            f"The population has no column {', '.join(map(repr, absent))}. It needs every"
            " quasi-identifier of the table."
        )
    return {name: wide.texts(name) for name in columns.keys}


def _refuse_other_population(classes: EquivalenceClasses) -> None:
    """Refuse a population that does not contain the table, for example with other labels."""
    if classes.population is None:
        return
    more = int((classes.records > classes.population).sum())
    if more:
        raise DataError(
            f"The population does not contain the table: {more:,} of {len(classes.sizes):,} classes"
            " have more records here than there. Give everybody, with the same values (generalized"
            " alike)."
        )
