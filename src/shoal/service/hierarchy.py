"""The verbs of `shoal hierarchy`: build, validate, edit and export hierarchies as files."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from shoal.data.files import read, resolve_source
from shoal.data.source import Source
from shoal.data.text_file import open_text
from shoal.errors import DataError, StudyError, did_you_mean
from shoal.hierarchies import Hierarchy, build_hierarchy, builder_of, edits
from shoal.hierarchies.arx_csv import write_arx
from shoal.hierarchies.automatic import Automatic
from shoal.hierarchies.file import File
from shoal.hierarchies.repair import Repaired, missing_values, repair_rows
from shoal.identifiers.private_file import replace_private
from shoal.pipeline.folder.added import write_down
from shoal.pipeline.folder.hierarchies import file_names
from shoal.pipeline.prepare.prepare import prepare
from shoal.pipeline.ways.choice import read_input
from shoal.study.given import StudyLike, as_study
from shoal.study.study import read_study


@dataclass(frozen=True)
class Edit:
    """One change of a hierarchy.

    Attributes:
        kind: merge, rename or move.
        names: What is changed: several values or labels for a merge, one otherwise.
        label: The new label, or the group that is moved to.
    """

    kind: str
    names: tuple[str, ...]
    label: str

    @classmethod
    def parse(cls, kind: str, text: str) -> "Edit":
        """An edit as it is typed: `a | b = c`; the last ` = ` counts."""
        names, mark, label = text.rpartition(" = ")
        parts = tuple(name.strip() for name in names.split(" | "))
        if not mark or not label.strip() or not all(parts):
            raise StudyError(f"--{kind} was not understood. Expected 'name = label'.")
        if kind != "merge" and len(parts) > 1:
            raise StudyError(f"--{kind} takes one name. Only --merge takes several: 'a | b = c'.")
        return cls(kind, parts, label.strip())

    def apply(self, hierarchy: Hierarchy, level: int) -> Hierarchy:
        """The changed hierarchy."""
        if self.kind == "merge":
            return edits.merge_groups(hierarchy, self.names, self.label, level)
        change = edits.rename_group if self.kind == "rename" else edits.move_to_group
        return change(hierarchy, self.names[0], self.label, level)


def load(path: Path) -> Hierarchy:
    """The hierarchy in a file."""
    return File(path=path).build(pl.Series([], dtype=pl.String))


def build(data: Path, column: str, settings: Mapping[str, Any]) -> Hierarchy:
    """The hierarchy that a builder makes of a column of a file; `automatic` if none is named."""
    values = values_of(data, column)
    builder = builder_of({"builder": "automatic", **settings})
    if isinstance(builder, Automatic):
        builder = builder.choose(values, name=column)
    return build_hierarchy(builder, values)


def values_of(data: Path, column: str) -> pl.Series:
    """The values of a column of a file."""
    table = read(resolve_source(Source.of(data)))
    if column not in table.names:
        hint = did_you_mean(column, table.names)
        raise DataError(f"{data.name} has no column {column!r}.{hint}")
    return table.texts(column)


def validate(path: Path, values: pl.Series | None = None) -> list[str]:
    """Everything wrong with a hierarchy file; empty if nothing is.

    With the values of a column, also whether it has all of them.
    """
    try:
        hierarchy = load(path)
    except DataError as error:
        return list(error.problems)
    absent = 0 if values is None else missing_values(hierarchy, values)
    if not absent:
        return []
    return [
        f"Hierarchy {path.name}: {absent:,} distinct values of the column have no row."
        " Add them, or let `--fix` give them a row."
    ]


def fix(path: Path, values: pl.Series | None = None) -> Repaired:
    """The hierarchy in a file, repaired where there is one sensible answer; nothing is written."""
    with open_text(path) as text:
        rows = [tuple(row) for row in csv.reader(text, delimiter=";") if row]
    trimmed = [(row[0].strip() or None, *(cell or None for cell in row[1:])) for row in rows]
    return repair_rows(trimmed, values, path.name)


def list_unknown(study: StudyLike) -> pl.DataFrame:
    """The values of a study's table that are in no row of their hierarchy, for the steward only.

    The columns are `column`, `value` and `records`, how many have it; the most frequent come first.
    """
    asked = as_study(study)
    given = read_input(asked)
    if asked.is_sampled:  # everybody could be drawn, and nobody is drawn here
        everybody = pl.repeat(value=True, n=given.table.records, eager=True)
        given = replace(given, drawn=everybody)
    prepared = prepare(given)
    schema = {"column": pl.String, "value": pl.String, "records": pl.UInt32}
    found = [pl.DataFrame(schema=schema)]
    for name, hierarchy in prepared.hierarchies.items():
        texts = prepared.table.texts(name, asked.columns[name].options.type).cast(pl.String)
        lost = texts.filter(pl.Series(hierarchy.rows(texts) < 0)).drop_nulls().alias("value")
        counts = lost.value_counts(name="records").sort(-pl.col("records").cast(pl.Int64), "value")
        found.append(counts.select(pl.lit(name).alias("column"), "value", "records"))
    return pl.concat(found)


def write_unknown(study: StudyLike, path: Path, *, force: bool = False) -> pl.DataFrame:
    """Write the values that `list_unknown` finds as CSV, in a file that only its owner may read.

    Returns how many values and records each column has of them; without any, nothing is written.
    """
    if path.exists() and not force:
        raise StudyError(f"{path} exists already. Choose another --out, or replace it by --force.")
    found = list_unknown(study)
    if found.height:
        replace_private(path, found.write_csv().encode())
    counts = {"values": pl.len(), "records": pl.sum("records")}
    return found.group_by("column", maintain_order=True).agg(**counts)


def export(study: Path, column: str | None = None) -> dict[str, Hierarchy]:
    """The hierarchies of a study's quasi-identifiers, or of one, as a run would use them."""
    hierarchies = prepare(read_input(read_study(study))).hierarchies
    if column is not None and column not in hierarchies:
        hint = did_you_mean(column, hierarchies)
        raise StudyError(f"The study has no quasi-identifier {column!r}.{hint}")
    return {name: hierarchies[name] for name in hierarchies if column in {None, name}}


def export_into(
    study: Path, folder: Path, column: str | None = None, *, force: bool = False
) -> list[Path]:
    """Write the hierarchies of a study into a folder, one file per column; returns the files."""
    hierarchies = export(study, column)
    folder.mkdir(exist_ok=True)
    paths = {name: folder / file for name, file in file_names(hierarchies).items()}
    for name, hierarchy in hierarchies.items():
        write(hierarchy, paths[name], force=force)
    return list(paths.values())


def write(hierarchy: Hierarchy, path: Path, *, force: bool = False) -> None:
    """Write a hierarchy in the format of ARX; an existing file is replaced only by force."""
    if path.exists() and not force:
        raise StudyError(f"{path} exists already. Choose another --out, or replace it by --force.")
    if not path.parent.is_dir():
        raise StudyError(f"There is no folder {path.parent}. Make it first.")
    write_arx(hierarchy, path)
    write_down(path, "hierarchy")
