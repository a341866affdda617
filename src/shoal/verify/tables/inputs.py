"""Where the verifier finds the release and the input: in files or in databases."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl
from polars.selectors import by_name

from shoal.errors import DataError, StudyError
from shoal.verify.tables.databases import read_output, read_query
from shoal.verify.tables.files import format_of, read_file

FIRST = 50_000  # records in which hidden columns are looked at
Release = Path | pl.DataFrame | None


def read_release(study: Mapping[str, Any], folder: Path, release: Release) -> pl.DataFrame:
    """The release as it was written; None stands for the table that the study's output names."""
    if isinstance(release, pl.DataFrame):
        return release
    output = study.get("output") or {}
    return read_output(output, folder) if release is None else read_file(release, {}, None)


def read_input(
    source: Mapping[str, Any], folder: Path, data: Path | None, wanted: tuple[str, ...]
) -> pl.DataFrame:
    """The wanted columns of the input, with moments in the time zone of the study.

    `data` is where the input is, if it is not where the study says; `source` then still says how it
    is written.
    """
    if data is None and not {"path", "url"} & set(source):
        raise StudyError("The study does not say where the data is. Give the path of the input.")
    if data is None and "url" in source:
        return _local(_select(read_query(source, folder), wanted), source)
    path = folder / str(source["path"]) if data is None else data
    return _local(read_file(path, source, wanted), source)


def read_first_of_others(
    source: Mapping[str, Any], folder: Path, data: Path | None, known: tuple[str, ...]
) -> pl.DataFrame:
    """The first records of the input, without the columns that are `known`."""
    if data is None and "url" in source:
        frame = read_query(source, folder).head(FIRST)
        return frame.drop(name for name in known if name in frame.columns)
    path = folder / str(source["path"]) if data is None else data
    return read_file(path, source, None, first=FIRST, without=known)


def read_other_table(given: object, folder: Path) -> pl.DataFrame:
    """Another table that a study names: a path, or the settings of a file or a database."""
    source = given if isinstance(given, Mapping) else {"path": given}
    if "url" in source:
        return _local(read_query(source, folder), source)
    return _local(read_file(folder / str(source["path"]), source, None), source)


def is_csv(release: Release) -> bool:
    """Whether the release is a CSV file, whose texts a spreadsheet might run."""
    return isinstance(release, Path) and format_of(release) == "csv"


def _select(frame: pl.DataFrame, wanted: tuple[str, ...]) -> pl.DataFrame:
    """The wanted columns; DataError if one is missing."""
    absent = [name for name in wanted if name not in frame.columns]
    if absent:
        raise DataError(f"The input has no column {', '.join(map(repr, absent))}.")
    return frame.select(by_name(wanted))


def _local(frame: pl.DataFrame, source: Mapping[str, Any]) -> pl.DataFrame:
    """The frame with moments in the time zone of the study, if it names one."""
    kinds, zone = frame.schema.items(), source.get("time_zone")
    zoned = [name for name, kind in kinds if isinstance(kind, pl.Datetime) and kind.time_zone]
    if not zone or not zoned:
        return frame
    return frame.with_columns(
        by_name(zoned).dt.convert_time_zone(str(zone)).dt.replace_time_zone(None)
    )
