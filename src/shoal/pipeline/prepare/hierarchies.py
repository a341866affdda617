"""Builds the hierarchies of a study."""

import polars as pl

from shoal.errors import DataError, ShoalError, StudyError
from shoal.hierarchies import Hierarchy, build_hierarchy, fit_to_type
from shoal.hierarchies.spelled import spell_hierarchy
from shoal.pipeline.prepare.problems import as_one_error
from shoal.study.hierarchy import builder_of
from shoal.study.study import Study


def build_all(
    study: Study, texts: dict[str, pl.Series]
) -> tuple[dict[str, Hierarchy], list[ShoalError]]:
    """The hierarchies that can be built, by column, and one error for each of the others."""
    hierarchies, problems = {}, []
    for name, values in texts.items():
        try:
            hierarchies[name] = hierarchy_of(study, name, values)
        except ShoalError as error:
            problems.append(error_about(name, error))
    return hierarchies, problems


def trees_of(study: Study, texts: dict[str, pl.Series]) -> dict[str, Hierarchy]:
    """The hierarchies that promises measure by, or one error about all that cannot be built."""
    hierarchies, problems = build_all(study, texts)
    if problems:
        raise as_one_error(problems)
    return hierarchies


def hierarchy_of(study: Study, name: str, values: pl.Series) -> Hierarchy:
    """The hierarchy of a column, with a row for the missing value where some are missing.

    Raises an error if it cannot be built, or if all values are missing and no file gives them.
    """
    column = study.columns[name]
    builder = fit_to_type(builder_of(column, study.folder), column.options.type)
    # A hierarchy from a file is complete by itself; others grow from the values that occur.
    from_file = getattr(builder, "path", None) is not None
    if values.null_count() == len(values) and not from_file:
        raise DataError(f"all {len(values):,} values are missing. Take it out of the study.")
    hierarchy = build_hierarchy(builder, values.clear() if from_file else values)
    hierarchy = spell_hierarchy(hierarchy, column.options.type)
    return hierarchy.with_missing() if values.null_count() else hierarchy


def hierarchy_file_problems(study: Study) -> list[ShoalError]:
    """What is wrong with hierarchies from files; no table is needed to find out."""
    nothing = pl.Series([], dtype=pl.String)
    paths = {name: getattr(study.columns[name].hierarchy, "path", None) for name in study.columns}
    return build_all(study, {name: nothing for name in paths if paths[name] is not None})[1]


def error_about(name: str, error: ShoalError) -> ShoalError:
    """The same error with the column named in every sentence; other kinds become a DataError."""
    kind = type(error) if isinstance(error, DataError | StudyError) else DataError
    return kind(*(f"Column {name!r}: {problem}" for problem in error.problems))
