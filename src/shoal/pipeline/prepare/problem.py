"""From a prepared table to the problem that is solved: the table encoded, with all it needs."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from shoal.engine.encode import encode
from shoal.engine.encoded import EncodedColumn, EncodedTable
from shoal.errors import DataError, StudyError
from shoal.hierarchies.order import format_of, order_of, sort_values, values_in_order
from shoal.hierarchies.whole_numbers import Whole
from shoal.pipeline.prepare.hierarchies import trees_of
from shoal.pipeline.prepare.population import refuse_outsiders
from shoal.pipeline.prepare.same_values import (
    people_of,
    refuse_contradictions,
    values_in_one_spelling,
)
from shoal.pipeline.states.prepared import Prepared
from shoal.search.problem import Problem
from shoal.study.across_keys import columns_measured_by_hierarchy
from shoal.study.study import Study
from shoal.study.targets import quality_of


def problem_of(prepared: Prepared) -> Problem:
    """The problem that a study poses for its table."""
    study = prepared.study
    encoded = encode(
        prepared.texts,
        prepared.hierarchies,
        **_sensitive(study, prepared),
        person=people_of(study, prepared.table),
        **_population(prepared),
        targets=target_texts(study, prepared),
        joint=_joint_texts(study, prepared),
        counts=prepared.table.counts,
        weights={name: study.columns[name].weight for name in study.quasi_identifiers},
    )
    encoded = _with_numbers(study, encoded)
    _refuse_unfit(prepared, encoded)
    refuse_outsiders(study, encoded)
    limit = prepared.way.limit
    return Problem(encoded, prepared.lattice, prepared.privacy, quality_of(study), limit)


def _population(prepared: Prepared) -> dict[str, Any]:
    """The population as arguments of `encode`; none where no promise counts it."""
    wide = prepared.population
    return {} if wide is None else {"population": wide.texts, "population_person": wide.person}


def _sensitive(study: Study, prepared: Prepared) -> dict[str, Any]:
    """Columns outside the key as arguments of `encode`: values, orders and hierarchies.

    These are the columns that promises are about, and aggregated ones that form no classes.
    """
    types = {name: column.options.type for name, column in study.columns.items()}
    names = sorted({promise.column for promise in study.all_promises if hasattr(promise, "column")})
    values = {name: values_in_one_spelling(prepared.table, name, types[name]) for name in names}
    outside = {name: prepared.aggregated[name] for name in study.outside_the_key}
    trees = trees_of(
        prepared.explicit, {name: values[name] for name in columns_measured_by_hierarchy(study)}
    )
    refuse_contradictions(study, prepared.table, trees)
    return {
        "sensitive": values,
        "aggregated": outside,
        "orders": {
            name: values_in_order(each, types[name]) for name, each in (values | outside).items()
        },
        "trees": trees,
    }


def target_texts(study: Study, prepared: Prepared) -> dict[str, pl.Series]:
    """The values of the loss's targets that have no levels."""
    return _texts(prepared, study, getattr(quality_of(study), "targets", ()))


def _joint_texts(study: Study, prepared: Prepared) -> dict[str, pl.Series]:
    """The values of the loss's features that have no levels, and of the targets beside them."""
    features = _texts(prepared, study, getattr(study.quality, "features", ()))
    return features | target_texts(study, prepared) if features else {}


def _texts(prepared: Prepared, study: Study, names: Iterable[str]) -> dict[str, pl.Series]:
    """The values of those columns that have no levels, by name."""
    return {
        name: prepared.table.texts(name, study.columns[name].options.type)
        for name in names
        if name not in prepared.texts
    }


def _refuse_unfit(prepared: Prepared, encoded: EncodedTable) -> None:
    """Refuse a loss or a method that says itself that it is not for this table."""
    models = prepared.study.quality, prepared.way.recipe
    asked = [getattr(one, "problems", None) for one in models]
    if found := [problem for each in asked if each for problem in each(encoded)]:
        raise StudyError(*found)


def _with_numbers(study: Study, encoded: EncodedTable) -> EncodedTable:
    """The table whose columns know their numbers, where a method shows ranges instead of labels."""
    ranged = study.range_columns
    if not ranged:
        return encoded
    columns = tuple(
        _add_numbers(study, column) if column.name in ranged else column
        for column in encoded.columns
    )
    return replace(encoded, columns=columns)


def _add_numbers(study: Study, column: EncodedColumn) -> EncodedColumn:
    """The column with a number for each value: its distance from the lowest; NaN if missing."""
    type = study.columns[column.name].options.type
    values = column.labels[0]
    known = np.flatnonzero(values.is_not_null().to_numpy())
    ordered = sort_values(values.gather(known), order_of(type), format_of(type))
    assert ordered.places is not None  # noqa: S101  (numbers and dates lie on a line)
    exact = ordered.places - ordered.places[0]  # only differences matter
    _refuse_too_fine(column.name, exact)
    numbers = np.full(len(values), np.nan)
    numbers[known[ordered.rows]] = exact.astype(float)
    return replace(column, numbers=numbers)


def _refuse_too_fine(name: str, exact: Whole) -> None:
    """Refuse numbers that are no longer different as shares of their range (fifteen digits).

    Args:
        name: The column.
        exact: Its numbers as distances from the lowest, in order.
    """
    shares = exact.astype(float) / max(float(exact[-1]), 1.0)
    lost = len(np.unique(exact)) - len(np.unique(shares))
    if lost:
        raise DataError(
            f"Column {name!r}: {lost:,} numbers differ from others by less than a part in 10^15 of"
            " the column's range, so ranges cannot tell them apart. Round them, give the column a"
            " `hierarchy`, or make it an identifier."
        )
