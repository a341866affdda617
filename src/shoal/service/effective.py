"""The study as it was carried out: every path full, the file's dialect explicit."""

from typing import Any

from shoal.data.source import Source
from shoal.service.prepare import builder_of
from shoal.service.study import Study


def effective(study: Study, source: Source | None = None) -> dict[str, Any]:
    """The keys with which anybody can repeat or verify the run, from any folder.

    Args:
        study: The study.
        source: The file of its table, with its dialect; None for a table in memory.
    """
    columns = {name: _full(study, name) for name in study.columns}
    given = study.model_copy(update={"columns": columns}).given()
    data = {} if source is None else {"data": _settings(source)}
    return {**data, **{key: given[key] for key in given if key != "data"}}


def _settings(source: Source) -> dict[str, str]:
    return {**source.settings(), "path": str(source.path.resolve())}


def _full(study: Study, name: str) -> Any:  # noqa: ANN401  (a column of the study)
    """The column, its hierarchy's path independent of the current folder."""
    column = study.columns[name]
    if column.hierarchy is None:
        return column
    folder = study.folder.resolve()
    return column.model_copy(update={"hierarchy": builder_of(column, folder)})
