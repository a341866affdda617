"""Hierarchies that were made for a run, as files of its folder."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shoal.hierarchies.arx_csv import write_arx
from shoal.hierarchies.file import File
from shoal.hierarchies.listed import Listed
from shoal.pipeline.prepare.automatic import HIERARCHIES, with_builders
from shoal.study.study import Study


def write_hierarchies(study: Study, folder: Path) -> Study:
    """Write the listed hierarchies of a study into files; returns the study that names them.

    Without any, nothing is written, and the study comes back as it is.
    """
    listed = {
        name: column.hierarchy.hierarchy
        for name, column in study.columns.items()
        if isinstance(column.hierarchy, Listed)
    }
    if not listed:
        return study
    (folder / HIERARCHIES).mkdir()
    paths = {name: folder / HIERARCHIES / file for name, file in file_names(listed).items()}
    for name, hierarchy in listed.items():
        write_arx(hierarchy, paths[name])
    return with_builders(study, {name: File(path=path.resolve()) for name, path in paths.items()})


def file_names(columns: Mapping[str, Any]) -> dict[str, str]:
    """A file name for each column, all different, in letters that every file system can hold."""
    names: dict[str, str] = {}
    for name in columns:
        stem = re.sub(r"[^A-Za-z0-9._-]+", "_", name).strip("._")[:80] or "column"
        taken = {file.lower() for file in names.values()}
        number, file = 2, f"{stem}.csv"
        while file.lower() in taken:
            number, file = number + 1, f"{stem}_{number}.csv"
        names[name] = file
    return names
