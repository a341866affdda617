"""The study as it was carried out: paths work from the run folder, file dialects are explicit."""

from dataclasses import replace
from pathlib import Path
from typing import TypeVar, cast

from shoal.data.database_url import resolve_url
from shoal.data.files import resolve_source
from shoal.data.plain import DataKeys
from shoal.data.source import Source
from shoal.hierarchies.file import File
from shoal.pipeline.ways.choice import way_of
from shoal.pipeline.ways.edges import edge_source
from shoal.study.graph import edges_of
from shoal.study.hierarchy import builder_of
from shoal.study.keys.columns import Column
from shoal.study.keys.data import Data
from shoal.study.keys.plain import OutputKeys, Settings, StudyKeys
from shoal.study.study import Study

UTF8 = {"utf-8", "utf-8-sig"}


def effective_keys(
    study: Study, source: Source | None = None, home: Path | None = None
) -> StudyKeys:
    """The keys with which anybody can repeat or verify the run.

    Args:
        study: The study.
        source: The file of its table, with its dialect; None for a table in memory.
        home: The folder that will hold the keys; paths inside it become relative to it, all others
            are full paths. None makes all paths full.
    """
    columns = {
        name: _column_with_full_paths(column, study, home) for name, column in study.columns.items()
    }
    keys = study.model_copy(update={"columns": columns}).given()
    _explain_tables(keys, study, home)
    if not way_of(study).searches:
        del keys["search"]  # nothing was searched
    if edges_of(study) is not None:
        edges = _settings(edge_source(study).settings(), Path(), home)
        keys["method"] = {**keys["method"], "edges": cast(Settings, edges)}
    if "output" in keys:
        keys["output"] = _with_full_paths(keys["output"], study.folder, home)
    keys.pop("data", None)
    if source is None:
        return keys
    return {"data": _settings(source.settings(), Path(), home), **keys}


def _explain_tables(keys: StudyKeys, study: Study, home: Path | None) -> None:
    """Change the keys: paths and dialects of subset and population tables become explicit."""
    if study.subset is not None and study.subset.records is not None:
        keys["subset"]["records"] = _explicit_keys(study.subset.records, study, home)
    if study.population is not None and study.population.table is not None:
        keys["population"]["table"] = _explicit_keys(study.population.table, study, home)


def _explicit_keys(data: Data, study: Study, home: Path | None) -> DataKeys:
    """The keys of another table with everything that was found out by looking at it."""
    return _settings(resolve_source(data.source(study.folder)).settings(), Path(), home)


def _settings(keys: DataKeys, folder: Path, home: Path | None) -> DataKeys:
    """The settings of a file or a database, with paths independent of the current folder."""
    settings = _with_full_paths(keys, folder, home)
    if "path" in settings:
        settings["path"] = str(_full_path(folder / settings["path"], home))
    return settings


Places = TypeVar("Places", DataKeys, OutputKeys)


def _with_full_paths(keys: Places, folder: Path, home: Path | None) -> Places:
    """The settings of a database, with paths independent of the current folder."""
    settings = keys.copy()
    if "credentials" in settings:
        settings["credentials"] = str(_full_path(folder / settings["credentials"], home))
    if "url" in settings:
        settings["url"] = resolve_url(settings["url"], folder.resolve())
    return settings


def _column_with_full_paths(column: Column, study: Study, home: Path | None) -> Column:
    """The column with paths independent of the current folder."""
    column = _secrets_with_full_paths(column, study, home)
    if getattr(column.hierarchy, "path", None) is None:
        return column
    builder = builder_of(column, study.folder)
    if isinstance(builder, File) and builder.path.exists():  # an unused file may be missing
        explicit = builder.resolve()
        builder = builder if explicit.encoding in UTF8 else explicit  # UTF-8 needs no mention
    moved = replace(builder, path=_full_path(builder.path, home))  # type: ignore[type-var, attr-defined]
    return column.model_copy(update={"hierarchy": moved})


def _secrets_with_full_paths(column: Column, study: Study, home: Path | None) -> Column:
    """The column with paths of key and mapping file independent of the current folder."""
    if not column.is_replaced:
        return column
    settings = column.replacement
    files = {key: getattr(settings, key, None) for key in ("key", "mapping")}
    places = {
        key: str(_full_path(study.folder / path, home)) for key, path in files.items() if path
    }
    if column.shift is not None:
        return column.model_copy(update={"shift": column.shift.model_copy(update=places)})
    return column.model_copy(update={"pseudonym": replace(settings, **places)})


def _full_path(path: Path, home: Path | None) -> Path:
    """The full path, or the path relative to `home` of a file inside, which moves with it."""
    full = path.resolve()
    inside = home is not None and full.is_relative_to(home.resolve())
    return full.relative_to(home.resolve()) if home and inside else full
