"""Hierarchies of declared domains, and notes about values outside them."""

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from shoal.data.table import Table
from shoal.errors import ShoalError
from shoal.hierarchies import Hierarchy, build_hierarchy, fit_to_type
from shoal.hierarchies.listed import Listed
from shoal.hierarchies.spelled import spell_hierarchy
from shoal.pipeline.prepare.automatic import with_builders
from shoal.study.domain import domain_of
from shoal.study.hierarchy import builder_of
from shoal.study.study import Study

MANY = 20  # values that a complete domain hardly has by chance


def private_hierarchies(study: Study) -> tuple[Study, dict[str, Hierarchy], list[ShoalError]]:
    """The hierarchies of all columns with levels, made without looking at the data.

    Returns the study, which lists each of them value by value unless it is a file; the hierarchies
    by column, each with a row for the missing value; and an error for each that cannot be built.
    """
    hierarchies: dict[str, Hierarchy] = {}
    listed: dict[str, Any] = {}
    problems: list[ShoalError] = []
    for name in study.generalized:
        column = study.columns[name]
        builder = fit_to_type(builder_of(column, study.folder), column.options.type)
        domain = pl.Series(domain_of(column) or [], dtype=pl.String)
        try:
            hierarchy = spell_hierarchy(build_hierarchy(builder, domain), column.options.type)
        except ShoalError as error:
            kind = type(error)
            problems.append(kind(*(f"Column {name!r}: {text}" for text in error.problems)))
            continue
        hierarchies[name] = hierarchy.with_missing()
        if getattr(builder, "path", None) is None:
            listed[name] = Listed(hierarchy)
    return with_builders(study, listed), hierarchies, problems


def values_in_domain(
    texts: Mapping[str, pl.Series], hierarchies: Mapping[str, Hierarchy]
) -> dict[str, pl.Series]:
    """The columns with null for values outside their hierarchies; those without are left out."""
    inside = {}
    for name, values in texts.items():
        if name not in hierarchies:
            continue  # it could not be built, which is reported elsewhere
        known = values.is_in(hierarchies[name].levels[0].drop_nulls().to_list())
        inside[name] = values.set(~known.fill_null(value=True), None)
    return inside


def notes_outside_domain(
    texts: Mapping[str, pl.Series], known: Mapping[str, pl.Series]
) -> Iterator[str]:
    """Notes for the steward about values outside their domain; the release shows nothing of it.

    Args:
        texts: The values of columns as they were read.
        known: The same columns as `values_in_domain` returns them.
    """
    for name in known:
        count = known[name].null_count() - texts[name].null_count()
        if count:
            yield (
                f"Column {name!r}: the values of {count:,} of {len(texts[name]):,} drawn records"
                " are not in its hierarchy; they are read as missing."
            )


def suspicion_notes(
    study: Study, whole: Table, hierarchies: Mapping[str, Hierarchy]
) -> Iterator[str]:
    """Notes about hierarchy files that look as if somebody had made them from these data.

    A file is suspicious if it has exactly the values that occur, and at least `MANY` of them.
    """
    for name, hierarchy in hierarchies.items():
        column, leaves = study.columns[name], hierarchy.levels[0].drop_nulls()
        if getattr(column.hierarchy, "path", None) is None or len(leaves) < MANY:
            continue
        values = whole.texts(name, column.options.type).drop_nulls().unique()
        if len(values) == len(leaves) and set(values) == set(leaves):
            yield (
                f"Column {name!r}: its hierarchy has exactly the {len(leaves):,} values that occur."
                " If it was made from these data, differential privacy does not hold."
            )
