"""Automatic hierarchies become part of the study, so that anybody can check or repeat the run.

A quasi-identifier without a hierarchy gets one that is chosen by its values. Before anything is
verified, it is written into the study: as a builder that the verifier can build again by itself, or
value by value as a file in the run folder (docs/decisions/0005-listed-hierarchies.md).
"""

from collections.abc import Mapping
from pathlib import Path

import polars as pl

from shoal.engine.arrays import Counts
from shoal.errors import ShoalError, StudyError
from shoal.hierarchies import Builder, build_hierarchy, builders
from shoal.hierarchies.builder import fit_to_type
from shoal.hierarchies.listed import Listed
from shoal.study.keys.columns import Column
from shoal.study.keys.plugins import plugin_settings
from shoal.study.study import Study
from shoal.verify.study.terms import ColumnTerms
from shoal.verify.values.hierarchies import labels_by_level


def automatic_columns(study: Study) -> list[str]:
    """The quasi-identifiers whose hierarchy is made from the data; ranges have no hierarchy."""
    names = [name for name in study.generalized if name not in study.range_columns]
    return [name for name in names if _is_automatic(study.columns[name].hierarchy)]


def _is_automatic(hierarchy: Builder | None) -> bool:
    """Whether a study leaves the hierarchy open: none is given, or the builder `automatic`."""
    return hierarchy is None or builders.is_named(hierarchy, "automatic")


def with_hierarchies(
    study: Study, texts: Mapping[str, pl.Series], counts: Counts | None = None
) -> Study:
    """The study with a hierarchy that the verifier can check for each quasi-identifier.

    A column keeps what the study gives it if it is shown as ranges, if its hierarchy is a file, or
    if its hierarchy cannot be built; `build_all` reports the error of the last.

    Args:
        study: The study.
        texts: The values of columns, by name.
        counts: How many records each line of them stands for; None for one each.
    """
    names = [name for name in texts if name not in study.range_columns]
    explicit = {name: _explicit(name, study.columns[name], texts[name], counts) for name in names}
    return with_builders(study, {name: each for name, each in explicit.items() if each is not None})


def _explicit(
    name: str, column: Column, values: pl.Series, counts: Counts | None
) -> Builder | None:
    """The builder for the explicit study; None where the given one can stay."""
    builder: Builder | None = column.hierarchy
    if builder is None or _is_automatic(builder):
        builder = choose_builder(name, column, values, counts)
    if getattr(builder, "path", None) is not None:
        return None
    try:
        return checkable_builder(
            fit_to_type(builder, column.options.type), values, column.type, counts
        )
    except ShoalError:  # it cannot be built, and `build_all` will say why
        return None


def choose_builder(
    name: str, column: Column, values: pl.Series, counts: Counts | None = None
) -> Builder:
    """The builder that `automatic` chooses for the values of a column; nothing is built yet.

    The study must leave the hierarchy of the column open.
    """
    from shoal.hierarchies.automatic import Automatic  # noqa: PLC0415  (it knows all vocabularies)

    automatic = column.hierarchy or Automatic()
    written = column.format and column.date_format
    return automatic.choose(values, column.type, written, column.order or (), counts, name)


def last_resort_notes(study: Study) -> list[str]:
    """One note for each hierarchy that is a last resort, because no values were recognized.

    The study is the explicit one, with the hierarchies that `with_hierarchies` made.
    """
    listed = {name: study.columns[name].hierarchy for name in study.generalized}
    if not any(isinstance(builder, Listed) for builder in listed.values()):
        return []
    from shoal.hierarchies.automatic_categories import LAST_RESORTS  # noqa: PLC0415  (few need it)

    ways = {name: LAST_RESORTS.get(_source(builder)) for name, builder in listed.items()}
    return [
        f"Column {name!r}: nothing is known about its values, so they are grouped {way}, which"
        f" means nothing. `shoal hierarchy export STUDY --column {name!r}` writes the hierarchy"
        " into a file that you can edit and name in the study."
        for name, way in ways.items()
        if way
    ]


def _source(builder: Builder | None) -> str:
    """What a listed hierarchy says it was made by; empty for other builders."""
    return builder.hierarchy.source if isinstance(builder, Listed) else ""


def checkable_builder(
    builder: Builder, values: pl.Series, type: str = "string", counts: Counts | None = None
) -> Builder:
    """The builder itself, or its hierarchy value by value where the verifier cannot build it.

    The verifier's own code tries two of the values; only if it fails, the hierarchy is built here.
    """
    if isinstance(builder, Listed):
        return builder
    few = values.drop_nulls().unique().sort().head(2)
    settings = plugin_settings(builders, builder)
    try:
        labels_by_level(ColumnTerms("", "quasi-identifier", type, hierarchy=settings), few, Path())
    except StudyError:  # the verifier does not know the builder, or one of its settings
        return Listed(build_hierarchy(builder, values, counts), builder)
    return builder


def with_builders(study: Study, builders: Mapping[str, Builder]) -> Study:
    """The study with these hierarchies of its columns."""
    columns = {
        name: column.model_copy(update={"hierarchy": builders[name]})
        if name in builders
        else column
        for name, column in study.columns.items()
    }
    return study.model_copy(update={"columns": columns})


HIERARCHIES = "hierarchies"  # the folder of hierarchies made for this run; lists input values
