"""The table that a study names, with its dialect explicit."""

from dataclasses import replace
from pathlib import Path

from shoal.data.files import resolve_source
from shoal.data.source import Source
from shoal.errors import StudyError
from shoal.study.study import Study


def source_of(study: Study, data: Path | None = None) -> Source:
    """The source of a study's table; what the study does not say is found out by looking at it.

    Args:
        study: The study.
        data: A file to read instead, with the settings of the study; None for the study's own.
    """
    if study.data is not None:
        source = study.data.source(study.folder)
        file = {"path": data, "url": None, "query": None, "credentials": None}
        return resolve_source(source if data is None else replace(source, **file))  # type: ignore[arg-type]
    if data is None:
        raise StudyError("data: is needed, but it is not there. Give the path of the table.")
    return resolve_source(Source.of(data))
